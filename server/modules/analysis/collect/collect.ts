import type { AnalysisProgress } from '#contract/analysis.ts'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'

import {
  STABLE_MINTS,
  USDC_MINT,
  isSuccessful,
  isTrade,
  ranksWithinSlots,
  readBalances,
  readWindow,
  type AnalysisInput,
  type Evidence,
  type RawTransaction,
} from '#engine/index.ts'
import { isOnCurve } from '#solana/curve.ts'
import { findFunders } from './funders.ts'
import type { MintFacts } from './mint-account.ts'
import { chunksOf, mapAtMost, askNodeWithRetry } from './rpc-retry.ts'

type CollectRpc = Pick<
  SolanaRpc,
  'getMultipleAccounts' | 'getTokenLargestAccounts' | 'getSignaturesForAddress' | 'getTransactions'
>

type CollectLimits = {
  maxTransactions: number
  maxMinutes: number
  /** On the clock of `performance.now()`: reading stops then. */
  endsAt: number
}

const MAX_ADDRESSES = 200
const MAX_FUNDER_LOOKUPS = 200

export type CollectOptions = {
  rpc: CollectRpc
  limits: CollectLimits
  signal: AbortSignal
  onProgress: (progress: AnalysisProgress) => void
  /** US dollars per SOL from outside, asked only when the chain tells no price that is needed. */
  solUsd: () => Promise<number | null>
}

const PAGE = 1_000
const BATCH = 50
const WIDTH = 4
const ACCOUNTS_PER_CALL = 100
/** A transaction that the node lists but does not give is asked for this often. */
const NULL_RETRIES = 3
/** Swaps looked at for the price of SOL, and how far from the window they may lie: about a day of slots. */
const PRICE_TRANSACTIONS = 200
const PRICE_SLOTS = 216_000

type Listed = { signature: string; slot: number }

/**
 * Everything the chain tells about a mint. The mint alone leads to less than half of its trades, since swaps need not
 * name it; so the histories of its largest token accounts are read too, and of every vault seen in what they lead to,
 * until nothing new turns up or a limit is met. Throws `RpcUnavailable` when the node stays silent.
 */
export async function collect(mint: MintFacts, options: CollectOptions): Promise<AnalysisInput> {
  const collection = new Collection(mint, options)
  await collection.close()
  return collection.input()
}

class Collection {
  readonly #mint: MintFacts
  readonly #options: CollectOptions
  readonly #limits: CollectLimits
  readonly #histories = new Map<string, Listed[]>()
  readonly #listed = new Map<string, Listed>()
  readonly #transactions = new Map<string, RawTransaction>()
  readonly #missing = new Set<string>()
  readonly #reasons: string[] = []
  #pages = 0
  #isTruncated = false

  constructor(mint: MintFacts, options: CollectOptions) {
    this.#mint = mint
    this.#options = options
    this.#limits = options.limits
  }

  /** Pages and fetches until no address is left unread. */
  async close(): Promise<void> {
    this.#tell('enumerating', 'Finding token accounts…', 0, null)
    let open = [this.#mint.address, ...(await this.#largestAccounts())]
    while (open.length > 0 && !this.#isOutOfTime()) {
      for (const address of open) await this.#list(address)
      await this.#fetch()
      open = this.#newVaults()
    }
  }

  async input(): Promise<AnalysisInput> {
    const evidence = this.#evidence()
    const accountPrograms = await this.#accountPrograms(evidence)
    const { address: mint, decimals, supplyRaw, tokenProgram, mintAuthority } = this.#mint
    const window = readWindow({ mint, evidence, accountPrograms, solUsd: null })
    const buyers = [
      ...new Set(window.flows.filter(({ kind }) => kind === 'BUY').map(({ owner }) => owner)),
    ]
    const funders = await this.#funders(buyers)
    const isPriceMissing = window.flows.some(
      (flow) =>
        isTrade(flow) &&
        flow.valueLamports === null &&
        STABLE_MINTS.has(flow.quoteMint ?? flow.grossMint ?? ''),
    )
    const lastSlot = window.evidence.at(-1)?.tx.slot ?? 0
    const firstSlot = window.evidence[0]?.tx.slot ?? 0
    const priceEvidence = isPriceMissing ? await this.#priceEvidence(firstSlot, lastSlot) : []
    const solUsd = await this.#options.solUsd()
    this.#tell(
      'analysing',
      'Reading trades and keeping the books',
      evidence.length,
      evidence.length,
    )
    return {
      mint,
      decimals,
      supplyRaw,
      tokenProgram,
      mintAuthority,
      evidence,
      priceEvidence,
      accountPrograms,
      funders,
      solUsd,
      collection: {
        missing: this.#missing.size,
        pages: this.#pages,
        addresses: this.#histories.size,
        isTruncated: this.#isTruncated,
        reasons: this.#reasons,
      },
    }
  }

  async #largestAccounts(): Promise<string[]> {
    const { rpc, signal } = this.#options
    try {
      const accounts = await askNodeWithRetry(signal, (options) =>
        rpc.getTokenLargestAccounts(this.#mint.address, options),
      )
      return accounts.map(({ address }) => address)
    } catch (error) {
      // Nodes refuse this for mints with very many holders; the mint's own history still leads on.
      if (!(error instanceof RpcError)) throw error
      this.#reasons.push('The node does not list the largest holders of this token')
      return []
    }
  }

  /** Reads the history of an address, newest first, as far as the limit allows. */
  async #list(address: string): Promise<void> {
    if (this.#histories.has(address)) return
    const { rpc, signal } = this.#options
    const history: Listed[] = []
    this.#histories.set(address, history)
    for (let before: string | undefined; ;) {
      if (this.#isOutOfTime()) return
      if (this.#listed.size >= this.#limits.maxTransactions) return this.#truncateCount()
      const page = await askNodeWithRetry(signal, (options) =>
        rpc.getSignaturesForAddress(address, { ...options, before, limit: PAGE }),
      )
      this.#pages++
      for (const { signature, slot } of page) {
        const listed = { signature, slot }
        history.push(listed)
        if (this.#listed.has(signature)) continue
        if (this.#listed.size >= this.#limits.maxTransactions) return this.#truncateCount()
        this.#listed.set(signature, listed)
      }
      this.#tell('signatures', 'Reading the history of the token', this.#listed.size, null)
      before = page.at(-1)?.signature
      if (page.length < PAGE || before === undefined) return
    }
  }

  #truncateCount(): void {
    const count = this.#limits.maxTransactions.toLocaleString('en-US')
    this.#truncate(`Only ${count} transactions are read for one report`)
  }

  /** True once the time for reading has passed; the report then says so. */
  #isOutOfTime(): boolean {
    if (performance.now() < this.#limits.endsAt) return false
    this.#truncate(`Reading stopped at the limit of ${this.#limits.maxMinutes} minutes`)
    return true
  }

  #truncate(reason: string): void {
    this.#isTruncated = true
    if (!this.#reasons.includes(reason)) this.#reasons.push(reason)
  }

  async #fetch(): Promise<void> {
    const wanted = [...this.#listed.keys()].filter(
      (signature) => !this.#transactions.has(signature) && !this.#missing.has(signature),
    )
    let rest = wanted
    for (let attempt = 0; attempt <= NULL_RETRIES && rest.length > 0; attempt++) {
      rest = await this.#fetchOnce(rest)
    }
    // What there was no time to ask for is not missing on the node.
    if (this.#isOutOfTime()) return
    for (const signature of rest) this.#missing.add(signature)
  }

  /** Gives the signatures that the node had nothing for. */
  async #fetchOnce(signatures: readonly string[]): Promise<string[]> {
    const { rpc, signal } = this.#options
    const absent: string[] = []
    await mapAtMost(WIDTH, chunksOf(signatures, BATCH), async (batch) => {
      if (this.#isOutOfTime()) return
      const found = await askNodeWithRetry(signal, (options) => rpc.getTransactions(batch, options))
      for (const [index, signature] of batch.entries()) {
        const tx = found[index]
        if (tx?.meta) this.#transactions.set(signature, slim(tx))
        else absent.push(signature)
      }
      this.#tell('transactions', 'Reading transactions', this.#transactions.size, this.#listed.size)
    })
    return absent
  }

  /** Token accounts of this mint that program addresses hold: each is a vault whose history may hold more. */
  #newVaults(): string[] {
    const vaults = new Set<string>()
    for (const tx of this.#transactions.values()) {
      const changes = isSuccessful(tx) ? readBalances(tx) : null
      if (!changes) continue
      for (const { mint, owner, address, before, after } of changes.accounts) {
        if (mint !== this.#mint.address || before === after || this.#histories.has(address)) {
          continue
        }
        const isVault =
          owner === null ? !isOnCurve(address) : !changes.signers.has(owner) && !isOnCurve(owner)
        if (isVault) vaults.add(address)
      }
    }
    const room = MAX_ADDRESSES - this.#histories.size
    if (vaults.size > room) this.#truncate('More pools than are read for one report')
    return [...vaults].toSorted().slice(0, Math.max(0, room))
  }

  #evidence(): Evidence[] {
    const ranks = ranksWithinSlots(
      [...this.#histories.values()].map((history) => history.toReversed()),
    )
    return [...this.#transactions.entries()].map(([signature, tx]) => ({
      tx,
      index: tx.transactionIndex ?? ranks.get(signature) ?? null,
    }))
  }

  /** Which program owns the account behind each owner that cannot sign. */
  async #accountPrograms(evidence: readonly Evidence[]): Promise<Map<string, string>> {
    const { rpc, signal } = this.#options
    const owners = new Set<string>()
    for (const { tx } of evidence) {
      for (const { mint, owner } of tx.meta?.postTokenBalances ?? []) {
        if (mint === this.#mint.address && owner && !isOnCurve(owner)) owners.add(owner)
      }
    }
    const addresses = [...owners].toSorted()
    const programs = new Map<string, string>()
    await mapAtMost(WIDTH, chunksOf(addresses, ACCOUNTS_PER_CALL), async (batch) => {
      const accounts = await askNodeWithRetry(signal, (options) =>
        rpc.getMultipleAccounts(batch, { ...options, dataSlice: { offset: 0, length: 0 } }),
      )
      for (const [index, address] of batch.entries()) {
        const account = accounts[index]
        if (account) programs.set(address, account.owner)
      }
    })
    return programs
  }

  async #funders(buyers: readonly string[]): Promise<AnalysisInput['funders']> {
    const { rpc, signal } = this.#options
    const asked = buyers.slice(0, this.#isOutOfTime() ? 0 : MAX_FUNDER_LOOKUPS)
    if (asked.length < buyers.length) {
      this.#reasons.push(`First funders were looked up for the first ${asked.length} buyers only`)
    }
    const { funders, isComplete } = await findFunders(rpc, asked, {
      signal,
      onProgress: (done) =>
        this.#tell('funders', 'Looking up who funded the buyers', done, asked.length),
    })
    if (!isComplete) this.#reasons.push('The node stopped answering while funders were looked up')
    return funders
  }

  /** Swaps of SOL against dollars near the window, by way of the largest holders of USDC. */
  async #priceEvidence(fromSlot: number, toSlot: number): Promise<Evidence[]> {
    const { rpc, signal } = this.#options
    const near = new Map<string, Listed>()
    try {
      const largest = await askNodeWithRetry(signal, (options) =>
        rpc.getTokenLargestAccounts(USDC_MINT, options),
      )
      await mapAtMost(WIDTH, largest, async ({ address }) => {
        const page = await askNodeWithRetry(signal, (options) =>
          rpc.getSignaturesForAddress(address, { ...options, limit: PAGE }),
        )
        for (const { signature, slot, err } of page) {
          const isNear = slot >= fromSlot - PRICE_SLOTS && slot <= toSlot + PRICE_SLOTS
          if (isNear && (err === null || err === undefined))
            near.set(signature, { signature, slot })
        }
      })
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return []
    }
    const distance = ({ slot }: Listed): number =>
      slot < fromSlot ? fromSlot - slot : slot > toSlot ? slot - toSlot : 0
    const chosen = [...near.values()]
      .toSorted((a, b) => distance(a) - distance(b) || (a.signature < b.signature ? -1 : 1))
      .slice(0, PRICE_TRANSACTIONS)
      .map(({ signature }) => signature)
    const found = await mapAtMost(WIDTH, chunksOf(chosen, BATCH), (batch) =>
      askNodeWithRetry(signal, (options) => rpc.getTransactions(batch, options)),
    )
    return found
      .flat()
      .flatMap((tx) => (tx?.meta ? [{ tx, index: tx.transactionIndex ?? null }] : []))
  }

  #tell(
    stage: AnalysisProgress['stage'],
    message: string,
    done: number,
    total: number | null,
  ): void {
    this.#options.onProgress({
      stage,
      message,
      done,
      total,
      percent: percentOf(stage, done, total),
    })
  }
}

/** Where each stage lies on the way from 0 to 100. */
const SPANS: Record<AnalysisProgress['stage'], readonly [number, number]> = {
  queued: [0, 0],
  enumerating: [2, 5],
  signatures: [5, 20],
  transactions: [20, 80],
  funders: [80, 95],
  analysing: [95, 99],
}

function percentOf(stage: AnalysisProgress['stage'], done: number, total: number | null): number {
  const [from, to] = SPANS[stage]
  const share = total === null || total === 0 ? 0 : Math.min(1, done / total)
  return Math.round(from + (to - from) * share)
}

/** What the analysis reads of a transaction: thousands of them are held at once, and logs are half of each. */
function slim({
  slot,
  blockTime,
  transactionIndex,
  transaction,
  meta,
}: RawTransaction): RawTransaction {
  const isFailed = meta !== null && meta.err !== null && meta.err !== undefined
  const { accountKeys, header, instructions } = transaction.message
  return {
    slot,
    blockTime,
    transactionIndex,
    transaction: {
      signatures: transaction.signatures,
      message: { accountKeys, header, instructions: isFailed ? [] : instructions },
    },
    meta: meta && {
      err: meta.err,
      fee: meta.fee,
      preBalances: meta.preBalances,
      postBalances: meta.postBalances,
      preTokenBalances: meta.preTokenBalances,
      postTokenBalances: meta.postTokenBalances,
      innerInstructions: isFailed ? [] : meta.innerInstructions,
      loadedAddresses: meta.loadedAddresses,
    },
  }
}
