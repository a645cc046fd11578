import { decodeBase58, encodeBase58 } from '#solana/base58.ts'
import { isTokenProgram, SYSTEM_PROGRAM } from '#solana/programs.ts'

import type { RawInstruction, RawTransaction } from './transaction.ts'

/** An instruction before its accounts are looked up, which most readers do for a few of them only. */
export type Instruction = {
  programId: string
  /** Index of the outer instruction that this one belongs to. */
  outer: number
  raw: RawInstruction
}

/** Calls back for every instruction, outer ones first, until the callback gives true; tells whether it did. */
export function someInstruction(
  tx: RawTransaction,
  keys: readonly string[],
  visit: (instruction: Instruction) => boolean | undefined,
): boolean {
  let outer = 0
  for (const raw of tx.transaction.message.instructions ?? []) {
    if (visit({ programId: programOf(raw, keys), outer, raw })) return true
    outer++
  }
  for (const group of tx.meta?.innerInstructions ?? []) {
    for (const raw of group.instructions) {
      if (visit({ programId: programOf(raw, keys), outer: group.index, raw })) return true
    }
  }
  return false
}

const programOf = (raw: RawInstruction, keys: readonly string[]): string =>
  raw.programId ?? keys[raw.programIdIndex ?? -1] ?? ''

/** The address at a place of the instruction's account list; parsed instructions have no such list. */
export function accountAt(raw: RawInstruction, place: number, keys: readonly string[]): string {
  const account = raw.accounts?.[place]
  return typeof account === 'number' ? (keys[account] ?? '') : (account ?? '')
}

/** True when the instruction's account list names the account, given by index and by address. */
export function namesAccount(raw: RawInstruction, index: number, address: string): boolean {
  return (
    raw.accounts !== undefined && raw.accounts.some((each) => each === index || each === address)
  )
}

export type SystemMove =
  | { kind: 'create' | 'transfer'; from: string; to: string; lamports: number }
  | { kind: 'allocate'; to: string }

type ParsedInstruction = { type?: string; info?: Record<string, unknown> }

function parsedOf(raw: RawInstruction): ParsedInstruction | null {
  return typeof raw.parsed === 'object' && raw.parsed !== null ? raw.parsed : null
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Throws on data that no node gives: to skip it would lose money that moved. */
function dataOf(raw: RawInstruction): Uint8Array {
  const bytes = decodeBase58(raw.data ?? '')
  if (bytes === null) throw new Error('the data of an instruction is not base58')
  return bytes
}

function littleEndian(bytes: Uint8Array, offset: number, length: number): number {
  let value = 0
  for (let i = length - 1; i >= 0; i--) value = value * 256 + (bytes[offset + i] ?? 0)
  return value
}

/** Instruction numbers of the System program (solana-system-interface). */
const CREATE_ACCOUNT = 0
const TRANSFER = 2
const CREATE_WITH_SEED = 3
const ALLOCATE = 8
const ALLOCATE_WITH_SEED = 9

function systemMoveOf({ raw }: Instruction, keys: readonly string[]): SystemMove | null {
  const parsed = parsedOf(raw)
  if (parsed) {
    const info = parsed.info ?? {}
    const lamports = Number(info['lamports'] ?? 0)
    const from = text(info['source'])
    switch (parsed.type ?? '') {
      case 'createAccount':
      case 'createAccountWithSeed':
        return { kind: 'create', from, to: text(info['newAccount']), lamports }
      case 'transfer':
        return { kind: 'transfer', from, to: text(info['destination']), lamports }
      case 'allocate':
      case 'allocateWithSeed':
        return { kind: 'allocate', to: text(info['account']) }
      default:
        return null
    }
  }
  const bytes = dataOf(raw)
  const from = accountAt(raw, 0, keys)
  const to = accountAt(raw, 1, keys)
  switch (littleEndian(bytes, 0, 4)) {
    case CREATE_ACCOUNT:
      return { kind: 'create', from, to, lamports: littleEndian(bytes, 4, 8) }
    case TRANSFER:
      return { kind: 'transfer', from, to, lamports: littleEndian(bytes, 4, 8) }
    case CREATE_WITH_SEED: {
      const seedLength = littleEndian(bytes, 36, 8)
      return { kind: 'create', from, to, lamports: littleEndian(bytes, 44 + seedLength, 8) }
    }
    case ALLOCATE:
    case ALLOCATE_WITH_SEED:
      return { kind: 'allocate', to: from }
    default:
      return null
  }
}

/** Lamports that the System program moved, and the accounts it made; `into` narrows it to one receiver. */
export function systemMovesOf(
  tx: RawTransaction,
  keys: readonly string[],
  into?: string,
): SystemMove[] {
  const moves: SystemMove[] = []
  someInstruction(tx, keys, (instruction) => {
    const { programId, raw } = instruction
    if (programId !== SYSTEM_PROGRAM) return false
    // Unpacking the data costs most; of compiled instructions the accounts tell the receiver without it.
    if (into !== undefined && raw.accounts && accountAt(raw, 1, keys) !== into) return false
    const move = systemMoveOf(instruction, keys)
    if (move && (into === undefined || move.to === into)) moves.push(move)
    return false
  })
  return moves
}

export type TokenAct =
  | { kind: 'mint' | 'burn'; account: string; mint: string; amount: bigint }
  | { kind: 'open'; account: string; mint: string; owner: () => string }
  | { kind: 'close'; account: string; destination: string; owner: string }

/** Instruction numbers of the SPL Token program, the same in Token-2022. */
const TOKEN_ACTS: ReadonlyMap<number, string> = new Map([
  [1, 'initializeAccount'],
  [7, 'mintTo'],
  [8, 'burn'],
  [9, 'closeAccount'],
  [14, 'mintToChecked'],
  [15, 'burnChecked'],
  [16, 'initializeAccount2'],
  [18, 'initializeAccount3'],
])

const amountOf = (info: Record<string, unknown>): bigint => {
  const amount = info['amount'] ?? (info['tokenAmount'] as { amount?: unknown } | undefined)?.amount
  return BigInt(typeof amount === 'string' || typeof amount === 'number' ? amount : 0)
}

function parsedTokenAct({ type = '', info = {} }: ParsedInstruction): TokenAct | null {
  const account = text(info['account'])
  const mint = text(info['mint'])
  switch (type) {
    case 'mintTo':
    case 'mintToChecked':
      return { kind: 'mint', account, mint, amount: amountOf(info) }
    case 'burn':
    case 'burnChecked':
      return { kind: 'burn', account, mint, amount: amountOf(info) }
    case 'closeAccount':
      return {
        kind: 'close',
        account,
        destination: text(info['destination']),
        owner: text(info['owner'] ?? info['multisigOwner']),
      }
    case 'initializeAccount':
    case 'initializeAccount2':
    case 'initializeAccount3':
      return { kind: 'open', account, mint, owner: () => text(info['owner']) }
    default:
      return null
  }
}

function rawTokenAct({ raw }: Instruction, keys: readonly string[]): TokenAct | null {
  const bytes = dataOf(raw)
  const at = (place: number): string => accountAt(raw, place, keys)
  const u64 = (): bigint => new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(1, true)
  const type = TOKEN_ACTS.get(bytes[0] ?? -1) ?? ''
  switch (type) {
    case 'mintTo':
    case 'mintToChecked':
      return { kind: 'mint', account: at(1), mint: at(0), amount: u64() }
    case 'burn':
    case 'burnChecked':
      return { kind: 'burn', account: at(0), mint: at(1), amount: u64() }
    case 'closeAccount':
      return { kind: 'close', account: at(0), destination: at(1), owner: at(2) }
    case 'initializeAccount':
      return { kind: 'open', account: at(0), mint: at(1), owner: () => at(2) }
    case 'initializeAccount2':
    case 'initializeAccount3':
      return {
        kind: 'open',
        account: at(0),
        mint: at(1),
        owner: () => encodeBase58(bytes.slice(1, 33)),
      }
    default:
      return null
  }
}

/** Mints, burns, openings and closings of token accounts, in order. */
export function tokenActsOf(tx: RawTransaction, keys: readonly string[]): TokenAct[] {
  const acts: TokenAct[] = []
  someInstruction(tx, keys, (instruction) => {
    const { programId, raw } = instruction
    if (!isTokenProgram(programId)) return false
    const parsed = parsedOf(raw)
    const act = parsed ? parsedTokenAct(parsed) : rawTokenAct(instruction, keys)
    if (act) acts.push(act)
    return false
  })
  return acts
}
