import { WSOL_MINT } from '#solana/programs.ts'

import { listSystemMoves, listTokenActs, type SystemMove, type TokenAct } from './instructions.ts'
import { TIP_ACCOUNTS } from './known-addresses.ts'
import {
  accountKeys,
  lamportDelta,
  signerCount,
  type RawTokenBalance,
  type RawTransaction,
} from './transaction.ts'

/** The change of one token account; `owner` is null when neither the record nor an instruction names it. */
export type TokenAccountChange = {
  index: number
  address: string
  mint: string
  owner: string | null
  programId: string | null
  decimals: number
  before: bigint
  after: bigint
}

/** All changes of one owner in a transaction, without network fee, tips and rent. */
export type OwnerChange = {
  address: string
  isSigner: boolean
  /** Raw token change by mint, over all the owner's accounts. */
  tokens: Map<string, bigint>
  /** Change of the owner's system account. */
  lamports: number
  /** Rent deposits that were paid (positive) or returned (negative). */
  rent: number
  tip: number
  fee: number
  changedAccounts: number
}

export type BalanceChanges = {
  tx: RawTransaction
  keys: readonly string[]
  payer: string
  signers: ReadonlySet<string>
  accounts: readonly TokenAccountChange[]
  owners: ReadonlyMap<string, OwnerChange>
  /** Parsed on first use: most transactions need neither. */
  systemMoves: () => readonly SystemMove[]
  tokenActs: () => readonly TokenAct[]
}

/** Rent-exempt minimum: (128 + size) bytes at 6,960 lamports a byte, so 890,880 for an empty account. */
const LAMPORTS_PER_BYTE = 6960
const RENT_FLOOR = 890_880

const isRentSized = (lamports: number): boolean =>
  lamports >= RENT_FLOOR && lamports % LAMPORTS_PER_BYTE === 0

const isRentMultiple = (lamports: number): boolean =>
  lamports > 0 && lamports % LAMPORTS_PER_BYTE === 0

/** Returns the raw tokens of a mint that the owner held before, in the accounts that the transaction names. */
export function heldBefore(
  { tx, accounts }: BalanceChanges,
  address: string,
  mint: string,
): bigint {
  let held = 0n
  for (const balance of tx.meta?.preTokenBalances ?? []) {
    if (balance.mint !== mint) continue
    const owner =
      balance.owner ?? accounts.find(({ index }) => index === balance.accountIndex)?.owner
    if (owner === address) held += BigInt(balance.uiTokenAmount.amount)
  }
  return held
}

/** Returns the SOL that the wallet paid (negative) or received for the trade, without network fee, tips and rent. */
export function tradeLamports(change: OwnerChange): bigint {
  return BigInt(change.lamports + change.rent + change.tip) + (change.tokens.get(WSOL_MINT) ?? 0n)
}

function lazily<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

/** Returns the changed token accounts, and the indexes of all token accounts. */
function tokenChanges(
  tx: RawTransaction,
  keys: readonly string[],
): { accounts: TokenAccountChange[]; indexes: ReadonlySet<number> } {
  const before = new Map<number, RawTokenBalance>()
  for (const balance of tx.meta?.preTokenBalances ?? []) before.set(balance.accountIndex, balance)
  const indexes = new Set(before.keys())
  const accounts: TokenAccountChange[] = []
  const add = (balance: RawTokenBalance, from: string, to: string): void => {
    const { accountIndex: index, mint, uiTokenAmount } = balance
    if (from === to && lamportDelta(tx, index) === 0) return
    accounts.push({
      index,
      address: keys[index] ?? '',
      mint,
      owner: balance.owner || null,
      programId: balance.programId ?? null,
      decimals: uiTokenAmount.decimals,
      before: BigInt(from),
      after: BigInt(to),
    })
  }
  for (const balance of tx.meta?.postTokenBalances ?? []) {
    const earlier = before.get(balance.accountIndex)
    before.delete(balance.accountIndex)
    indexes.add(balance.accountIndex)
    add(balance, earlier?.uiTokenAmount.amount ?? '0', balance.uiTokenAmount.amount)
  }
  for (const closed of before.values()) add(closed, closed.uiTokenAmount.amount, '0')
  return { accounts, indexes }
}

/**
 * Returns the balances before and after. Lamports of token accounts are rent of their payer, except for wrapped SOL,
 * which counts as the token.
 */
export function readBalances(tx: RawTransaction): BalanceChanges | null {
  const { meta } = tx
  if (meta === null) return null
  if (!meta.preTokenBalances?.length && !meta.postTokenBalances?.length) return null

  const keys = accountKeys(tx)
  const payer = keys[0] ?? ''
  const signers = new Set(keys.slice(0, signerCount(tx)))
  const systemMoves = lazily(() => listSystemMoves(tx, keys))
  const tokenActs = lazily(() => listTokenActs(tx, keys))

  const { accounts, indexes } = tokenChanges(tx, keys)
  resolveOwners(accounts, tokenActs)

  const owners = new Map<string, OwnerChange>()
  const changeOf = (address: string): OwnerChange => {
    let change = owners.get(address)
    if (!change) {
      change = {
        address,
        isSigner: signers.has(address),
        tokens: new Map(),
        lamports: 0,
        rent: 0,
        tip: 0,
        fee: 0,
        changedAccounts: 0,
      }
      owners.set(address, change)
    }
    return change
  }

  const paidBy = (address: string, fallback: string): string => {
    if (signers.size === 1) return payer
    for (const move of systemMoves()) {
      if (move.kind !== 'allocate' && move.to === address && signers.has(move.from)) {
        return move.from
      }
    }
    return signers.has(fallback) ? fallback : payer
  }
  const returnedTo = (address: string, fallback: string): string => {
    if (fallback === payer && signers.size === 1) return payer
    for (const act of tokenActs()) {
      if (act.kind === 'close' && act.account === address) return act.destination
    }
    return fallback
  }

  for (const account of accounts) {
    if (account.owner === null) continue
    const moved = account.after - account.before
    const lamports =
      lamportDelta(tx, account.index) - (account.mint === WSOL_MINT ? Number(moved) : 0)
    if (moved === 0n && lamports === 0) continue
    const change = changeOf(account.owner)
    if (moved !== 0n) {
      change.tokens.set(account.mint, (change.tokens.get(account.mint) ?? 0n) + moved)
      change.changedAccounts++
    }
    if (lamports === 0) continue
    const isNew = !meta.preBalances[account.index]
    const isClosed = !meta.postBalances[account.index]
    if (isNew) changeOf(paidBy(account.address, account.owner)).rent += lamports
    else if (isClosed) changeOf(returnedTo(account.address, account.owner)).rent += lamports
    else if (change.isSigner) change.rent += lamports
  }

  let created: Set<string> | null = null
  for (let index = 0; index < keys.length; index++) {
    const address = keys[index] ?? ''
    if (indexes.has(index)) continue
    const delta = lamportDelta(tx, index)
    if (index === 0) {
      const change = changeOf(payer)
      change.fee = Number(meta.fee)
      change.lamports += delta + change.fee
      continue
    }
    if (delta === 0) continue
    if (TIP_ACCOUNTS.has(address)) {
      for (const [from, lamports] of tippers(address, delta, { signers, payer, systemMoves })) {
        changeOf(from).tip += lamports
      }
      continue
    }
    const isNew = delta > 0 && !meta.preBalances[index]
    const owner = owners.get(address)
    if (isNew && !owner) {
      created ??= createdAccounts(systemMoves())
      if (created.has(address) || (isRentSized(delta) && !signers.has(address))) {
        changeOf(paidBy(address, payer)).rent += delta
        continue
      }
    }
    const isClosed = delta < 0 && !meta.postBalances[index]
    if (isClosed && !owner && !signers.has(address) && isRentSized(-delta)) {
      changeOf(payer).rent += delta
      continue
    }
    if (owner) owner.lamports += delta
    else if (signers.has(address)) changeOf(address).lamports += delta
  }
  takeOutCurveRent({ tx, keys, owners, signers, payer })
  return { tx, keys, payer, signers, accounts, owners, systemMoves, tokenActs }
}

/** Resolves owners that the record omits, for accounts opened or closed in the same transaction. */
function resolveOwners(
  accounts: readonly TokenAccountChange[],
  tokenActs: () => readonly TokenAct[],
): void {
  const unknown = accounts.filter((account) => account.owner === null)
  if (unknown.length === 0) return
  for (const account of unknown) {
    const opened = tokenActs().find((act) => act.kind === 'open' && act.account === account.address)
    if (opened?.kind === 'open') account.owner = opened.owner || null
  }
}

type TipContext = {
  signers: ReadonlySet<string>
  payer: string
  systemMoves: () => readonly SystemMove[]
}

function tippers(
  tipAccount: string,
  delta: number,
  { signers, payer, systemMoves }: TipContext,
): [string, number][] {
  if (signers.size === 1) return [[payer, delta]]
  const found: [string, number][] = []
  for (const move of systemMoves()) {
    if (move.kind === 'transfer' && move.to === tipAccount) found.push([move.from, move.lamports])
  }
  return found.length > 0 ? found : [[payer, delta]]
}

function createdAccounts(moves: readonly SystemMove[]): Set<string> {
  const created = new Set<string>()
  for (const move of moves) if (move.kind !== 'transfer') created.add(move.to)
  return created
}

type CurveContext = {
  tx: RawTransaction
  keys: readonly string[]
  owners: ReadonlyMap<string, OwnerChange>
  signers: ReadonlySet<string>
  payer: string
}

/**
 * Separates rent from the price. A bonding curve keeps native SOL beside its own rent, so SOL that created or
 * enlarged the account belongs to its payer: `createAccount`, and transfers of a whole number of bytes' rent beside
 * the payment itself.
 */
function takeOutCurveRent({ tx, keys, owners, signers, payer }: CurveContext): void {
  for (const change of owners.values()) {
    if (change.lamports <= 0 || signers.has(change.address)) continue
    const into = listSystemMoves(tx, keys, change.address)
    let rent = 0
    let paid = payer
    const payments = into.filter((move) => move.kind === 'transfer')
    for (const move of into) {
      if (move.kind === 'allocate') continue
      const isRent =
        move.kind === 'create' || (payments.length > 1 && isRentMultiple(move.lamports))
      if (!isRent) continue
      rent += move.lamports
      paid = move.from
    }
    if (rent === 0 || rent > change.lamports) continue
    change.lamports -= rent
    const payerChange = owners.get(paid) ?? owners.get(payer)
    if (payerChange) payerChange.rent += rent
  }
}
