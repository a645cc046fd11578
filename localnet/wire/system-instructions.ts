import { addressBytes } from '#solana/base58.ts'
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from '#solana/programs.ts'
import { signing, writable, type Instruction } from './wire-encode.ts'

/** Source: https://docs.rs/solana-system-interface (SystemInstruction, bincode). */
export function transferInstruction(from: string, to: string, lamports: bigint): Instruction {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(lamports, 4)
  return { programId: SYSTEM_PROGRAM, accounts: [signing(writable(from)), writable(to)], data }
}

export function createAccountInstruction({
  payer,
  account,
  lamports,
  space,
  owner,
}: {
  payer: string
  account: string
  lamports: bigint
  space: number
  owner: string
}): Instruction {
  const data = Buffer.alloc(52)
  data.writeUInt32LE(0, 0)
  data.writeBigUInt64LE(lamports, 4)
  data.writeBigUInt64LE(BigInt(space), 12)
  data.set(addressBytes(owner), 20)
  return {
    programId: SYSTEM_PROGRAM,
    accounts: [signing(writable(payer)), signing(writable(account))],
    data,
  }
}

export function computeUnitLimitInstruction(units: number): Instruction {
  const data = Buffer.alloc(5)
  data.writeUInt8(2, 0)
  data.writeUInt32LE(units, 1)
  return { programId: COMPUTE_BUDGET_PROGRAM, accounts: [], data }
}
