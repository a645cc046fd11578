import type { CaReport, Wallet } from '#contract/analysis/report.ts'
import type { ReportSeries, WalletDetail, WalletRow } from '#contract/analysis/report-parts.ts'
import { SeriesBuilder } from '#engine/index.ts'
import type { Queryable, Transactional } from '#server/db/database.ts'
import { compressFast, decompress } from './store/compression.ts'

/** The body of a run: the report with counts in place of its lists of wallets. */
export type ReportHead = Omit<CaReport, 'wallets' | 'excluded'> & {
  wallets: number
  excluded: number
}

/** The first wallets, for a text about the report. */
type BestWallet = Pick<Wallet, 'rank' | 'address' | 'score' | 'pnl_sol'>

type StoredReport = { head: ReportHead; best: BestWallet[] }

const BEST = 10
/** A block is read whole for one of its wallets. */
const MAX_BLOCK_WALLETS = 128
const MAX_BLOCK_TRANSACTIONS = 1_000
const ROWS_PER_READ = 200

/** Returns the stored report of a body, or null for a body of earlier versions, which holds all lists. */
export function readStored(body: string): StoredReport | null {
  const parsed = JSON.parse(body) as Partial<StoredReport>
  return parsed.head === undefined || parsed.best === undefined
    ? null
    : { head: parsed.head, best: parsed.best }
}

/** A wallet without its lists. `whole` makes it with them. */
type WalletToStore = { row: WalletRow; whole: () => Wallet }

type ReportToStore = Omit<CaReport, 'wallets' | 'excluded'> & {
  wallets: readonly WalletToStore[]
  excluded: readonly WalletToStore[]
}

/** Stores the parts of a report that earlier versions kept whole in the body of its run. It may lack members. */
export function storeOldReport(db: Transactional, id: string, body: string): Promise<string> {
  const report = JSON.parse(body) as Partial<CaReport> & Omit<CaReport, 'wallets' | 'excluded'>
  const { wallets = [], excluded = [] } = report
  const toStore = (wallet: Wallet): WalletToStore => ({ row: makeRow(wallet), whole: () => wallet })
  const parts = { wallets: wallets.map(toStore), excluded: excluded.map(toStore) }
  return storeReport(db, id, { ...report, ...parts })
}

/** Stores a report's parts, replacing those of an interrupted attempt, and returns the body for its run. */
export async function storeReport(
  db: Transactional,
  id: string,
  report: ReportToStore,
): Promise<string> {
  const { wallets, excluded } = report
  await db.transaction(async (tx) => {
    const series = new SeriesBuilder(report.decimals)
    // Two readers of an old report store its parts one after the other.
    await tx.query('select id from paid_run where id = $1 for update', [id])
    await tx.query('delete from ca_report where id = $1', [id])
    await tx.query('insert into ca_report (id) values ($1)', [id])
    let inserted: Promise<unknown> = Promise.resolve()
    const all = [...wallets, ...excluded]
    for (let place = 0; place < all.length;) {
      const { rows, lines, end } = writeBlock(all, place, series)
      const body = await compressFast(lines)
      // The next block is written while this one is stored.
      await inserted
      inserted = insertBlock(tx, { id, place, ranked: wallets.length, rows, body })
      inserted.catch(() => undefined)
      place = end
    }
    await inserted
    for (const each of series.build()) await insertSeries(tx, id, each)
  })
  const best = wallets
    .slice(0, BEST)
    .map(({ row: { rank, address, score, pnl_sol } }) => ({ rank, address, score, pnl_sol }))
  const head = { ...report, wallets: wallets.length, excluded: excluded.length }
  return JSON.stringify({ head, best } satisfies StoredReport)
}

/**
 * Writes the next wallets, from one place to another: their rows as bytes, which pass between threads and to the database
 * without being read again, and the whole wallets as text to pack. While they are stored, no wallet with its lists is in
 * memory.
 */
function writeBlock(
  wallets: readonly WalletToStore[],
  from: number,
  series: SeriesBuilder,
): { rows: Buffer; lines: string; end: number } {
  const rows: object[] = []
  const lines: string[] = []
  let transactions = 0
  for (const { row, whole } of wallets.slice(from, from + MAX_BLOCK_WALLETS)) {
    if (transactions >= MAX_BLOCK_TRANSACTIONS) break
    const wallet = whole()
    series.add(wallet)
    const { address, evidence } = wallet
    const labels = ` ${wallet.labels.map(({ label }) => label).join(' ')} `
    lines.push(JSON.stringify(wallet))
    rows.push({ place: from + rows.length, address, labels, facts: row })
    transactions += evidence.length
  }
  const end = from + rows.length
  return { rows: Buffer.from(JSON.stringify(rows)), lines: lines.join('\n'), end }
}

async function insertBlock(
  q: Queryable,
  block: { id: string; place: number; ranked: number; rows: Buffer; body: Buffer },
): Promise<void> {
  const { id, place, ranked, rows, body } = block
  await q.query(
    `with block as (
       insert into ca_report_block (report_id, place, body) values ($1, $2, $3)
     )
     insert into ca_report_wallet (report_id, place, address, is_ranked, labels, facts)
     select $1, place, address, place < $4, labels, facts
     from jsonb_to_recordset(convert_from($5::bytea, 'UTF8')::jsonb)
       as added (place int, address text, labels text, facts jsonb)`,
    [id, place, body, ranked, rows],
  )
}

function makeRow(wallet: Wallet): WalletRow {
  const { evidence: _evidence, pnl_series: _series, ...row } = wallet
  return { ...ADDED_LATER, ...row, first_buy: row.first_buy && { ...NO_CAP, ...row.first_buy } }
}

/** For the wallets of reports that earlier versions made. */
const ADDED_LATER = {
  burned_tokens: '0',
  unseen_tokens: '0',
  cost_usd: null,
  proceeds_usd: null,
  paper_value_sol: null,
  fifo: null,
  drawdown_sol: 0,
  drawdown: null,
  size_vs_depth: null,
} as const
const NO_CAP = { mcap_sol: null } as const
const NO_DOLLARS = { value_usd: null } as const

/** Parses a wallet that any version stored, and adds the members that this version has. */
export function parseStoredWallet(body: string): Omit<WalletDetail, 'cluster'> {
  const wallet = JSON.parse(body) as Omit<Wallet, 'pnl_series'> & Partial<Wallet>
  const { evidence, pnl_series: series = [] } = wallet
  return {
    ...makeRow({ ...wallet, pnl_series: series }),
    pnl_series: series,
    evidence: evidence.map((entry) => ({ ...NO_DOLLARS, ...entry })),
  }
}

async function insertSeries(q: Queryable, id: string, series: ReportSeries): Promise<void> {
  await q.query(
    `insert into ca_report_series (report_id, interval_s, buckets, body)
     values ($1, $2, $3, $4)`,
    [id, series.interval, series.time.length, JSON.stringify(series)],
  )
}

/** Returns whether the parts of a report are stored. Early versions stored reports whole. */
export async function hasParts(q: Queryable, id: string): Promise<boolean> {
  return (await q.query('select 1 as yes from ca_report where id = $1', [id])).length === 1
}

/** Returns the JSON of a wallet with its transactions, or null for an unknown address. */
export async function readWallet(
  q: Queryable,
  id: string,
  address: string,
): Promise<string | null> {
  // A pool may have traded as a wallet too; the first row is the one in the table.
  const [row] = await q.query<{ place: number; body: string | null }>(
    `select place, body from ca_report_wallet where report_id = $1 and address = $2
     order by place limit 1`,
    [id, address],
  )
  if (row === undefined) return null
  // Earlier versions stored each wallet in its row.
  if (row.body !== null) return row.body
  const block = await findBlock(q, id, row.place)
  return block === undefined ? null : ((await readLines(block))[row.place - block.place] ?? null)
}

type Block = { place: number; body: Buffer }

async function findBlock(q: Queryable, id: string, place: number): Promise<Block | undefined> {
  const [block] = await q.query<Block>(
    `select place, body from ca_report_block where report_id = $1 and place <= $2
     order by place desc limit 1`,
    [id, place],
  )
  return block
}

const readLines = async ({ body }: Block): Promise<string[]> =>
  (await decompress(body)).toString().split('\n')

/** Returns the JSON of a series: of this interval, or of the finest with at most so many buckets. */
export async function readSeries(
  q: Queryable,
  id: string,
  wanted: { interval: number } | { maxBuckets: number },
): Promise<string | null> {
  const [row] =
    'interval' in wanted
      ? await q.query<{ body: string }>(
          'select body from ca_report_series where report_id = $1 and interval_s = $2',
          [id, wanted.interval],
        )
      : await q.query<{ body: string }>(
          `select body from ca_report_series where report_id = $1
           order by (buckets > $2), case when buckets > $2 then -interval_s else interval_s end
           limit 1`,
          [id, wanted.maxBuckets],
        )
  return row?.body ?? null
}

/** Yields the whole report in pieces of JSON, the same bytes as if it had been written at once. */
export async function* writeReport(
  q: Queryable,
  id: string,
  head: ReportHead,
): AsyncGenerator<string> {
  let separator = '{'
  for (const [key, value] of Object.entries(head)) {
    yield `${separator}${JSON.stringify(key)}:`
    separator = ','
    if (key === 'wallets' || key === 'excluded') yield* writeWallets(q, id, key === 'wallets')
    else yield JSON.stringify(value)
  }
  yield '}'
}

async function* writeWallets(q: Queryable, id: string, isRanked: boolean): AsyncGenerator<string> {
  let separator = '['
  for await (const bodies of eachBody(q, id, isRanked)) {
    yield `${separator}${bodies.join(',')}`
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** Yields the JSON of the ranked or the excluded wallets in order, in batches. */
async function* eachBody(q: Queryable, id: string, isRanked: boolean): AsyncGenerator<string[]> {
  let block: Block | undefined
  let lines: string[] = []
  for await (const rows of eachRow<{ body: string | null }>(q, id, isRanked, 'body')) {
    const bodies: string[] = []
    for (const { place, body } of rows) {
      if (body === null && !(block && place < block.place + lines.length)) {
        block = await findBlock(q, id, place)
        lines = block ? await readLines(block) : []
      }
      bodies.push(body ?? lines[place - (block?.place ?? 0)] ?? 'null')
    }
    yield bodies
  }
}

/** Yields the rows of the ranked or the excluded wallets in order, in batches. */
async function* eachRow<Row extends object>(
  q: Queryable,
  id: string,
  isRanked: boolean,
  column: 'body' | 'facts',
): AsyncGenerator<(Row & { place: number })[]> {
  let after = -1
  for (;;) {
    const rows = await q.query<Row & { place: number }>(
      `select place, ${column} from ca_report_wallet
       where report_id = $1 and is_ranked = $2 and place > $3 order by place limit ${ROWS_PER_READ}`,
      [id, isRanked, after],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.place
    yield rows
  }
}

/** Yields the wallets of a report, ranked ones first. */
export async function* streamWallets(q: Queryable, id: string): AsyncGenerator<WalletRow> {
  for (const isRanked of [true, false]) {
    for await (const rows of eachRow<{ facts: WalletRow }>(q, id, isRanked, 'facts')) {
      for (const { facts } of rows) yield { ...ADDED_LATER, ...facts }
    }
  }
}
