import { SerialQueue } from '#server/lib/async/serial-queue.ts'
import type { Listed } from '#server/modules/analysis/store/history-page.ts'
import type { KnownHistory, TokenRecord } from '#server/modules/analysis/store/token-store.ts'
import { readHistory, type HistoryEnd, type HistoryReader } from './history-reader.ts'

type Options = {
  reader: HistoryReader
  record: TokenRecord
}

const finalized = (entries: readonly Listed[]): Listed[] =>
  entries.filter(({ isFinalized }) => isFinalized)

/** The account histories of one analysis. Reads from the node only what is not stored. */
export class Histories {
  readonly #options: Options
  readonly #lists = new Map<string, Listed[]>()
  #known: ReadonlyMap<string, KnownHistory> = new Map()
  readonly #saving = new SerialQueue()
  #pages = 0

  constructor(options: Options) {
    this.#options = options
  }

  get size(): number {
    return this.#lists.size
  }

  get pages(): number {
    return this.#pages
  }

  has(address: string): boolean {
    return this.#lists.has(address)
  }

  /** Returns all histories, each newest first. */
  lists(): Listed[][] {
    return [...this.#lists.values()]
  }

  async load(): Promise<void> {
    this.#known = await this.#options.record.readHistories()
  }

  /** Reads the history of an address and hands it on in parts, newest first, until `take` returns false. */
  async read(address: string, take: (entries: readonly Listed[]) => boolean): Promise<HistoryEnd> {
    const list: Listed[] = []
    this.#lists.set(address, list)
    const known = this.#known.get(address)
    if (!known) return this.#readOlder(address, list, take)

    const [newest] = known.entries
    const fresh: Listed[] = []
    const end = await this.#read(address, { until: newest?.signature }, (page) => {
      fresh.push(...page)
      return take(page)
    })
    const joined = [...fresh, ...known.entries]
    this.#lists.set(address, joined)
    if (!take(known.entries) || end !== 'all') return end === 'all' ? 'stopped' : end
    await this.#options.record.addNewer(address, finalized(fresh))
    return known.reachesStart ? 'all' : this.#readOlder(address, joined, take)
  }

  async #readOlder(
    address: string,
    list: Listed[],
    take: (entries: readonly Listed[]) => boolean,
  ): Promise<HistoryEnd> {
    const { record } = this.#options
    const end = await this.#read(address, { before: list.at(-1) }, (page, isLast) => {
      list.push(...page)
      this.#saving.add(() => record.addOlder(address, finalized(page), isLast))
      return take(page)
    })
    await this.#saving.settle()
    return end
  }

  #read(
    address: string,
    part: Parameters<typeof readHistory>[2],
    onPage: (page: readonly Listed[], isLast: boolean) => boolean,
  ): Promise<HistoryEnd> {
    return readHistory(this.#options.reader, address, part, (page, isLast) => {
      this.#pages++
      return onPage(page, isLast)
    })
  }
}
