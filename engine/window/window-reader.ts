import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import { findReserves, type HeldByPool } from '#engine/books/depth.ts'
import { findOtherLegs, PoolFinder, type KnownAddresses } from '#engine/trades/pools.ts'
import { QuoteTicks, type QuotePrices, type QuoteSwap } from '#engine/trades/quote-prices.ts'
import { SolPriceTicks, createSolPrices, type SolPriceTick } from '#engine/trades/sol-price.ts'
import { readFlowsFromChanges, isTrade } from '#engine/trades/trades.ts'
import { readBalances, type BalanceChanges } from '#engine/scan/balances.ts'
import { listBalances, type MintBalance } from './completeness.ts'
import type { Creation, Entry, Evidence, LiquidityMove, Window } from './dataset.ts'
import type { FlowFlag } from '#engine/scan/flow.ts'
import { isSeveralSwaps } from '#engine/scan/several-swaps.ts'
import { findLamportChange, listSigners, type TransactionFacts } from '#engine/scan/facts/facts.ts'

/** A flow before it is priced. Prices may change its flags and its values. */
export type ReadFlow = {
  flow: ValuedFlow
  flags: readonly FlowFlag[]
  isSeveral: boolean
  /** Null where the transaction does not show the balances of the pool. */
  held: HeldByPool | null
}

/** The transactions read for a mint, before they are priced. */
export type WindowState = {
  mint: string
  entries: Entry[]
  signers: Set<string>
  /** Owners whose balances changed and who never signed. If one signs later, earlier transactions must be read again. */
  unsigned: Set<string>
  accountPrograms: ReadonlyMap<string, string>
  /** By address, the parties that traded against it. */
  facing: Map<string, Set<string>>
  solTicks: SolPriceTick[]
  swaps: Map<string, QuoteSwap[]>
  balances: MintBalance[]
  flows: ReadFlow[]
  liquidityMoves: LiquidityMove[]
  tippers: Map<string, readonly string[]>
  creation: Creation | null
  failed: number
  ownerUnknown: number
}

export const createWindowState = (mint: string): WindowState => ({
  mint,
  entries: [],
  signers: new Set(),
  unsigned: new Set(),
  accountPrograms: new Map(),
  facing: new Map(),
  solTicks: [],
  swaps: new Map(),
  balances: [],
  flows: [],
  liquidityMoves: [],
  tippers: new Map(),
  creation: null,
  failed: 0,
  ownerUnknown: 0,
})

/** Transactions used only for the price of SOL, and US dollars per SOL as a fallback. */
type Prices = { priceEvidence?: readonly Evidence[]; solUsd: number | null }

/**
 * Reads the trades of a mint. The result can be stored and extended with later transactions. To save memory, each
 * transaction is decoded three times instead of kept: for order and signers, for pools and prices, and for the trades,
 * which need both.
 */
export class WindowReader {
  readonly #state: WindowState
  readonly #pools: PoolFinder
  readonly #solTicks: SolPriceTicks
  readonly #quoteTicks: QuoteTicks

  constructor(mint: string, state: WindowState = createWindowState(mint)) {
    this.#state = state
    this.#pools = new PoolFinder(mint, state.signers, state.facing)
    this.#solTicks = new SolPriceTicks(state.solTicks)
    this.#quoteTicks = new QuoteTicks(mint, state.swaps)
  }

  /** Returns the state to store. It changes with the next `add`. */
  get state(): WindowState {
    return { ...this.#state, solTicks: this.#solTicks.inOrder() }
  }

  /** Adds transactions. Returns false if they change how earlier ones are read; a new reader must then read all. */
  add(evidence: readonly Evidence[], accountPrograms: ReadonlyMap<string, string>): boolean {
    const state = this.#state
    const { mint, signers, unsigned, entries } = state
    const fresh = new Set<string>()
    const placed = inOrder(evidence, (tx) => {
      if (!concerns(tx, mint)) return false
      for (const key of listSigners(tx)) if (!signers.has(key)) fresh.add(key)
      return true
    })
    const last = entries.at(-1)
    const [first] = placed
    if (last && first && first.entry.slot <= last.slot) return false
    for (const address of unsigned) {
      const isSame = accountPrograms.get(address) === state.accountPrograms.get(address)
      if (fresh.has(address) || !isSame) return false
    }
    state.accountPrograms = accountPrograms
    for (const address of fresh) signers.add(address)

    const earlierPools = this.#pools.found()
    const earlierOwners = new Set(unsigned)
    this.#survey(placed)
    const pools = this.#pools.found()
    for (const address of pools.keys()) {
      if (!earlierPools.has(address) && earlierOwners.has(address)) return false
    }
    this.#readTrades(placed, { signers, pools: new Set(pools.keys()), accountPrograms })
    for (const { entry } of placed) entries.push(entry)
    return true
  }

  /** Values the trades. Invalidates the result of an earlier call. */
  window({ priceEvidence = [], solUsd }: Prices): Window {
    const { mint, entries, balances, signers, accountPrograms } = this.#state
    const { liquidityMoves, tippers, creation, failed, ownerUnknown } = this.#state
    const ticks = new SolPriceTicks(this.#solTicks.inOrder())
    for (const { evidence } of inOrder(priceEvidence, () => true)) {
      const changes = readChanges(evidence.tx)
      if (changes) ticks.note(changes)
    }
    const poolsFaced = this.#pools.found()
    const known: KnownAddresses = { signers, pools: new Set(poolsFaced.keys()), accountPrograms }
    const prices = createSolPrices(ticks.inOrder(), solUsd)
    return {
      mint,
      entries,
      balances,
      flows: priceFlows(this.#state.flows, this.#quoteTicks.prices(prices, known)),
      known,
      poolsFaced,
      liquidityMoves,
      tippers,
      creation,
      prices,
      failed,
      ownerUnknown,
    }
  }

  /** Records pools, prices and other facts of the mint. */
  #survey(placed: readonly Placed[]): void {
    const state = this.#state
    for (const [nth, { evidence }] of placed.entries()) {
      const { tx } = evidence
      state.balances.push(...listBalances(tx, evidence.index, state.mint))
      if (tx.isFailed) state.failed++
      else state.creation ??= findCreation(tx, state.mint, state.entries.length + nth)
      const changes = readChanges(tx)
      if (!changes) continue
      for (const address of changes.owners.keys()) {
        if (!state.signers.has(address)) state.unsigned.add(address)
      }
      this.#pools.note(changes)
      this.#solTicks.note(changes)
      this.#quoteTicks.note(changes)
    }
  }

  /** Reads the trades of transactions whose pools are known. */
  #readTrades(placed: readonly Placed[], known: KnownAddresses): void {
    const state = this.#state
    const { mint, flows, liquidityMoves, tippers } = state
    for (const [nth, { evidence }] of placed.entries()) {
      const changes = readChanges(evidence.tx)
      if (!changes) continue
      for (const { mint: moved, owner, before, after } of changes.accounts) {
        if (moved === mint && owner === null && before !== after) state.ownerUnknown++
      }
      const own = readFlowsFromChanges(changes, { mint, known })
      for (const each of own) {
        const order = state.entries.length + nth
        const unpriced = { valueLamports: null, grossLamports: null, reserves: null }
        const flow: ValuedFlow = { ...each, order, ...unpriced }
        const isPriced = isTrade(flow)
        flows.push({
          flow,
          flags: each.flags,
          isSeveral: isPriced && isSeveralSwaps(changes, flow),
          held: isPriced ? findReserves(changes, flow, mint) : null,
        })
      }
      const move = findLiquidityMove(changes, mint)
      if (move) liquidityMoves.push(move)
      const paying = [...changes.owners.values()].filter(({ tip }) => tip > 0)
      const isForOthers = paying.some(({ address }) => own.some(({ owner }) => owner !== address))
      if (!isForOthers) continue
      tippers.set(
        evidence.tx.signature,
        paying.map(({ address }) => address),
      )
    }
  }
}

type Options = Prices & {
  mint: string
  evidence: readonly Evidence[]
  accountPrograms: ReadonlyMap<string, string>
}

/** Reads and values the trades of a mint at once. */
export function readWindow({ mint, evidence, accountPrograms, ...prices }: Options): Window {
  const reader = new WindowReader(mint)
  reader.add(evidence, accountPrograms)
  return reader.window(prices)
}

const NO_INDEX = Number.MAX_SAFE_INTEGER

/** Sorts by slot, index in the block, and signature, independently of the order of the pages. */
function byPlace(a: Entry, b: Entry): number {
  const bySlot = a.slot - b.slot
  if (bySlot !== 0) return bySlot
  const byIndex = (a.index ?? NO_INDEX) - (b.index ?? NO_INDEX)
  if (byIndex !== 0) return byIndex
  return a.signature < b.signature ? -1 : 1
}

type Placed = { evidence: Evidence; entry: Entry }

/** Returns the transactions in order, each once. `accept` is called with each of them in any order. */
function inOrder(
  evidence: readonly Evidence[],
  accept: (tx: TransactionFacts) => boolean,
): Placed[] {
  const bySignature = new Map<string, Placed>()
  for (const item of evidence) {
    const { tx } = item
    if (!accept(tx)) continue
    const { signature, slot, timeS } = tx
    const known = bySignature.get(signature)
    if (known && (known.entry.index !== null || item.index === null)) continue
    bySignature.set(signature, {
      evidence: item,
      entry: { signature, slot, timeS, index: item.index },
    })
  }
  return [...bySignature.values()].toSorted((a, b) => byPlace(a.entry, b.entry))
}

/** Values the flows, and the balances of the pools after them. */
function priceFlows(read: readonly ReadFlow[], prices: QuotePrices): ValuedFlow[] {
  const toLamports = (quote: string | null, amount: bigint, slot: number): bigint | null =>
    quote === null ? null : prices.toLamports(quote, amount, slot)

  for (const { flow, flags, isSeveral, held } of read) {
    const { slot, grossMint } = flow
    flow.flags = [...flags]
    flow.valueLamports = toLamports(flow.quoteMint, flow.quoteNet, slot)
    flow.grossLamports = toLamports(grossMint, flow.quoteGross, slot)
    flow.reserves = null
    if (!isTrade(flow)) continue
    settleValue(flow)
    if (isSeveral) flow.flags.push('multi')
    if (held === null || grossMint === null) continue
    const quoteLamports = prices.toLamports(grossMint, held.quote, slot)
    if (quoteLamports !== null) flow.reserves = { ...held, quoteMint: grossMint, quoteLamports }
  }
  return read.map(({ flow }) => flow)
}

/** Values a trade by the side that has a price; without one, the trade is `unpriced`. */
function settleValue(flow: ValuedFlow): void {
  flow.valueLamports ??= flow.grossLamports
  if (flow.valueLamports !== null) {
    flow.flags = flow.flags.filter((flag) => flag !== 'unpriced')
  } else if (!flow.flags.includes('unpriced')) {
    flow.flags.push('unpriced')
  }
}

/** Returns null for a failed transaction. */
const readChanges = (tx: TransactionFacts): BalanceChanges | null =>
  tx.isFailed ? null : readBalances(tx)

function findLiquidityMove({ owners }: BalanceChanges, mint: string): LiquidityMove | null {
  const left: string[] = []
  const entered: string[] = []
  for (const change of owners.values()) {
    const moved = change.tokens.get(mint) ?? 0n
    if (moved === 0n) continue
    const legs = [...findOtherLegs(change, mint).values()]
    if (legs.length === 0 || !legs.every((leg) => leg > 0n === moved > 0n)) continue
    if (moved < 0n) left.push(change.address)
    else entered.push(change.address)
  }
  return left.length > 0 && entered.length > 0 ? { left, entered } : null
}

/** Returns true if the transaction names the mint. Other transactions of an address are not part of the window. */
function concerns({ balances, keys }: TransactionFacts, mint: string): boolean {
  return balances.some((balance) => balance.mint === mint) || keys.includes(mint)
}

function findCreation(tx: TransactionFacts, mint: string, order: number): Creation | null {
  const index = tx.keys.indexOf(mint)
  if (index < 0) return null
  const { before, delta } = findLamportChange(tx, index)
  if (before !== 0 || delta <= 0) return null
  const creators = new Set(listSigners(tx))
  creators.delete(mint)
  return {
    slot: tx.slot,
    order,
    signature: tx.signature,
    payer: tx.keys[0] ?? '',
    creators,
  }
}
