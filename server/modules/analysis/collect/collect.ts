import type { AnalysisProgress } from '#contract/analysis/analysis.ts'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import {
  chooseFundersToTrace,
  lacksSolPrice,
  rankProvisionally,
  chooseWalletsToTrace,
  type WindowReader,
  type Market,
  buildMarket,
  type ReportInput,
} from '#engine/index.ts'
import { mapAtMost } from '#server/lib/async/map-at-most.ts'
import type { Listed } from '#server/modules/analysis/store/history-page.ts'
import type { TokenRecord } from '#server/modules/analysis/store/token-store.ts'
import { readCurrentBalances, type CurrentBalances } from './current-balances.ts'
import { findFunders } from './funders.ts'
import { Histories } from './histories.ts'
import type { MintFacts } from './mint-account.ts'
import { LimitTracker, type ReadingLimits } from './limit-tracker.ts'
import { NodeLink, type PacedRpc } from './node-link.ts'
import { ProgressReporter } from './progress.ts'
import { ProvisionalRanker } from './provisional-ranking.ts'
import { ReadingPlan } from './reading-plan.ts'
import { collectSolPrices } from './sol-price-evidence.ts'
import { TokenTransactions } from './token-transactions.ts'
import { TransactionFetcher } from './transaction-fetcher.ts'
import { readAccountPrograms } from './vault-finder.ts'

export type CollectOptions = {
  rpc: PacedRpc &
    Pick<SolanaRpc, 'getMultipleAccounts' | 'getTokenLargestAccounts' | 'getSignaturesForAddress'>
  limits: ReadingLimits
  signal: AbortSignal
  onProgress: (progress: AnalysisProgress) => void
  /** Returns US dollars per SOL from an outside source, or null without one. */
  solUsd: () => Promise<number | null>
  /** The kept transactions of earlier analyses of the token. This one adds to them. */
  record: TokenRecord
  /** True to read failed transactions too. They change no report, but a recording of the chain has them. */
  readsFailed?: boolean
  /** Takes each answer with transactions as the node sent it. */
  onAnswer?: (body: Buffer) => void
}

const MAX_ADDRESSES = 200
/** Maximum number of histories that are read in parallel. */
const WIDTH = 8

/**
 * Reads the transactions of a mint. Swaps need not name the mint, so the mint's own history has less than half of its
 * trades. The histories of its largest token accounts, and of every vault in their transactions, are read too, until no
 * new vault is found or a limit is reached. A transaction that the node does not return counts as missing, with the
 * node's reason. Throws `RpcUnavailable` when the node stays silent.
 */
export async function collect(mint: MintFacts, options: CollectOptions): Promise<Collected> {
  const collection = new Collection(mint, options)
  await collection.read()
  return collection.collected()
}

export type Collected = ReportInput & { market: Market }

class Collection {
  readonly #mint: MintFacts
  readonly #options: CollectOptions
  readonly #limits: LimitTracker
  readonly #link: NodeLink
  readonly #fetcher: TransactionFetcher
  readonly #transactions: TokenTransactions
  readonly #failed = new Set<string>()
  /** Number of missing transactions, by the node's reason. */
  readonly #missing = new Map<string, number>()
  readonly #histories: Histories
  readonly #provisional: ProvisionalRanker
  readonly #plan: ReadingPlan
  readonly #progress: ProgressReporter

  constructor(mint: MintFacts, options: CollectOptions) {
    const { rpc, signal, limits, record, onAnswer } = options
    this.#mint = mint
    this.#provisional = new ProvisionalRanker(mint)
    this.#plan = new ReadingPlan(limits.maxTransactions)
    this.#progress = new ProgressReporter(options.onProgress)
    this.#options = options
    this.#limits = new LimitTracker(limits)
    this.#link = new NodeLink(rpc, signal, (body) => {
      this.#limits.addBytes(body.length)
      onAnswer?.(body)
    })
    this.#histories = new Histories({
      reader: { link: this.#link, rpc, signal },
      record,
    })
    const { address } = mint
    const histories = this.#histories
    this.#transactions = new TokenTransactions({ mint: address, record, histories })
    this.#fetcher = new TransactionFetcher({
      link: this.#link,
      signal,
      onGiven: (_signature, facts) => {
        this.#transactions.add(facts)
        this.#rankProvisionally()
        this.#report('transactions', 'Reading transactions', this.#transactions.read)
        if (this.#limits.isOutOfTime()) this.#fetcher.clear()
      },
      onMissing: (_signature, reason) =>
        this.#missing.set(reason, (this.#missing.get(reason) ?? 0) + 1),
    })
  }

  async read(): Promise<void> {
    this.#report('enumerating', 'Finding token accounts…', 0)
    const [largest] = await Promise.all([
      this.#readLargestAccounts(),
      this.#transactions.load(),
      this.#histories.load(),
    ])
    try {
      let open = [this.#mint.address, ...largest]
      while (open.length > 0 && !this.#limits.isOutOfTime()) {
        await mapAtMost(WIDTH, open, (address) => this.#list(address))
        this.#request(this.#plan.takeOldest())
        if (this.#plan.omission !== null) this.#limits.truncateByCount()
        await this.#fetcher.settle()
        open = this.#findNewVaults()
      }
    } finally {
      // A stopped analysis stores what it has read, so that the next one continues from there.
      await this.#transactions.save()
    }
  }

  /** With a stored window, the report itself is almost as fast. */
  #rankProvisionally(): void {
    const { read, listed, hasKeptWindow } = this.#transactions
    if (hasKeptWindow) return
    this.#provisional.update(read, listed + this.#plan.waiting, () => this.#transactions.evidence())
  }

  async collected(): Promise<Collected> {
    const solUsd = await this.#options.solUsd()
    const { address: mint, decimals, supplyRaw, tokenProgram, mintAuthority } = this.#mint
    const values = { mintAuthority, solUsd, priceEvidence: [] }
    let reader = await this.#readWindow()
    let balancesNow: ReportInput['balancesNow'] = null
    for (let isLast = false; this.#isWhole(); isLast = true) {
      const now = await this.#readCurrentBalances(reader, isLast)
      balancesNow = now?.balances ?? null
      if (isLast || now === null || now.unlisted.length === 0) break
      balancesNow = null
      await this.#readUnlisted(now.unlisted)
      reader = await this.#readWindow()
    }
    let market = buildMarket(reader, values)
    const { entries, prices } = market.window
    const slots = { from: entries[0]?.slot ?? 0, to: entries.at(-1)?.slot ?? 0 }
    // Figures in dollars need these prices if no other source has the price of SOL.
    const isDollarMissing = solUsd === null && prices.at(slots.to) === null
    if (isDollarMissing || lacksSolPrice(market)) {
      const { rpc, signal } = this.#options
      const priceEvidence = await collectSolPrices({ rpc, link: this.#link, signal }, slots)
      if (priceEvidence.length > 0) market = buildMarket(reader, { ...values, priceEvidence })
    }
    // Linked wallets matter only among those that a report shows, so a provisional ranking chooses the wallets.
    const funders = await this.#traceFunders(market)
    this.#report('analysing', 'Calculating profit and scores', entries.length)
    await this.#transactions.save()
    const collection = this.#summarize()
    const token = { mint, decimals, supplyRaw, tokenProgram, mintAuthority }
    return { ...token, solUsd, balancesNow, funders, collection, market }
  }

  async #readWindow(): Promise<WindowReader> {
    const reader = { rpc: this.#options.rpc, link: this.#link }
    const programs = await readAccountPrograms(reader, this.#transactions.vaults.owners())
    return this.#transactions.readWindow(programs, { isWhole: !this.#limits.isTruncated })
  }

  #isWhole(): boolean {
    return !this.#limits.isTruncated && !this.#limits.isOutOfTime()
  }

  #summarize(): ReportInput['collection'] {
    const { omission } = this.#plan
    return {
      missing: [...this.#missing.values()].reduce((sum, count) => sum + count, 0),
      failed: this.#failed.size,
      pages: this.#histories.pages,
      addresses: this.#histories.size,
      isTruncated: this.#limits.isTruncated,
      reasons: [
        ...this.#limits.reasons,
        ...(omission === null ? [] : [omission]),
        ...this.#listMissingReasons(),
      ],
    }
  }

  #listMissingReasons(): string[] {
    return [...this.#missing]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([reason, count]) => {
        const what = count === 1 ? '1 transaction is' : `${count} transactions are`
        return `${what} missing: ${reason}`
      })
  }

  async #readLargestAccounts(): Promise<string[]> {
    const { rpc } = this.#options
    try {
      const accounts = await this.#link.ask('getTokenLargestAccounts', (options) =>
        rpc.getTokenLargestAccounts(this.#mint.address, options),
      )
      return accounts.map(({ address }) => address)
    } catch (error) {
      // Nodes refuse this for mints with very many holders. The mint's own history still leads on.
      if (!(error instanceof RpcError)) throw error
      this.#limits.note('The node does not list the largest holders of this token')
      return []
    }
  }

  async #list(address: string): Promise<void> {
    if (this.#limits.isOver(this.#plan)) return
    const end = await this.#histories.read(address, (entries) => {
      const wanted: Listed[] = []
      for (const entry of entries) {
        if (this.#transactions.isListed(entry.signature)) continue
        if (this.#limits.isOver(this.#plan)) break
        // It moved no tokens, so it is counted and not read.
        if (entry.isFailed && this.#options.readsFailed !== true) {
          if (!this.#failed.has(entry.signature)) this.#plan.skip()
          this.#failed.add(entry.signature)
          continue
        }
        if (this.#plan.take(entry)) wanted.push(entry)
      }
      this.#request(wanted)
      this.#report('signatures', 'Reading the history of the token', this.#transactions.listed)
      return !this.#limits.isOver(this.#plan)
    })
    if (end === 'contradiction') {
      this.#limits.truncate(`The node’s history of ${address} contradicts itself`)
    }
  }

  #findNewVaults(): string[] {
    const vaults = this.#transactions.vaults
      .found()
      .filter((address) => !this.#histories.has(address))
    const room = MAX_ADDRESSES - this.#histories.size
    if (vaults.length > room) this.#limits.truncate('More pools than are read for one report')
    return vaults.slice(0, Math.max(0, room))
  }

  /** Reads the balances that prove the end of the histories; null when the node does not return them. */
  async #readCurrentBalances(
    { state }: WindowReader,
    isLast: boolean,
  ): Promise<CurrentBalances | null> {
    const { newestSlot } = this.#transactions
    const isListed = (signature: string): boolean => this.#transactions.isListed(signature)
    const reader = { rpc: this.#options.rpc, link: this.#link, isListed }
    const now = await readCurrentBalances(reader, state.balances, { newestSlot, isLast })
    if (now === null) this.#limits.note('The node does not return the balances of the holders')
    return now
  }

  /** Reads transactions that no history listed. */
  async #readUnlisted(signatures: readonly string[]): Promise<void> {
    this.#fetcher.add(signatures.filter((signature) => this.#transactions.list(signature, false)))
    await this.#fetcher.settle()
  }

  #request(entries: readonly Listed[]): void {
    const asked = entries.filter(({ signature, isFinalized }) =>
      this.#transactions.list(signature, isFinalized),
    )
    this.#fetcher.add(asked.map(({ signature }) => signature))
  }

  async #traceFunders(market: Market): Promise<ReportInput['funders']> {
    const { rpc, signal, record } = this.#options
    const transactions = this.#transactions
    let payers: Map<string, string> | undefined
    const known = {
      has: (signature: string) => transactions.isKnown(signature),
      get: (signature: string) => transactions.readFacts(signature),
      get payers() {
        payers ??= new Map(market.window.flows.map(({ signature, payer }) => [signature, payer]))
        return payers
      },
    }
    const reader = { rpc, link: this.#link, signal, record, known }
    const lookUp = async (asked: readonly string[]): Promise<ReportInput['funders']> => {
      const { funders, reasons } = await findFunders(reader, asked, {
        isOutOfTime: this.#limits.isOutOfTime(),
        onProgress: (done, total) =>
          this.#report('funders', 'Looking up who funded the buyers', done, total),
      })
      for (const reason of reasons) this.#limits.note(reason)
      return funders
    }
    const direct = await lookUp(chooseWalletsToTrace(rankProvisionally(market)))
    return new Map([...direct, ...(await lookUp(chooseFundersToTrace(direct)))])
  }

  #report(
    stage: AnalysisProgress['stage'],
    message: string,
    done: number,
    total: number | null = stage === 'transactions' ? this.#transactions.listed : null,
  ): void {
    const { ranking: provisional } = this.#provisional
    this.#progress.report({ stage, message, done, total, provisional })
  }
}
