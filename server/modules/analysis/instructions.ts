import bs58 from 'bs58'

import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './known-addresses.ts'
import type { RawInstruction, RawTransaction } from './transaction.ts'

export type Instruction = {
  programId: string
  accounts: readonly string[]
  /** Index of the outer instruction that this one belongs to. */
  outer: number
  raw: RawInstruction
}

/** Every instruction, outer and inner, with its accounts as addresses. Parsed instructions have no account list. */
export function* instructionsOf(
  tx: RawTransaction,
  keys: readonly string[],
): Generator<Instruction> {
  const resolve = (raw: RawInstruction, outer: number): Instruction => ({
    programId: raw.programId ?? keys[raw.programIdIndex ?? -1] ?? '',
    accounts: (raw.accounts ?? []).map((account) =>
      typeof account === 'number' ? (keys[account] ?? '') : account,
    ),
    outer,
    raw,
  })
  let outer = 0
  for (const raw of tx.transaction.message.instructions ?? []) yield resolve(raw, outer++)
  for (const group of tx.meta?.innerInstructions ?? []) {
    for (const raw of group.instructions) yield resolve(raw, group.index)
  }
}

export type SystemMove =
  | { kind: 'create' | 'transfer'; from: string; to: string; lamports: number }
  | { kind: 'allocate'; to: string }

type ParsedInstruction = { type?: string; info?: Record<string, unknown> }

function parsedOf(raw: RawInstruction): ParsedInstruction | null {
  return typeof raw.parsed === 'object' && raw.parsed !== null ? raw.parsed : null
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

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

function systemMoveOf({ raw, accounts }: Instruction): SystemMove | null {
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
  const bytes = bs58.decode(raw.data ?? '')
  const from = accounts[0] ?? ''
  const to = accounts[1] ?? ''
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

/** Lamports that the System program moved, and the accounts it made. */
export function systemMovesOf(tx: RawTransaction, keys: readonly string[]): SystemMove[] {
  const moves: SystemMove[] = []
  for (const instruction of instructionsOf(tx, keys)) {
    if (instruction.programId !== SYSTEM_PROGRAM) continue
    const move = systemMoveOf(instruction)
    if (move) moves.push(move)
  }
  return moves
}

export type TokenAct =
  | { kind: 'mint' | 'burn'; account: string; mint: string; amount: bigint }
  | { kind: 'open'; account: string; mint: string; owner: string }
  | { kind: 'close'; account: string; destination: string; owner: string }
  | { kind: 'create_mint'; mint: string; authority: string }

/** Instruction numbers of the SPL Token program, the same in Token-2022. */
const TOKEN_ACTS: ReadonlyMap<number, string> = new Map([
  [0, 'initializeMint'],
  [1, 'initializeAccount'],
  [7, 'mintTo'],
  [8, 'burn'],
  [9, 'closeAccount'],
  [14, 'mintToChecked'],
  [15, 'burnChecked'],
  [16, 'initializeAccount2'],
  [18, 'initializeAccount3'],
  [20, 'initializeMint2'],
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
      return { kind: 'open', account, mint, owner: text(info['owner']) }
    case 'initializeMint':
    case 'initializeMint2':
      return { kind: 'create_mint', mint, authority: text(info['mintAuthority']) }
    default:
      return null
  }
}

function rawTokenAct({ raw, accounts }: Instruction): TokenAct | null {
  const bytes = bs58.decode(raw.data ?? '')
  const at = (index: number): string => accounts[index] ?? ''
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
      return { kind: 'open', account: at(0), mint: at(1), owner: at(2) }
    case 'initializeAccount2':
    case 'initializeAccount3':
      return {
        kind: 'open',
        account: at(0),
        mint: at(1),
        owner: bs58.encode(bytes.slice(1, 33)),
      }
    case 'initializeMint':
    case 'initializeMint2':
      return { kind: 'create_mint', mint: at(0), authority: bs58.encode(bytes.slice(2, 34)) }
    default:
      return null
  }
}

/** Mints, burns, openings and closings of token accounts, in order. */
export function tokenActsOf(tx: RawTransaction, keys: readonly string[]): TokenAct[] {
  const acts: TokenAct[] = []
  for (const instruction of instructionsOf(tx, keys)) {
    if (instruction.programId !== TOKEN_PROGRAM && instruction.programId !== TOKEN_2022_PROGRAM) {
      continue
    }
    const parsed = parsedOf(instruction.raw)
    const act = parsed ? parsedTokenAct(parsed) : rawTokenAct(instruction)
    if (act) acts.push(act)
  }
  return acts
}
