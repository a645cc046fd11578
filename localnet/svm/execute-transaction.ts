import { MEMO_PROGRAMS } from '#solana/programs.ts'
import { parseMint, parseTokenAccount } from '#solana/token-state.ts'
import type { Bank, Execution, Resolution } from './bank.ts'
import { parseNonce, withNonce } from './durable-nonce.ts'
import { readComputeBudget, calculateFee } from './fees.ts'
import type { LandedTransaction, TokenBalance } from '#localnet/archive/history.ts'
import type { AccountState } from './account-state.ts'
import { toMetaTokenAmount } from '#localnet/wire.ts'
import { isWritable, type Transaction } from '#solana/transaction.ts'

type ResolvedKeys = Resolution & { ok: true }

export type SlotNonce = {
  account: string | null
  /** The value that nonces take in this slot. */
  value: Uint8Array
}

export type Landing = {
  transaction: LandedTransaction
  /** Accounts after the transaction; null for a deleted one. */
  changes: ReadonlyMap<string, AccountState | null>
}

/** Executes a transaction and records its effects. Reads accounts before and after, as LiteSVM returns no balances. */
export function executeTransaction(
  bank: Bank,
  transaction: Transaction,
  resolution: ResolvedKeys,
  place: { slot: number; blockTime: number; nonce: SlotNonce },
): Landing | { notIncluded: Execution } {
  const { message } = transaction
  const { keys, loaded } = resolution
  const before = keys.map((key) => bank.findAccount(key))
  const execution = bank.execute(transaction)
  if (!execution.landed) return { notIncluded: execution }
  const writableIndexes = [...keys.keys()].filter((index) => isWritable(message, index))
  const lockedBefore = writableIndexes.map(
    (index) => [keys[index] ?? '', before[index] ?? null] as const,
  )
  settleNonces(bank, execution, place.nonce, new Map(lockedBefore))
  const locked = new Set(writableIndexes)
  const changes = new Map<string, AccountState | null>()
  const after = keys.map((key, index) => {
    const previous = before[index] ?? null
    if (!locked.has(index)) return previous
    const state = bank.findAccount(key)
    if (!isSameState(previous, state)) changes.set(key, state)
    return state
  })
  const decimalsOf = createDecimalsLookup(bank, before, keys)
  return {
    changes,
    transaction: {
      signature: transaction.signatures[0] ?? '',
      slot: place.slot,
      blockTime: place.blockTime,
      bytes: transaction.bytes,
      keys,
      loaded,
      writableIndexes,
      unitPrice: Number(readComputeBudget(message).unitPrice),
      error: execution.error,
      fee: calculateFee(message),
      preBalances: before.map((state) => state?.lamports ?? 0n),
      postBalances: after.map((state) => state?.lamports ?? 0n),
      preTokenBalances: listTokenBalances(before, decimalsOf),
      postTokenBalances: listTokenBalances(after, decimalsOf),
      innerInstructions: execution.innerInstructions,
      logs: execution.logs,
      unitsConsumed: execution.unitsConsumed,
      returnData: execution.returnData,
      memo: describeMemos(transaction, keys),
    },
  }
}

/** Sets each stored or advanced nonce to this slot's value. A failed transaction uses up its nonce too. */
function settleNonces(
  bank: Bank,
  { error }: Execution,
  nonce: SlotNonce,
  previous: ReadonlyMap<string, AccountState | null>,
): void {
  for (const [address, before] of previous) {
    const account = bank.findAccount(address)
    const stored = account === null ? null : parseNonce(account)
    if (account === null || stored === null) continue
    const storedBefore = before === null ? null : parseNonce(before)
    const isAdvanced = stored.blockhash !== storedBefore?.blockhash
    const isSpent = error !== null && address === nonce.account
    if (isAdvanced || isSpent) bank.setAccount(address, withNonce(account, nonce.value))
  }
}

function isSameState(a: AccountState | null, b: AccountState | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.executable === b.executable &&
    Buffer.compare(a.data, b.data) === 0
  )
}

function createDecimalsLookup(
  bank: Bank,
  before: readonly (AccountState | null)[],
  keys: readonly string[],
) {
  return (mint: string): number => {
    const state = bank.findAccount(mint) ?? before[keys.indexOf(mint)] ?? null
    return (state === null ? null : parseMint(state))?.decimals ?? 0
  }
}

function listTokenBalances(
  states: readonly (AccountState | null)[],
  decimalsOf: (mint: string) => number,
): TokenBalance[] {
  return states.flatMap((state, accountIndex) => {
    const token = state === null ? null : parseTokenAccount(state)
    if (state === null || token === null) return []
    return [
      {
        accountIndex,
        mint: token.mint,
        owner: token.owner,
        programId: state.owner,
        uiTokenAmount: toMetaTokenAmount(token.amount, decimalsOf(token.mint)),
      },
    ]
  })
}

/** Returns memos as `getSignaturesForAddress` lists them: byte length in brackets, several joined by "; ". */
function describeMemos({ message }: Transaction, keys: readonly string[]): string | null {
  const memos = message.instructions
    .filter(({ programIdIndex }) => MEMO_PROGRAMS.includes(keys[programIdIndex] ?? ''))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString()}`)
  return memos.length === 0 ? null : memos.join('; ')
}
