import type { ProvisionalRanking } from '#contract/analysis/analysis.ts'
import { rankProvisionally, readMarket, type Evidence } from '#engine/index.ts'
import type { MintFacts } from './mint-account.ts'

const ROWS = 20
/** Fewer transactions are not ranked. */
const MIN_TRANSACTIONS = 20
/** Above this share, the report itself is almost ready. */
const MAX_SHARE = 0.95
/** A ranking is made again when there is this much more to rank… */
const GROWTH = 1.3
/** …and after this. */
const MIN_PAUSE_MS = 400
/** Ranking takes at most this share of the time. */
const TIME_SHARE = 0.1

/** Ranks the wallets from the transactions read so far, for users who wait for the report. */
export class ProvisionalRanker {
  readonly #mint: MintFacts
  #ranking: ProvisionalRanking | undefined
  #ranked = 0
  #nextAt = performance.now() + MIN_PAUSE_MS

  constructor(mint: MintFacts) {
    this.#mint = mint
  }

  /** Returns the latest ranking, or undefined before the first one. */
  get ranking(): ProvisionalRanking | undefined {
    return this.#ranking
  }

  /**
   * Ranks again if that is worth it.
   *
   * @param read how many transactions are read
   * @param listed how many there are as far as is known
   */
  update(read: number, listed: number, evidence: () => readonly Evidence[]): void {
    const startedAt = performance.now()
    const isEnough = read >= Math.max(MIN_TRANSACTIONS, this.#ranked * GROWTH)
    const isNearlyDone = read > listed * MAX_SHARE
    if (!isEnough || isNearlyDone || startedAt < this.#nextAt) return
    const market = readMarket({
      mint: this.#mint.address,
      mintAuthority: this.#mint.mintAuthority,
      evidence: evidence(),
      priceEvidence: [],
      accountPrograms: new Map(),
      solUsd: null,
    })
    const { wallets } = rankProvisionally(market)
    this.#ranking = {
      share: Math.min(1, read / Math.max(1, listed)),
      wallets: wallets.slice(0, ROWS).map(({ address, score, pnl_sol }, place) => {
        return { rank: place + 1, address, score, pnl_sol }
      }),
    }
    this.#ranked = read
    const now = performance.now()
    this.#nextAt = now + Math.max(MIN_PAUSE_MS, (now - startedAt) / TIME_SHARE)
  }
}
