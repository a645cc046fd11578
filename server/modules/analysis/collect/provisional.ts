import type { ProvisionalRanking } from '#contract/analysis/analysis.ts'
import { analyze, type TransactionFacts } from '#engine/index.ts'
import type { MintFacts } from './mint-account.ts'

const ROWS = 20
/** A ranking of fewer transactions says nothing. */
const MIN_TRANSACTIONS = 20
/** A ranking is made again when there is this much more to rank… */
const GROWTH = 1.3
/** …and after this. */
const MIN_PAUSE_MS = 400
/** Ranking takes at most this share of the time. */
const TIME_SHARE = 0.1

/** Ranks the wallets by what is read so far, now and then, for those who wait for the report. */
export class Provisional {
  readonly #mint: MintFacts
  #ranking: ProvisionalRanking | undefined
  #ranked = 0
  #nextAt = performance.now() + MIN_PAUSE_MS

  constructor(mint: MintFacts) {
    this.#mint = mint
  }

  /** Returns the latest ranking; undefined before the first one. */
  get ranking(): ProvisionalRanking | undefined {
    return this.#ranking
  }

  /** Ranks again if that is worth it. `listed` is how many transactions there are as far as is known. */
  update(transactions: ReadonlyMap<string, TransactionFacts>, listed: number): void {
    const startedAt = performance.now()
    const isEnough = transactions.size >= Math.max(MIN_TRANSACTIONS, this.#ranked * GROWTH)
    if (!isEnough || startedAt < this.#nextAt) return
    const { address: mint, decimals, supplyRaw, tokenProgram, mintAuthority } = this.#mint
    const { wallets } = analyze({
      mint,
      decimals,
      supplyRaw,
      tokenProgram,
      mintAuthority,
      evidence: [...transactions.values()].map((tx) => ({ tx, index: tx.index })),
      priceEvidence: [],
      accountPrograms: new Map(),
      funders: new Map(),
      collection: { missing: 0, pages: 0, addresses: 0, isTruncated: true, reasons: [] },
      solUsd: null,
    })
    this.#ranking = {
      share: Math.min(1, transactions.size / Math.max(1, listed)),
      wallets: wallets.slice(0, ROWS).map(({ rank, address, score, pnl_sol }) => {
        return { rank: rank ?? 0, address, score, pnl_sol }
      }),
    }
    this.#ranked = transactions.size
    const now = performance.now()
    this.#nextAt = now + Math.max(MIN_PAUSE_MS, (now - startedAt) / TIME_SHARE)
  }
}
