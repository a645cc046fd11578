import {
  decodeFacts,
  ENGINE_VERSION,
  encodeFacts,
  type Funder,
  type TransactionFacts,
} from '#engine/index.ts'
import type { Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { mapAtMost } from '#server/lib/async/map-at-most.ts'
import { compress, decompressNow } from './compression.ts'
import { decodeHistory, encodeHistory, type Listed } from './history-page.ts'
import { joinWindow, splitWindow, type StoredWindow } from './stored-window.ts'
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
import {
  deleteOtherWindows,
  findWindow,
  insertWindowPart,
  readWindowPart,
  type WindowHead,
} from './window-repository.ts'

/** Parts of a window that are read at once. */
const PARTS_AT_ONCE = 3
/** Pages of a history in one statement, so that their bytes delay no other. */
const PAGES_AT_ONCE = 8

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
    /** Returns the kept data of a token, and marks the token as used now. */
    async open(mint: string): Promise<TokenRecord> {
      await touchToken(db, mint)
      const record = new DatabaseRecord(db, mint)
      return isPastFixed ? record : withoutHistories(record)
    },

    /** Drops the least recently used tokens until the rest fits in `maxBytes`. */
    async prune(keepMint: string): Promise<void> {
      for (const mint of await listTokensBeyond(db, { maxBytes, keepMint })) {
        await deleteToken(db, mint)
      }
    },
  }
}

/** The kept data of one token. An analysis reads it and adds to it. */
export type TokenRecord = {
  /** Calls `take` with the facts of each kept transaction. If two processes kept one, it comes twice. */
  eachFacts(take: (facts: TransactionFacts) => void): Promise<void>
  /** Returns what an earlier analysis with this version of the engine made of the kept facts. */
  readWindow(): Promise<StoredWindow | null>
  /** Calls `take` with the kept facts that are not in the window. */
  eachLaterFacts(take: (facts: TransactionFacts) => void): Promise<void>
  /** Keeps a window of the kept facts in place of the earlier one. It may change afterwards. */
  keepWindow(window: StoredWindow): Promise<void>
  readHistories(): Promise<Map<string, KnownHistory>>
  addFacts(facts: readonly TransactionFacts[]): Promise<void>
  /** Adds entries that follow the oldest known one. The first ones of an address begin its history. */
  addOlder(address: string, entries: readonly Listed[], reachesStart: boolean): Promise<void>
  /** Adds entries, newest first, that end right above the newest known one. */
  addNewer(address: string, entries: readonly Listed[]): Promise<void>
  /** Returns the kept funders by wallet. Null: the wallet has none. Undefined: not known. */
  readFunders(wallets: readonly string[]): Promise<Map<string, Funder | null>>
  addFunders(funders: ReadonlyMap<string, Funder | null>): Promise<void>
}

/** Knows nothing and keeps nothing. */
export const NOTHING_KEPT: TokenRecord = {
  eachFacts: async () => undefined,
  readWindow: async () => null,
  eachLaterFacts: async () => undefined,
  keepWindow: async () => undefined,
  readHistories: async () => new Map(),
  addFacts: async () => undefined,
  addOlder: async () => undefined,
  addNewer: async () => undefined,
  readFunders: async () => new Map(),
  addFunders: async () => undefined,
}

const withoutHistories = (record: TokenRecord): TokenRecord => ({
  ...NOTHING_KEPT,
  eachFacts: (take) => record.eachFacts(take),
  readWindow: () => record.readWindow(),
  eachLaterFacts: (take) => record.eachLaterFacts(take),
  keepWindow: (window) => record.keepWindow(window),
  addFacts: (facts) => record.addFacts(facts),
})

class DatabaseRecord implements TokenRecord {
  readonly #db: Queryable
  readonly #mint: string
  readonly #cursors = new Map<string, HistoryCursor>()
  #window: WindowHead | undefined
  #lastSegmentId: string | null = null

  constructor(db: Queryable, mint: string) {
    this.#db = db
    this.#mint = mint
  }

  eachFacts(take: (facts: TransactionFacts) => void): Promise<void> {
    return this.#eachFactsAfter(null, take)
  }

  eachLaterFacts(take: (facts: TransactionFacts) => void): Promise<void> {
    return this.#eachFactsAfter(this.#window?.segmentId ?? null, take)
  }

  async #eachFactsAfter(
    after: string | null,
    take: (facts: TransactionFacts) => void,
  ): Promise<void> {
    for (const id of await listSegmentIds(this.#db, this.#mint, after)) {
      const body = await readSegment(this.#db, id)
      if (body !== null) for (const facts of decodeFacts(decompressNow(body))) take(facts)
      this.#lastSegmentId = id
    }
  }

  async readWindow(): Promise<StoredWindow | null> {
    const head = await findWindow(this.#db, this.#mint, ENGINE_VERSION)
    if (!head) return null
    const { id } = head
    const places = Array.from({ length: head.parts }, (_, part) => part)
    const parts = await mapAtMost(PARTS_AT_ONCE, places, async (part) => {
      const body = await readWindowPart(this.#db, this.#mint, { id, part })
      return body === null ? null : decompressNow(body)
    })
    const whole = parts.filter((part) => part !== null)
    if (whole.length < parts.length) return null
    this.#window = head
    this.#lastSegmentId = head.segmentId
    return joinWindow(whole)
  }

  async keepWindow(window: StoredWindow): Promise<void> {
    const segmentId = this.#lastSegmentId
    const parts = splitWindow(window)
    const mint = this.#mint
    const head = { id: uuidv7(), parts: parts.length, segmentId, engineVersion: ENGINE_VERSION }
    for (const [part, bytes] of parts.entries()) {
      await insertWindowPart(this.#db, { mint, ...head, part, body: await compress(bytes) })
    }
    await deleteOtherWindows(this.#db, mint, head.id)
  }

  async readHistories(): Promise<Map<string, KnownHistory>> {
    const known = new Map<string, KnownHistory>()
    for (const { address, ...cursor } of await listHistories(this.#db, this.#mint)) {
      const entries: Listed[] = []
      for (let to = cursor.newestPage; to >= cursor.oldestPage; to -= PAGES_AT_ONCE) {
        const place = { mint: this.#mint, address }
        const pages = await readPages(this.#db, place, { from: to - PAGES_AT_ONCE + 1, to })
        for (const page of pages) entries.push(...decodeHistory(page))
      }
      this.#cursors.set(address, cursor)
      known.set(address, { entries, reachesStart: cursor.reachesStart })
    }
    return known
  }

  async addFacts(facts: readonly TransactionFacts[]): Promise<void> {
    if (facts.length === 0) return
    const body = await compress(encodeFacts(facts))
    const id = uuidv7()
    const segment = { id, mint: this.#mint, transactions: facts.length, body }
    await insertSegment(this.#db, segment)
    this.#lastSegmentId = id
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

  async readFunders(wallets: readonly string[]): Promise<Map<string, Funder | null>> {
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
