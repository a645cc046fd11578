import { encodeBase58 } from '#solana/base58.ts'
import { isTokenProgram, SYSTEM_PROGRAM } from '#solana/programs.ts'

import type { Act } from '#engine/scan/facts/facts.ts'

/** Tags of the system program's instructions. Source: https://docs.rs/solana-system-interface (SystemInstruction). */
const SYSTEM = { create: 0, transfer: 2, createWithSeed: 3, allocate: 8, allocateWithSeed: 9 }
/** Tags that both token programs share. Source: https://docs.rs/spl-token-interface (TokenInstruction). */
const TOKEN = {
  open: 1,
  mint: 7,
  burn: 8,
  close: 9,
  mintChecked: 14,
  burnChecked: 15,
  open2: 16,
  open3: 18,
}
const SEED_LENGTH_AT = 36
const ADDRESS_BYTES = 32

/** Returns true for programs whose instruction data the analysis reads. */
export const isReadProgram = (program: string): boolean =>
  program === SYSTEM_PROGRAM || isTokenProgram(program)

/**
 * Returns what a compiled instruction does; null when the analysis does not read it.
 *
 * @param at the address at a place of the instruction's account list
 */
export function readAct(
  program: string,
  data: Uint8Array,
  at: (place: number) => string,
): Act | null {
  return program === SYSTEM_PROGRAM ? readSystemAct(data, at) : readTokenAct(data, at)
}

function u32(data: Uint8Array, at: number): number {
  return (
    (data[at] ?? 0) +
    (data[at + 1] ?? 0) * 2 ** 8 +
    (data[at + 2] ?? 0) * 2 ** 16 +
    (data[at + 3] ?? 0) * 2 ** 24
  )
}

const u64 = (data: Uint8Array, at: number): number => u32(data, at) + u32(data, at + 4) * 2 ** 32

function readSystemAct(data: Uint8Array, at: (place: number) => string): Act | null {
  if (data.length < 4) return null
  switch (u32(data, 0)) {
    case SYSTEM.create:
      return { kind: 'create', from: at(0), to: at(1), lamports: u64(data, 4) }
    case SYSTEM.transfer:
      return { kind: 'transfer', from: at(0), to: at(1), lamports: u64(data, 4) }
    case SYSTEM.createWithSeed: {
      const lamportsAt = SEED_LENGTH_AT + 8 + u32(data, SEED_LENGTH_AT)
      return { kind: 'create', from: at(0), to: at(1), lamports: u64(data, lamportsAt) }
    }
    case SYSTEM.allocate:
    case SYSTEM.allocateWithSeed:
      return { kind: 'allocate', to: at(0) }
    default:
      return null
  }
}

function readTokenAct(data: Uint8Array, at: (place: number) => string): Act | null {
  switch (data[0]) {
    case TOKEN.mint:
    case TOKEN.mintChecked:
      return { kind: 'mint', account: at(1), mint: at(0), amount: decodeAmount(data) }
    case TOKEN.burn:
    case TOKEN.burnChecked:
      return { kind: 'burn', account: at(0), mint: at(1), amount: decodeAmount(data) }
    case TOKEN.close:
      return { kind: 'close', account: at(0), destination: at(1), owner: at(2) }
    case TOKEN.open:
      return { kind: 'open', account: at(0), mint: at(1), owner: at(2) }
    case TOKEN.open2:
    case TOKEN.open3: {
      const owner = encodeBase58(data.subarray(1, 1 + ADDRESS_BYTES))
      return { kind: 'open', account: at(0), mint: at(1), owner }
    }
    case undefined:
    default:
      return null
  }
}

const decodeAmount = (data: Uint8Array): bigint =>
  BigInt(u32(data, 1)) + (BigInt(u32(data, 5)) << 32n)

/** The fields of an instruction that the node parsed, as far as the analysis reads them. Missing ones are '' or 0. */
export type ParsedFields = {
  type: string
  source: string
  destination: string
  account: string
  mint: string
  owner: string
  newAccount: string
  lamports: number
  amount: bigint
}

/** Does the same as `readAct` for an instruction that the node parsed. */
export function readParsedAct(program: string, fields: ParsedFields): Act | null {
  const { type, source, destination, account, mint, owner, newAccount, lamports, amount } = fields
  if (program === SYSTEM_PROGRAM) {
    switch (type) {
      case 'createAccount':
      case 'createAccountWithSeed':
        return { kind: 'create', from: source, to: newAccount, lamports }
      case 'transfer':
        return { kind: 'transfer', from: source, to: destination, lamports }
      case 'allocate':
      case 'allocateWithSeed':
        return { kind: 'allocate', to: account }
      default:
        return null
    }
  }
  switch (type) {
    case 'mintTo':
    case 'mintToChecked':
      return { kind: 'mint', account, mint, amount }
    case 'burn':
    case 'burnChecked':
      return { kind: 'burn', account, mint, amount }
    case 'closeAccount':
      return { kind: 'close', account, destination, owner }
    case 'initializeAccount':
    case 'initializeAccount2':
    case 'initializeAccount3':
      return { kind: 'open', account, mint, owner }
    default:
      return source === '' || destination === '' ? null : { kind: 'move', source, destination }
  }
}
