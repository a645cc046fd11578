import { addressBytes } from '#solana/base58.ts'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import { readonly, signing, writable, type Instruction } from './wire-encode.ts'

/** Instructions of SPL Token and its associated accounts. Source: https://spl.solana.com/token (TokenInstruction). */

/** Makes an allocated account a mint without a freeze authority. */
export function initializeMintInstruction(
  mint: string,
  decimals: number,
  mintAuthority: string,
): Instruction {
  const data = Buffer.concat([
    Buffer.from([20, decimals]),
    addressBytes(mintAuthority),
    Buffer.from([0]),
  ])
  return { programId: TOKEN_PROGRAM, accounts: [writable(mint)], data }
}

/** Creates an owner's associated token account unless it exists. */
export function createAssociatedAccountInstruction({
  payer,
  account,
  owner,
  mint,
  program = TOKEN_PROGRAM,
}: {
  payer: string
  account: string
  owner: string
  mint: string
  /** Token program of the mint. */
  program?: string
}): Instruction {
  return {
    programId: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      signing(writable(payer)),
      writable(account),
      readonly(owner),
      readonly(mint),
      readonly(SYSTEM_PROGRAM),
      readonly(program),
    ],
    data: Buffer.from([1]),
  }
}

export function mintToInstruction({
  mint,
  account,
  authority,
  rawAmount,
}: {
  mint: string
  account: string
  authority: string
  rawAmount: bigint
}): Instruction {
  const data = Buffer.alloc(9)
  data.writeUInt8(7, 0)
  data.writeBigUInt64LE(rawAmount, 1)
  return {
    programId: TOKEN_PROGRAM,
    accounts: [writable(mint), writable(account), signing(readonly(authority))],
    data,
  }
}
