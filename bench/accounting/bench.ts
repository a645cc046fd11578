import { DuckDBDataChunk, DuckDBInstance, DOUBLE, INTEGER } from '@duckdb/node-api'
import { BUY, SELL, createBookRows, type BookRows } from '#engine/books/book-rows.ts'
import { Books } from '#engine/books/books.ts'
import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import { lamports, rationalBooks } from '#tests/support/rational-books.ts'
import { randomFrom } from '#tests/support/seeded-random.ts'
import { measureCpuSeconds, median, printResult, throwIfMissed } from '#bench/support/figures.ts'

/**
 * Trades a second into the books that reports use, at average cost and first in first out in one pass, beside DuckDB on
 * one thread with a query for each. Compares both results, and those of some wallets with rational arithmetic, and
 * appends the last percent of the trades to books that have the others.
 */

const TRADES = 1_000_000
const WALLETS = 60_000
const APPENDED = 0.01
const ROUNDS = 7
const APPENDS = 25
const SAMPLE = 2_000
const BUDGET = {
  tradesPerSecond: 10e6,
  ofDuckDb: 4,
  difference: 1e-9,
  lamportsPerSale: 1,
  append: 0.02,
}

export async function run(options: readonly string[]): Promise<void> {
  const rows = tradesByWallet()
  const appendOfRebuild = measureAppend(rows)
  const peer = await duckDb(rows)
  const seconds = {
    books: [] as number[],
    average: [] as number[],
    fifo: [] as number[],
  }
  let books = new Books()
  for (let round = 0; round < ROUNDS + 2; round++) {
    books = new Books()
    const all = measureCpuSeconds(() => books.append(rows))
    const average = await peer.seconds(AVERAGE)
    const fifo = await peer.seconds(FIFO)
    if (round < 2) continue
    seconds.books.push(all)
    seconds.average.push(average)
    seconds.fifo.push(fifo)
  }
  const time = median(seconds.books)
  const result = {
    trades: TRADES,
    wallets: WALLETS,
    tradesPerSecond: Math.round(TRADES / time),
    ofDuckDbAverage: ratio(median(seconds.average), time),
    ofDuckDbFifo: ratio(median(seconds.fifo), time),
    differenceAverage: measureDifference(books, rows, 'realized', await peer.results(AVERAGE)),
    differenceFifo: measureDifference(books, rows, 'fifoRealized', await peer.results(FIFO)),
    lamportsPerSale: lamportsPerSale(books, rows),
    appendOfRebuild,
  }
  peer.close()
  printResult(options, result)
  throwIfMissed('accounting', [
    result.tradesPerSecond < BUDGET.tradesPerSecond &&
      `${(result.tradesPerSecond / 1e6).toFixed(1)} of ${BUDGET.tradesPerSecond / 1e6} M trades a second`,
    result.ofDuckDbAverage < BUDGET.ofDuckDb &&
      `${result.ofDuckDbAverage} × DuckDB at average cost`,
    result.ofDuckDbFifo < BUDGET.ofDuckDb && `${result.ofDuckDbFifo} × DuckDB first in first out`,
    Math.max(result.differenceAverage, result.differenceFifo) > BUDGET.difference &&
      'other numbers than DuckDB',
    result.lamportsPerSale > BUDGET.lamportsPerSale && 'other numbers than rational arithmetic',
    result.appendOfRebuild > BUDGET.append &&
      `appending costs ${result.appendOfRebuild} of a rebuild`,
  ])
}

/** Trades of a market, by wallet as reports enter them. Few wallets trade much, most a few times. */
function tradesByWallet(): BookRows {
  const random = shareFrom(1)
  const owners = Float64Array.from({ length: TRADES }, () => Math.floor(random() ** 2 * WALLETS))
  const rows = createBookRows(TRADES)
  let held = 0
  for (const [row, wallet] of owners.toSorted().entries()) {
    if (row > 0 && rows.wallet[row - 1] !== wallet) held = 0
    const isSale = held > 0 && random() < 0.5
    const price = 0.05 + random() * 0.2
    const bought = 1_000_000_000 + Math.floor(random() ** 3 * 2e13)
    const part = random() < 0.3 ? 1 : random()
    const tokens = isSale ? Math.max(1, Math.floor(held * part)) : bought
    rows.wallet[row] = wallet
    rows.kind[row] = isSale ? SELL : BUY
    rows.tokens[row] = tokens
    rows.held[row] = held
    rows.value[row] = Math.floor((tokens * price) / 1_000)
    rows.fee[row] = 5_000
    rows.slot[row] = row
    rows.timeS[row] = 1_700_000_000 + row
    held += isSale ? -tokens : tokens
  }
  return rows
}

/** Sums many appends, because the clock of processor time ticks no faster than one append takes. */
function measureAppend(rows: BookRows): number {
  const { first, last } = lastTrades(rows)
  let rebuilt = 0
  let appended = 0
  for (let nth = 0; nth < APPENDS; nth++) {
    const books = new Books()
    rebuilt += measureCpuSeconds(() => books.append(rows))
    const grown = new Books()
    grown.append(first)
    appended += measureCpuSeconds(() => grown.append(last))
    if (nth === 0) mustBeEqual(books, grown)
  }
  return ratio(appended, rebuilt)
}

function shareFrom(seed: number): () => number {
  const random = randomFrom(seed)
  return () => random(2 ** 30) / 2 ** 30
}

function lastTrades(rows: BookRows): { first: BookRows; last: BookRows } {
  const random = shareFrom(2)
  const isLast = Uint8Array.from({ length: rows.length }, (_, row) => {
    const isEnd = rows.wallet[row + 1] !== rows.wallet[row]
    return isEnd && random() < (APPENDED * TRADES) / WALLETS ? 1 : 0
  })
  return { first: pick(rows, isLast, 0), last: pick(rows, isLast, 1) }
}

function pick(rows: BookRows, marks: Uint8Array, wanted: number): BookRows {
  const places = [...marks.keys()].filter((row) => marks[row] === wanted)
  const picked = createBookRows(places.length)
  for (const [to, from] of places.entries()) {
    for (const name of COLUMNS) picked[name][to] = rows[name][from] ?? 0
  }
  return picked
}

const COLUMNS = ['wallet', 'kind', 'tokens', 'held', 'value', 'fee', 'slot', 'timeS'] as const

/** Cost of held tokens: purchases since the position was last zero, reduced by the part that each later sale took. */
const AVERAGE = `
  with running as (
    select *, sum(if(buys, tokens, -tokens)) over (partition by wallet order by place) as held from trades
  ), open as (
    select *, sum(if(held = 0, 1, 0)) over (partition by wallet order by place desc) as ends from running
  ), kept as (
    select wallet, buys, value,
      product(if(buys, 1, held / (held + tokens))) over (partition by wallet order by place desc) as part
    from open where ends = 0
  ), costs as (
    select wallet, sum(value * part) as cost from kept where buys group by wallet
  )
  select wallet, sum(if(buys, -value, value)) + coalesce(any_value(cost), 0) as profit
  from trades left join costs using (wallet) group by wallet order by wallet`

/** Sold tokens are taken from the oldest purchases, as far as each has any left. */
const FIFO = `
  with running as (
    select *, sum(if(buys, tokens, 0)) over (partition by wallet order by place) - tokens as before,
      sum(if(buys, 0, tokens)) over (partition by wallet) as sold from trades
  )
  select wallet, sum(if(buys,
      -value * least(greatest(sold - before, 0), tokens) / tokens, value)) as profit
  from running group by wallet order by wallet`

type Peer = {
  seconds(query: string): Promise<number>
  results(query: string): Promise<Map<number, number>>
  close(): void
}

async function duckDb(rows: BookRows): Promise<Peer> {
  const database = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await database.connect()
  await connection.run(
    'create table trades (wallet integer, place integer, buys boolean, tokens double, value double)',
  )
  await connection.run(
    'create table added (wallet integer, place integer, buys integer, tokens double, value double)',
  )
  const appender = await connection.createAppender('added')
  const size = 2_048
  for (let from = 0; from < rows.length; from += size) {
    const to = Math.min(rows.length, from + size)
    const chunk = DuckDBDataChunk.create([INTEGER, INTEGER, INTEGER, DOUBLE, DOUBLE], to - from)
    const part = (column: { subarray(from: number, to: number): ArrayLike<number> }): number[] =>
      Array.from(column.subarray(from, to))
    chunk.setColumns([
      part(rows.wallet),
      Array.from({ length: to - from }, (_, nth) => from + nth),
      part(rows.kind).map((kind) => (kind === BUY ? 1 : 0)),
      part(rows.tokens),
      part(rows.value),
    ])
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
  await connection.run(
    'insert into trades select wallet, place, buys = 1, tokens, value from added order by place',
  )
  return {
    async seconds(query) {
      const start = process.cpuUsage()
      await connection.run(`create or replace temp table result as ${query}`)
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1e6
    },
    async results(query) {
      const reader = await connection.runAndReadAll(query)
      return new Map(reader.getRows().map(([wallet, profit]) => [Number(wallet), Number(profit)]))
    },
    close: () => connection.closeSync(),
  }
}

/** Returns the largest difference of a wallet's profit from DuckDB's, as a share of the wallet's turnover. */
function measureDifference(
  books: Books,
  rows: BookRows,
  field: 'realized' | 'fifoRealized',
  expected: ReadonlyMap<number, number>,
): number {
  const turnover = new Float64Array(WALLETS)
  for (const [row, wallet] of rows.wallet.entries()) {
    turnover[wallet] = (turnover[wallet] ?? 0) + (rows.value[row] ?? 0)
  }
  let largest = 0
  for (const [wallet, profit] of expected) {
    const difference = Math.abs(books.glance(wallet)[field] - profit)
    largest = Math.max(largest, difference / Math.max(1, turnover[wallet] ?? 0))
  }
  return largest
}

/** Returns the largest difference of a wallet's results to rational arithmetic, for each of its sales. */
function lamportsPerSale(books: Books, rows: BookRows): number {
  const flows = new Map<number, ValuedFlow[]>()
  for (const [row, wallet] of rows.wallet.entries()) {
    if (wallet % Math.floor(WALLETS / SAMPLE) !== 0) continue
    const flow = toFlow(rows, row)
    const own = flows.get(wallet)
    if (own) own.push(flow)
    else flows.set(wallet, [flow])
  }
  let largest = 0
  for (const [wallet, own] of flows) {
    const { average, fifo, sells } = books.position(wallet)
    const exact = rationalBooks(own)
    for (const [actual, expected] of [
      [average.realizedLamports, exact.realized],
      [fifo.realizedLamports, exact.fifoRealized],
    ] as const) {
      const { top, bottom } = expected
      const difference = Math.abs(lamports({ top: top - actual * bottom, bottom }))
      largest = Math.max(largest, difference / Math.max(1, sells))
    }
  }
  return largest
}

const toFlow = (rows: BookRows, row: number): ValuedFlow => ({
  signature: String(row),
  slot: rows.slot[row] ?? 0,
  timeS: rows.timeS[row] ?? null,
  owner: String(rows.wallet[row]),
  mint: '',
  kind: rows.kind[row] === BUY ? 'BUY' : 'SELL',
  tokens: BigInt(rows.tokens[row] ?? 0),
  heldBefore: BigInt(rows.held[row] ?? 0),
  quoteMint: null,
  quoteNet: 0n,
  grossMint: null,
  quoteGross: 0n,
  taxedTokens: 0n,
  feeLamports: BigInt(rows.fee[row] ?? 0),
  tipLamports: 0n,
  rentLamports: 0n,
  isSigner: true,
  payer: '',
  pool: null,
  flags: [],
  valueLamports: BigInt(rows.value[row] ?? 0),
  grossLamports: null,
  reserves: null,
  order: row,
})

function mustBeEqual(books: Books, grown: Books): void {
  const text = (from: Books, wallet: number) =>
    JSON.stringify(from.position(wallet), (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
  for (let wallet = 0; wallet < WALLETS; wallet++) {
    if (text(books, wallet) !== text(grown, wallet)) {
      throw new Error(`accounting: appending gave wallet ${wallet} other books`)
    }
  }
}

const ratio = (value: number, of: number): number => Number((value / of).toPrecision(3))
