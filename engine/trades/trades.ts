import { WSOL_MINT } from '#solana/programs.ts'

import {
  sumHeldBefore,
  readBalances,
  computeTradeLamports,
  type BalanceChanges,
  type OwnerChange,
} from '#engine/scan/balances.ts'
import type { Flow, FlowFlag, FlowKind } from '#engine/scan/flow.ts'
import { QUOTE_MINTS, STABLE_MINTS } from '#engine/scan/known-addresses.ts'
import { splitSides, type Party } from '#engine/scan/parties.ts'
import { NOTHING_KNOWN, abs, isKnownPool, isOpposite, type KnownAddresses } from './pools.ts'
import { readPoolSide, findWalletQuote, type Leg, type PoolSide } from './quotes.ts'
import { readSupplyChange, type SupplyChange } from '#engine/scan/supply.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'

/** Smaller trades do not affect the price: 10,000 lamports, or a fifth of a US cent. */
const DUST_LAMPORTS = 10_000n
const DUST_STABLE = 2_000n

type Options = { mint?: string; known?: KnownAddresses }

/**
 * Returns the purchases, sales and moves of a mint in one transaction, from balance changes alone. The wallet's side
 * shows owner and amount, the pool's side the gross price. Without `mint`, returns flows of every mint that is not a
 * quote. Returns [] for a failed transaction.
 */
export function readFlows(tx: TransactionFacts, options: Options = {}): Flow[] {
  if (tx.isFailed || !movesToken(tx, options.mint)) return []
  const changes = readBalances(tx)
  return changes ? readFlowsFromChanges(changes, options) : []
}

/** Returns true if a balance of the mint (by default, of any token that is not a quote) changed. */
function movesToken({ balances }: TransactionFacts, mint: string | undefined): boolean {
  return balances.some(
    ({ mint: held, before, after }) =>
      before !== after && (mint === undefined ? !QUOTE_MINTS.has(held) : held === mint),
  )
}

/** Same as `readFlows`, from balance changes that are already read. */
export function readFlowsFromChanges(
  changes: BalanceChanges,
  { mint, known = NOTHING_KNOWN }: Options = {},
): Flow[] {
  const mints = new Set<string>()
  for (const account of changes.accounts) {
    if (account.before === account.after) continue
    const isAsked = mint === undefined ? !QUOTE_MINTS.has(account.mint) : account.mint === mint
    if (isAsked) mints.add(account.mint)
  }
  const flows: Flow[] = []
  for (const each of mints) flows.push(...readMintFlows(changes, each, known))
  return flows
}

/** Returns true for purchases and sales, the kinds with a price. */
export const isTrade = ({ kind }: Flow): boolean => kind === 'BUY' || kind === 'SELL'

function readMintFlows(changes: BalanceChanges, mint: string, known: KnownAddresses): Flow[] {
  const supply = readSupplyChange(changes, mint)
  const parties: Party[] = []
  const flows: Flow[] = []
  for (const change of changes.owners.values()) {
    const total = change.tokens.get(mint) ?? 0n
    const minted = supply.minted.get(change.address) ?? 0n
    const burned = supply.burned.get(change.address) ?? 0n
    if (total === 0n && minted === 0n && burned === 0n) continue
    const moved = total - minted + burned
    if (moved !== 0n) parties.push({ change, moved })
    else if (total !== 0n && (change.isSigner || burned > 0n)) {
      flows.push(createBareFlow(changes, mint, change, total > 0n ? 'MINT' : 'BURN', abs(total)))
    }
  }
  if (parties.length === 0) return flows

  const { wallets, pools } = splitSides(changes, mint, parties, known)
  const pool = readPoolSide(changes, mint, pools)
  if (pool.isRoundTrip) return flows
  const hasUnknownOwner = changes.accounts.some(
    (account) =>
      account.owner === null && account.mint === mint && account.before !== account.after,
  )
  const isPoolKnown = pools.some(({ change }) => isKnownPool(change.address, known))
  for (const party of wallets) {
    const flow = readWalletFlow({ changes, mint, party, wallets, pool, supply, isPoolKnown })
    if (hasUnknownOwner) flow.flags.push('owner_unknown')
    flows.push(flow)
  }
  return flows
}

type WalletContext = {
  changes: BalanceChanges
  mint: string
  party: Party
  wallets: readonly Party[]
  pool: PoolSide
  supply: SupplyChange
  isPoolKnown: boolean
}

function readWalletFlow(context: WalletContext): Flow {
  const { changes, mint, party, wallets, pool, supply, isPoolKnown } = context
  const { change, moved } = party
  const isIn = moved > 0n
  const flow = createBareFlow(
    changes,
    mint,
    change,
    isIn ? 'TRANSFER_IN' : 'TRANSFER_OUT',
    abs(moved),
  )
  const sameWay = wallets.reduce(
    (total, other) => (isOpposite(other.moved, moved) ? total : total + abs(other.moved)),
    0n,
  )
  const paid = findWalletQuote(change, mint, moved, pool)
  const facesPool = pool.moved !== 0n && isOpposite(pool.moved, moved)
  const gross = facesPool ? buildGrossLeg(pool, paid) : null
  if (supply.taxed > 0n) {
    flow.taxedTokens = computePart(supply.taxed, abs(moved), sameWay)
    flow.flags.push('token_tax')
  }

  if (gross) {
    flow.pool = pool.largest
    flow.grossMint = gross.mint
    flow.quoteGross = computePart(abs(gross.amount), abs(moved), sameWay)
    const isMost = abs(moved) * 2n >= sameWay
    const paysItsPart =
      paid !== null && (paid.mint !== gross.mint || abs(paid.amount) * 10n >= flow.quoteGross)
    if (!isMost && !paysItsPart) return createFeeFlow(flow, isIn)
    flow.kind = isIn ? 'BUY' : 'SELL'
    setNet(flow, change, {
      paid,
      isShared: sharesPayment(change, mint, moved),
      payerPays: payerPays(changes, flow),
    })
    flow.flags.push(...sizeFlags(flow))
    return flow
  }

  const isReceipt = paid !== null && !QUOTE_MINTS.has(paid.mint)
  if (facesPool && (pool.isLiquidity || isReceipt || (isPoolKnown && paid === null))) {
    flow.kind = isIn ? 'LP_REMOVE' : 'LP_ADD'
    flow.pool = pool.largest
    return flow
  }
  if (facesPool && isPoolKnown && paid !== null) {
    flow.kind = isIn ? 'BUY' : 'SELL'
    flow.pool = pool.largest
    flow.quoteMint = paid.mint
    flow.quoteNet = abs(paid.amount)
    flow.flags.push('no_pool', ...sizeFlags(flow))
  }
  return flow
}

/** Returns the flow of a keeper, router or referrer that retains a part of another wallet's trade. */
function createFeeFlow(flow: Flow, isIn: boolean): Flow {
  flow.kind = isIn ? 'FEE_IN' : 'FEE_OUT'
  flow.grossMint = null
  flow.quoteGross = 0n
  return flow
}

/** Returns the pool's leg in the mint that the wallet paid with, else a usual quote, else any. */
function buildGrossLeg(pool: PoolSide, paid: Leg | null): Leg | null {
  let best: Leg | null = null
  for (const [mint, amount] of pool.quotes) {
    if (amount === 0n || !isOpposite(amount, pool.moved)) continue
    const leg = { mint, amount }
    if (paid?.mint === mint) return leg
    if (!best || (QUOTE_MINTS.has(mint) && !QUOTE_MINTS.has(best.mint))) best = leg
  }
  return best
}

/** Sets the wallet's payment: its own leg, or the pool's side if its own leg is not the payment for this trade. */
function setNet(
  flow: Flow,
  change: OwnerChange,
  { paid, isShared, payerPays }: { paid: Leg | null; isShared: boolean; payerPays: boolean },
): void {
  const takeGross = (flag: FlowFlag | null): void => {
    flow.quoteMint = flow.grossMint
    flow.quoteNet = flow.quoteGross
    if (flag) flow.flags.push(flag)
  }
  const isForOther = flow.payer !== flow.owner
  const forOther = (): FlowFlag => (payerPays ? 'funded' : 'order_fill')
  if (paid === null) return takeGross(isForOther ? forOther() : null)
  if (isShared) return takeGross('shared_quote')
  if (!QUOTE_MINTS.has(paid.mint)) {
    if (flow.grossMint !== null && QUOTE_MINTS.has(flow.grossMint)) return takeGross('token_route')
    flow.flags.push('token_route', 'unpriced')
  } else if (paid.mint === flow.grossMint) {
    const isSmall = abs(paid.amount) * 2n < flow.quoteGross
    if (isSmall && routesAnotherToken(change, flow)) return takeGross('token_route')
    if (isSmall && isForOther) return takeGross(forOther())
  } else if (paid.mint === WSOL_MINT && routesAnotherToken(change, flow)) {
    return takeGross('token_route')
  }
  flow.quoteMint = paid.mint
  flow.quoteNet = abs(paid.amount)
  const difference = abs(flow.quoteNet - flow.quoteGross)
  if (paid.mint === flow.grossMint && difference * 10n > flow.quoteGross) {
    flow.flags.push('quote_conflict')
  }
}

/** Returns true if the fee payer's own SOL covers at least half of the pool's side of a purchase. */
function payerPays({ owners, payer }: BalanceChanges, flow: Flow): boolean {
  const change = owners.get(payer)
  if (!change || flow.kind !== 'BUY' || flow.grossMint !== WSOL_MINT) return false
  return computeTradeLamports(change) * -2n >= flow.quoteGross
}

/** Returns true if the wallet swapped another token for this one. A little SOL beside it is only a fee. */
function routesAnotherToken(change: OwnerChange, flow: Flow): boolean {
  const isIn = flow.kind === 'BUY'
  for (const [mint, amount] of change.tokens) {
    if (mint !== flow.mint && !QUOTE_MINTS.has(mint) && amount !== 0n && amount < 0n === isIn) {
      return true
    }
  }
  return false
}

/** Returns true if several tokens moved the same way, so that one payment covers all of them. */
function sharesPayment(change: OwnerChange, mint: string, moved: bigint): boolean {
  for (const [other, amount] of change.tokens) {
    if (other === mint || QUOTE_MINTS.has(other) || amount === 0n) continue
    // A single indivisible unit is a receipt or a collectible.
    if (!isOpposite(amount, moved) && abs(amount) > 1n) return true
  }
  return false
}

function sizeFlags(flow: Flow): FlowFlag[] {
  const mint = flow.grossMint ?? flow.quoteMint
  const amount = flow.grossMint === null ? flow.quoteNet : flow.quoteGross
  const isDust =
    (mint === WSOL_MINT && amount < DUST_LAMPORTS) ||
    (mint !== null && STABLE_MINTS.has(mint) && amount < DUST_STABLE)
  return isDust ? ['dust'] : []
}

/** Returns `amount × part ÷ whole`, rounded; the whole amount if `whole` is 0. */
export function computePart(amount: bigint, part: bigint, whole: bigint): bigint {
  return part === whole || whole === 0n ? amount : (amount * part * 2n + whole) / (whole * 2n)
}

function createBareFlow(
  changes: BalanceChanges,
  mint: string,
  change: OwnerChange,
  kind: FlowKind,
  tokens: bigint,
): Flow {
  const { tx, payer } = changes
  return {
    signature: tx.signature,
    slot: tx.slot,
    timeS: tx.timeS,
    owner: change.address,
    mint,
    kind,
    tokens,
    heldBefore: sumHeldBefore(changes, change.address, mint),
    quoteMint: null,
    quoteNet: 0n,
    grossMint: null,
    quoteGross: 0n,
    taxedTokens: 0n,
    feeLamports: BigInt(change.fee),
    tipLamports: BigInt(change.tip),
    rentLamports: BigInt(change.rent),
    isSigner: change.isSigner,
    payer,
    pool: null,
    flags: [],
  }
}
