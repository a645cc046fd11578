import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { decodeFacts, encodeFacts, type Funder, type TransactionFacts } from '#engine/index.ts'
import type { Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { decodeHistory, encodeHistory, type Listed } from './history-page.ts'
import { insertFunders, readFunders } from './funder-repository.ts'
import {
  deleteToken,
  insertHistory,
  insertSegment,
  listHistories,
  listSegmentIds,
  listTokensBeyond,
  moveHistory,
  readPages,
  readSegment,
  touchToken,
  type HistoryCursor,
} from './token-repository.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** A known part of a history, newest first, without a gap. */
export type KnownHistory = { entries: Listed[]; reachesStart: boolean }

/**
 * Keeps what the chain said about tokens, shared by all users: facts of transactions, and how far each address was
 * read. Only finalized transactions belong here. `isPastFixed` is false where old transactions may still be added to a
 * history, which is then not kept.
 */
export function createTokenStore(
  db: Queryable,
  { maxBytes, isPastFixed }: { maxBytes: number; isPastFixed: boolean },
) {
  return {
    async open(mint: string): Promise<TokenRecord> {
      await touchToken(db, mint)
      const record = new DatabaseRecord(db, mint)
      return isPastFixed ? record : withoutHistories(record)
    },

    async prune(keepMint: string): Promise<void> {
      for (const mint of await listTokensBeyond(db, { maxBytes, keepMint })) {
        await deleteToken(db, mint)
      }
    },
  }
}

export type TokenRecord = {
  eachFacts(take: (facts: TransactionFacts) => void): Promise<void>
  histories(): Promise<Map<string, KnownHistory>>
  addFacts(facts: readonly TransactionFacts[]): Promise<void>
  /** Adds entries that follow the oldest known one. The first ones of an address begin its history. */
  addOlder(address: string, entries: readonly Listed[], reachesStart: boolean): Promise<void>
  /** Adds entries, newest first, that end right above the newest known one. */
  addNewer(address: string, entries: readonly Listed[]): Promise<void>
  funders(wallets: readonly string[]): Promise<Map<string, Funder | null>>
  addFunders(funders: ReadonlyMap<string, Funder | null>): Promise<void>
}

export const NOTHING_KEPT: TokenRecord = {
  eachFacts: async () => undefined,
  histories: async () => new Map(),
  addFacts: async () => undefined,
  addOlder: async () => undefined,
  addNewer: async () => undefined,
  funders: async () => new Map(),
  addFunders: async () => undefined,
}

const withoutHistories = (record: TokenRecord): TokenRecord => ({
  ...NOTHING_KEPT,
  eachFacts: (take) => record.eachFacts(take),
  addFacts: (facts) => record.addFacts(facts),
})

class DatabaseRecord implements TokenRecord {
  readonly #db: Queryable
  readonly #mint: string
  readonly #cursors = new Map<string, HistoryCursor>()

  constructor(db: Queryable, mint: string) {
    this.#db = db
    this.#mint = mint
  }

  async eachFacts(take: (facts: TransactionFacts) => void): Promise<void> {
    for (const id of await listSegmentIds(this.#db, this.#mint)) {
      const body = await readSegment(this.#db, id)
      if (body !== null) for (const facts of decodeFacts(await decompress(body))) take(facts)
    }
  }

  async histories(): Promise<Map<string, KnownHistory>> {
    const known = new Map<string, KnownHistory>()
    for (const { address, ...cursor } of await listHistories(this.#db, this.#mint)) {
      const pages = await readPages(this.#db, this.#mint, address)
      const entries = (await Promise.all(pages.map(decodeHistory))).flat()
      this.#cursors.set(address, cursor)
      known.set(address, { entries, reachesStart: cursor.reachesStart })
    }
    return known
  }

  async addFacts(facts: readonly TransactionFacts[]): Promise<void> {
    if (facts.length === 0) return
    const body = await compress(encodeFacts(facts))
    const segment = { id: uuidv7(), mint: this.#mint, transactions: facts.length, body }
    await insertSegment(this.#db, segment)
  }

  async addOlder(
    address: string,
    entries: readonly Listed[],
    reachesStart: boolean,
  ): Promise<void> {
    const [newest] = entries
    const oldest = entries.at(-1)
    const from = this.#cursors.get(address)
    if (!from) {
      if (!newest || !oldest) return
      await this.#save(address, { entries, page: 0 }, undefined, {
        newestSignature: newest.signature,
        oldestSignature: oldest.signature,
        oldestSlot: oldest.slot,
        reachesStart,
        newestPage: 0,
        oldestPage: 0,
      })
      return
    }
    const page = from.oldestPage - 1
    await this.#save(address, { entries, page }, from, {
      ...from,
      ...(oldest ? { oldestSignature: oldest.signature, oldestSlot: oldest.slot } : {}),
      reachesStart,
      oldestPage: page,
    })
  }

  async addNewer(address: string, entries: readonly Listed[]): Promise<void> {
    const [newest] = entries
    const from = this.#cursors.get(address)
    if (!from || !newest) return
    const page = from.newestPage + 1
    const to = { ...from, newestSignature: newest.signature, newestPage: page }
    await this.#save(address, { entries, page }, from, to)
  }

  async funders(wallets: readonly string[]): Promise<Map<string, Funder | null>> {
    const rows = await readFunders(this.#db, wallets)
    return new Map(rows.map(({ wallet, funder }) => [wallet, funder]))
  }

  addFunders(funders: ReadonlyMap<string, Funder | null>): Promise<void> {
    return insertFunders(this.#db, funders)
  }

  /** Another process may have moved the same cursor. Its pages stay and these are dropped. */
  async #save(
    address: string,
    { entries, page }: { entries: readonly Listed[]; page: number },
    from: HistoryCursor | undefined,
    to: HistoryCursor,
  ): Promise<void> {
    const place = { mint: this.#mint, address }
    const body = await encodeHistory(entries)
    const isSaved = from
      ? await moveHistory(this.#db, place, { from, to, page, entries: body })
      : await insertHistory(this.#db, place, { to, page, entries: body })
    if (isSaved) this.#cursors.set(address, to)
  }
}
