import { WSOL_MINT } from '#solana/programs.ts'

import {
  findLamportChange,
  findLamportDelta,
  listSigners,
  type SystemMove,
  type TokenAct,
  type TransactionFacts,
} from './facts/facts.ts'
import { TIP_ACCOUNTS } from './known-addresses.ts'

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

/** All changes of one owner in a transaction. */
export type OwnerChange = {
  address: string
  isSigner: boolean
  /** Raw token change by mint, over all the owner's accounts. */
  tokens: Map<string, bigint>
  /** Change of the owner's own account. Excludes the network fee, includes `rent` and `tip`. */
  lamports: number
  /** Rent deposits that were paid (positive) or returned (negative). */
  rent: number
  /** Lamports paid to tip accounts. */
  tip: number
  fee: number
  changedAccounts: number
}

/** Balance changes of a transaction, by token account and by owner. `payer` paid the network fee. */
export type BalanceChanges = {
  tx: TransactionFacts
  payer: string
  signers: ReadonlySet<string>
  accounts: readonly TokenAccountChange[]
  owners: ReadonlyMap<string, OwnerChange>
}

/** Lists what the system program moved and which accounts it created. */
function listSystemMoves({ instructions }: TransactionFacts): SystemMove[] {
  return instructions.flatMap(({ act }) =>
    act?.kind === 'create' || act?.kind === 'transfer' || act?.kind === 'allocate' ? act : [],
  )
}

/** Lists mints, burns, openings and closings of token accounts, in order. */
export function listTokenActs({ instructions }: TransactionFacts): TokenAct[] {
  return instructions.flatMap(({ act }) =>
    act?.kind === 'mint' || act?.kind === 'burn' || act?.kind === 'open' || act?.kind === 'close'
      ? act
      : [],
  )
}

/** Rent-exempt minimum: (128 + size) bytes at 6,960 lamports a byte, so 890,880 for an empty account. */
const LAMPORTS_PER_BYTE = 6960
const RENT_FLOOR = 890_880

const isRentSized = (lamports: number): boolean =>
  lamports >= RENT_FLOOR && lamports % LAMPORTS_PER_BYTE === 0

const isRentMultiple = (lamports: number): boolean =>
  lamports > 0 && lamports % LAMPORTS_PER_BYTE === 0

/** Returns the raw units of a mint that the owner held before, in the accounts that the transaction names. */
export function sumHeldBefore(
  { tx, accounts }: BalanceChanges,
  address: string,
  mint: string,
): bigint {
  let held = 0n
  for (const balance of tx.balances) {
    if (balance.mint !== mint || balance.before === 0n) continue
    const owner = balance.owner ?? accounts.find(({ index }) => index === balance.index)?.owner
    if (owner === address) held += balance.before
  }
  return held
}

/** Returns the SOL that the wallet paid (negative) or received for the trade, without network fee, tips and rent. */
export function computeTradeLamports(change: OwnerChange): bigint {
  return BigInt(change.lamports + change.rent + change.tip) + (change.tokens.get(WSOL_MINT) ?? 0n)
}

/** Returns the token accounts whose tokens or lamports changed. */
function listTokenChanges(tx: TransactionFacts): TokenAccountChange[] {
  const changed: TokenAccountChange[] = []
  for (const { index, mint, owner, programId, decimals, before, after } of tx.balances) {
    if (before === after && findLamportDelta(tx, index) === 0) continue
    const address = tx.keys[index] ?? ''
    changed.push({ index, address, mint, owner, programId, decimals, before, after })
  }
  return changed
}

/** A transaction while its balances are read. */
type Reading = {
  tx: TransactionFacts
  payer: string
  signers: ReadonlySet<string>
  owners: Map<string, OwnerChange>
}

/**
 * Returns what the transaction changed; null if it names no token account. Lamports of token accounts are rent of their
 * payer, except for wrapped SOL, which counts as the token.
 */
export function readBalances(tx: TransactionFacts): BalanceChanges | null {
  if (tx.balances.length === 0) return null
  const payer = tx.keys[0] ?? ''
  const signers = new Set(listSigners(tx))
  const accounts = listTokenChanges(tx)
  resolveOwners(accounts, tx)
  const owners = new Map<string, OwnerChange>()
  const reading = { tx, payer, signers, owners }
  addTokenAccounts(reading, accounts)
  addSystemAccounts(reading)
  takeOutCurveRent(reading)
  return { tx, payer, signers, accounts, owners }
}

function findOrAddChange({ owners, signers }: Reading, address: string): OwnerChange {
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

/** Returns the signer that paid the rent of a new account. */
function findRentPayer({ tx, payer, signers }: Reading, address: string, fallback: string): string {
  if (signers.size === 1) return payer
  for (const move of listSystemMoves(tx)) {
    if (move.kind !== 'allocate' && move.to === address && signers.has(move.from)) return move.from
  }
  return signers.has(fallback) ? fallback : payer
}

/** Returns who got the rent of a closed account back. */
function findRentReceiver(
  { tx, payer, signers }: Reading,
  address: string,
  fallback: string,
): string {
  if (fallback === payer && signers.size === 1) return payer
  for (const act of listTokenActs(tx)) {
    if (act.kind === 'close' && act.account === address) return act.destination
  }
  return fallback
}

function addTokenAccounts(reading: Reading, accounts: readonly TokenAccountChange[]): void {
  for (const account of accounts) {
    if (account.owner === null) continue
    const moved = account.after - account.before
    const { before, delta } = findLamportChange(reading.tx, account.index)
    const lamports = delta - (account.mint === WSOL_MINT ? Number(moved) : 0)
    if (moved === 0n && lamports === 0) continue
    const change = findOrAddChange(reading, account.owner)
    if (moved !== 0n) {
      change.tokens.set(account.mint, (change.tokens.get(account.mint) ?? 0n) + moved)
      change.changedAccounts++
    }
    if (lamports === 0) continue
    const { address, owner } = account
    if (before === 0)
      findOrAddChange(reading, findRentPayer(reading, address, owner)).rent += lamports
    else if (before + delta === 0) {
      findOrAddChange(reading, findRentReceiver(reading, address, owner)).rent += lamports
    } else if (change.isSigner) change.rent += lamports
  }
}

function addSystemAccounts(reading: Reading): void {
  const { tx, payer, signers, owners } = reading
  const tokenAccounts = new Set<number>()
  for (const { index } of tx.balances) tokenAccounts.add(index)
  if (!tokenAccounts.has(0)) {
    const change = findOrAddChange(reading, payer)
    change.fee = tx.feeLamports
    change.lamports += findLamportDelta(tx, 0) + change.fee
  }
  let created: Set<string> | null = null
  for (const { index, before, delta } of tx.lamports) {
    if (index === 0 || tokenAccounts.has(index)) continue
    const address = tx.keys[index] ?? ''
    if (TIP_ACCOUNTS.has(address)) {
      for (const [from, lamports] of listTippers(address, delta, reading)) {
        findOrAddChange(reading, from).tip += lamports
      }
      continue
    }
    const isNew = delta > 0 && before === 0
    const owner = owners.get(address)
    if (isNew && !owner) {
      created ??= listCreatedAccounts(tx)
      if (created.has(address) || (isRentSized(delta) && !signers.has(address))) {
        findOrAddChange(reading, findRentPayer(reading, address, payer)).rent += delta
        continue
      }
    }
    const isClosed = delta < 0 && before + delta === 0
    if (isClosed && !owner && !signers.has(address) && isRentSized(-delta)) {
      findOrAddChange(reading, payer).rent += delta
      continue
    }
    if (owner) owner.lamports += delta
    else if (signers.has(address)) findOrAddChange(reading, address).lamports += delta
  }
}

/** Resolves owners that the record omits, for accounts opened or closed in the same transaction. */
function resolveOwners(accounts: readonly TokenAccountChange[], tx: TransactionFacts): void {
  const unknown = accounts.filter((account) => account.owner === null)
  if (unknown.length === 0) return
  const acts = listTokenActs(tx)
  for (const account of unknown) {
    const opened = acts.find((act) => act.kind === 'open' && act.account === account.address)
    if (opened?.kind === 'open') account.owner = opened.owner || null
  }
}

function listTippers(
  tipAccount: string,
  delta: number,
  { tx, signers, payer }: Reading,
): [string, number][] {
  if (signers.size === 1) return [[payer, delta]]
  const found: [string, number][] = []
  for (const move of listSystemMoves(tx)) {
    if (move.kind === 'transfer' && move.to === tipAccount) found.push([move.from, move.lamports])
  }
  return found.length > 0 ? found : [[payer, delta]]
}

function listCreatedAccounts(tx: TransactionFacts): Set<string> {
  const created = new Set<string>()
  for (const move of listSystemMoves(tx)) if (move.kind !== 'transfer') created.add(move.to)
  return created
}

/**
 * Separates rent from the price. A bonding curve keeps native SOL beside its own rent, so SOL that created or
 * enlarged the account belongs to its payer: `createAccount`, and transfers of a whole number of bytes' rent beside
 * the payment itself.
 */
function takeOutCurveRent({ tx, owners, signers, payer }: Reading): void {
  for (const change of owners.values()) {
    if (change.lamports <= 0 || signers.has(change.address)) continue
    const into = listSystemMoves(tx).filter(({ to }) => to === change.address)
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
