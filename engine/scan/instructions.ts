import { decodeBase58 } from '#solana/base58.ts'
import { isTokenProgram, SYSTEM_PROGRAM } from '#solana/programs.ts'
import { decodeSystemInstruction } from '#solana/system-instructions.ts'
import { decodeTokenInstruction } from '#solana/token-instructions.ts'

import type { RawInstruction, RawTransaction } from './transaction.ts'

/** An instruction before its accounts are looked up, which most readers do for a few of them only. */
export type Instruction = {
  programId: string
  /** Index of the outer instruction that this one belongs to. */
  outer: number
  raw: RawInstruction
}

/** Calls `visit` for every instruction, outer ones first, until it returns true. Returns whether it did. */
export function someInstruction(
  tx: RawTransaction,
  keys: readonly string[],
  visit: (instruction: Instruction) => boolean | undefined,
): boolean {
  let outer = 0
  for (const raw of tx.transaction.message.instructions ?? []) {
    if (visit({ programId: readProgram(raw, keys), outer, raw })) return true
    outer++
  }
  for (const group of tx.meta?.innerInstructions ?? []) {
    for (const raw of group.instructions) {
      if (visit({ programId: readProgram(raw, keys), outer: group.index, raw })) return true
    }
  }
  return false
}

const readProgram = (raw: RawInstruction, keys: readonly string[]): string =>
  raw.programId ?? keys[raw.programIdIndex ?? -1] ?? ''

/** Returns the address at an index of the instruction's account list. Parsed instructions have no such list. */
export function accountAt(raw: RawInstruction, place: number, keys: readonly string[]): string {
  const account = raw.accounts?.[place]
  return typeof account === 'number' ? (keys[account] ?? '') : (account ?? '')
}

/** Returns true if the instruction's account list has the account, given by index and by address. */
export function namesAccount(raw: RawInstruction, index: number, address: string): boolean {
  return (
    raw.accounts !== undefined && raw.accounts.some((each) => each === index || each === address)
  )
}

export type SystemMove =
  | { kind: 'create' | 'transfer'; from: string; to: string; lamports: number }
  | { kind: 'allocate'; to: string }

type ParsedInstruction = { type?: string; info?: Record<string, unknown> }

function readParsed(raw: RawInstruction): ParsedInstruction | null {
  return typeof raw.parsed === 'object' && raw.parsed !== null ? raw.parsed : null
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Throws on data that is not base58: skipping it would lose money that moved. */
function decodeData(raw: RawInstruction): Uint8Array {
  const bytes = decodeBase58(raw.data ?? '')
  if (bytes === null) throw new Error('the data of an instruction is not base58')
  return bytes
}

function readSystemMove({ raw }: Instruction, keys: readonly string[]): SystemMove | null {
  const parsed = readParsed(raw)
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
  const decoded = decodeSystemInstruction(decodeData(raw))
  const from = accountAt(raw, 0, keys)
  const to = accountAt(raw, 1, keys)
  if (decoded?.type === 'createAccount' || decoded?.type === 'createAccountWithSeed') {
    return { kind: 'create', from, to, lamports: Number(decoded.lamports) }
  }
  if (decoded?.type === 'transfer') {
    return { kind: 'transfer', from, to, lamports: Number(decoded.lamports) }
  }
  return decoded?.type === 'allocate' || decoded?.type === 'allocateWithSeed'
    ? { kind: 'allocate', to: from }
    : null
}

/** Returns what the system program moved and which accounts it created; `into` narrows it to one receiver. */
export function listSystemMoves(
  tx: RawTransaction,
  keys: readonly string[],
  into?: string,
): SystemMove[] {
  const moves: SystemMove[] = []
  someInstruction(tx, keys, (instruction) => {
    const { programId, raw } = instruction
    if (programId !== SYSTEM_PROGRAM) return false
    // Decoding the data costs most. Compiled instructions name their receiver without it.
    if (into !== undefined && raw.accounts && accountAt(raw, 1, keys) !== into) return false
    const move = readSystemMove(instruction, keys)
    if (move && (into === undefined || move.to === into)) moves.push(move)
    return false
  })
  return moves
}

export type TokenAct =
  | { kind: 'mint' | 'burn'; account: string; mint: string; amount: bigint }
  | { kind: 'open'; account: string; mint: string; owner: string }
  | { kind: 'close'; account: string; destination: string; owner: string }

const readAmount = (info: Record<string, unknown>): bigint => {
  const amount = info['amount'] ?? (info['tokenAmount'] as { amount?: unknown } | undefined)?.amount
  return BigInt(typeof amount === 'string' || typeof amount === 'number' ? amount : 0)
}

function parsedTokenAct({ type = '', info = {} }: ParsedInstruction): TokenAct | null {
  const account = text(info['account'])
  const mint = text(info['mint'])
  switch (type) {
    case 'mintTo':
    case 'mintToChecked':
      return { kind: 'mint', account, mint, amount: readAmount(info) }
    case 'burn':
    case 'burnChecked':
      return { kind: 'burn', account, mint, amount: readAmount(info) }
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
    default:
      return null
  }
}

function readTokenAct({ raw }: Instruction, keys: readonly string[]): TokenAct | null {
  const decoded = decodeTokenInstruction(decodeData(raw))
  const at = (place: number): string => accountAt(raw, place, keys)
  if (decoded?.type === 'mintTo' || decoded?.type === 'mintToChecked') {
    return { kind: 'mint', account: at(1), mint: at(0), amount: decoded.amount }
  }
  if (decoded?.type === 'burn' || decoded?.type === 'burnChecked') {
    return { kind: 'burn', account: at(0), mint: at(1), amount: decoded.amount }
  }
  if (decoded?.type === 'closeAccount') {
    return { kind: 'close', account: at(0), destination: at(1), owner: at(2) }
  }
  if (decoded?.type === 'initializeAccount') {
    return { kind: 'open', account: at(0), mint: at(1), owner: at(2) }
  }
  return decoded?.type === 'initializeAccount2' || decoded?.type === 'initializeAccount3'
    ? { kind: 'open', account: at(0), mint: at(1), owner: decoded.owner }
    : null
}

/** Returns mints, burns, openings and closings of token accounts, in order. */
export function listTokenActs(tx: RawTransaction, keys: readonly string[]): TokenAct[] {
  const acts: TokenAct[] = []
  someInstruction(tx, keys, (instruction) => {
    const { programId, raw } = instruction
    if (!isTokenProgram(programId)) return false
    const parsed = readParsed(raw)
    const act = parsed ? parsedTokenAct(parsed) : readTokenAct(instruction, keys)
    if (act) acts.push(act)
    return false
  })
  return acts
}
