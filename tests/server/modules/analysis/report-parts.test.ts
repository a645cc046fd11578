import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CaReport, type Wallet } from '#contract/analysis/report.ts'
import type { ReportSeries, WalletDetail, WalletRow } from '#contract/analysis/report-parts.ts'
import { demoReport, keepRun } from '#tests/support/reports.ts'
import { openTools, testAnalysis } from '#tests/support/paid-tools.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'

const report = demoReport()
const text = JSON.stringify(report)
const all = [...report.wallets, ...report.excluded]

let server: TestServer
let user: SignedIn
let id: string

/** Stores the report as versions before the parts did: whole, in the body of the run. */
async function keepWhole(body: string): Promise<string> {
  const { transferId } = await server.grant(user.userId, 10_000_000n)
  return keepRun(server.db, { userId: user.userId, transferId, mint: report.mint, body })
}

beforeAll(async () => {
  server = await testServer({
    modules: (parts) => [openTools([testAnalysis(parts)], parts).routes],
  })
  user = await server.signIn()
  id = await keepWhole(text)
})
afterAll(() => server.close())

type List = { data: WalletRow[]; meta: { total: number; has_more: boolean } }

const part = async <Body extends object>(path: string, expected = 200): Promise<Body> => {
  const answer = await user.call<Body>('GET', `/analysis/reports/${id}${path}`)
  expect(answer.status, answer.text).toBe(expected)
  return answer.body
}
const addresses = ({ data }: List) => data.map(({ address }) => address)

describe('the wallets of a report', () => {
  it('come page by page in the order of their rank, without transactions', async () => {
    const first = await part<List>('/wallets?limit=20')
    expect(addresses(first)).toEqual(report.wallets.slice(0, 20).map(({ address }) => address))
    expect(first.meta).toMatchObject({ total: report.wallets.length, has_more: true })
    expect(first.data.every((row) => !('evidence' in row))).toBe(true)
    const second = await part<List>('/wallets?limit=20&offset=20')
    expect(addresses(second)).toEqual(report.wallets.slice(20, 40).map(({ address }) => address))
  })

  it('are all there: the ranked, then the excluded', async () => {
    const { data, meta } = await part<List>('/wallets?group=all&limit=100')
    expect(meta.total).toBe(all.length)
    expect(data.map(({ address }) => address)).toEqual(
      all.slice(0, 100).map(({ address }) => address),
    )
    const { meta: excluded } = await part<List>('/wallets?group=excluded')
    expect(excluded.total).toBe(report.excluded.length)
  })

  it('are sorted by a column, with those that lack it at the end in both directions', async () => {
    for (const order of ['asc', 'desc']) {
      const { data } = await part<List>(
        `/wallets?group=all&limit=100&sort=hold_seconds_median&order=${order}`,
      )
      const held = data.map((row) => row.hold_seconds_median)
      const known = held.filter((seconds) => seconds !== null)
      const sign = order === 'asc' ? 1 : -1
      expect(known).toEqual(known.toSorted((a, b) => sign * (a - b)))
      expect(held.slice(0, known.length)).toEqual(known)
    }
  })

  it.each<[string, (wallet: Wallet) => boolean]>([
    ['min_pnl_sol=0.5', (wallet) => wallet.pnl_sol >= 0.5],
    ['max_pnl_sol=-0.1', (wallet) => wallet.pnl_sol <= -0.1],
    ['min_cost_sol=1.5', (wallet) => Number(wallet.cost_lamports) / 1e9 >= 1.5],
    ['max_hold_seconds=600', (wallet) => (wallet.hold_seconds_median ?? Infinity) <= 600],
    ['max_entry_rank=10', (wallet) => (wallet.first_buy?.rank ?? Infinity) <= 10],
    ['min_sells=2', (wallet) => wallet.sells >= 2],
    ['label=fresh', (wallet) => wallet.labels.some(({ label }) => label === 'fresh')],
    ['search=fres', (wallet) => wallet.labels.some(({ label }) => label.includes('fres'))],
  ])('are filtered by %s', async (filter, holds) => {
    const { data, meta } = await part<List>(`/wallets?group=all&limit=100&${filter}`)
    const expected = all.filter(holds).map(({ address }) => address)
    expect(meta.total).toBe(expected.length)
    expect(data.map(({ address }) => address)).toEqual(expected.slice(0, 100))
  })

  it.each(['pnl_sol', 'realized_sol', 'roi', 'win_rate'] as const)(
    'are sorted by %s first in first out when that is asked for',
    async (sort) => {
      const path = `/wallets?group=all&limit=100&sort=${sort}&order=desc`
      const figures = ({ data }: List) => data.map(({ fifo }) => fifo?.[sort] ?? null)
      const byFifo = figures(await part<List>(`${path}&method=fifo`))
      const known = byFifo.filter((figure) => figure !== null)
      expect(known).toEqual(known.toSorted((a, b) => b - a))
      expect(byFifo.slice(0, known.length)).toEqual(known)
      expect(figures(await part<List>(path))).not.toEqual(byFifo)
    },
  )

  it('are filtered by the profit first in first out when that is asked for', async () => {
    const { meta } = await part<List>('/wallets?group=all&min_pnl_sol=0.1&method=fifo')
    expect(meta.total).toBe(all.filter(({ fifo }) => fifo.pnl_sol >= 0.1).length)
  })

  it('are found by a part of the address', async () => {
    const wanted = report.wallets[7]?.address ?? ''
    expect(addresses(await part<List>(`/wallets?search=${wanted.slice(4, 14)}`))).toEqual([wanted])
  })

  it.each([
    'limit=101',
    'sort=address',
    'order=up',
    'method=lifo',
    'min_pnl_sol=much',
    `search=${'x'.repeat(65)}`,
  ])('are refused for %s', async (query) => {
    expect(await part(`/wallets?${query}`, 400)).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('one wallet of a report', () => {
  it('comes with its transactions', async () => {
    const [best] = report.wallets
    const { data } = await part<{ data: Wallet }>(`/wallets/${best?.address}`)
    expect(data).toEqual({ ...best, cluster: null })
  })

  it('comes with the wallets that it is linked to', async () => {
    const linked = all.find(({ cluster_id: cluster }) => cluster !== null)
    const { data } = await part<{ data: WalletDetail }>(`/wallets/${linked?.address}`)
    expect(data.cluster?.members).toContain(linked?.address)
  })

  it('is 404 when it is not in the report', async () => {
    expect(await part(`/wallets/${report.mint}`, 404)).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the series of a report', () => {
  it('fit a chart, and hold all trades', async () => {
    const { data } = await part<{ data: ReportSeries }>('/series')
    expect(data.time.length).toBeGreaterThan(20)
    expect(data.time.length).toBeLessThanOrEqual(400)
    expect(data.trades.reduce((sum, trades) => sum + trades, 0)).toBe(report.counts.trades)
    for (const [index, high] of data.high.entries()) {
      expect(high).toBeGreaterThanOrEqual(data.low[index] ?? Infinity)
    }
  })

  it('count who holds tokens at the end', async () => {
    const { data } = await part<{ data: ReportSeries }>('/series')
    const holders = all.filter(
      ({ held_tokens: held, labels }) =>
        held !== '0' && !labels.some(({ label }) => label === 'pool' || label === 'linked_wallet'),
    )
    expect(data.holders.at(-1)).toBe(holders.length)
  })

  it('have each interval that they name, and no other', async () => {
    const { data } = await part<{ data: ReportSeries }>('/series')
    for (const interval of data.intervals) {
      const { data: series } = await part<{ data: ReportSeries }>(`/series?interval=${interval}`)
      expect(series.interval).toBe(interval)
    }
    expect(await part('/series?interval=7', 400)).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('a report that was stored whole', () => {
  it('is exported byte for byte after its parts were stored', async () => {
    await part('/wallets')
    const { text: exported } = await user.call('GET', `/analysis/reports/${id}.json`)
    expect(exported).toBe(text)
    expect(CaReport.parse(JSON.parse(exported)).mint).toBe(report.mint)
  })

  it('opens when an earlier version made it', async () => {
    const early = report.wallets.map(
      ({ fifo: _fifo, pnl_series: _series, drawdown_sol: _fall, ...wallet }) => ({
        ...wallet,
        evidence: wallet.evidence.map(({ value_usd: _usd, ...entry }) => entry),
      }),
    )
    id = await keepWhole(JSON.stringify({ ...report, wallets: early }))
    const { data } = await part<List>('/wallets?limit=5')
    expect(data).toMatchObject(
      report.wallets.slice(0, 5).map(({ address }) => ({ address, fifo: null })),
    )
    const { data: wallet } = await part<{ data: WalletDetail }>(`/wallets/${data[0]?.address}`)
    expect(wallet.evidence).toHaveLength(report.wallets[0]?.evidence.length ?? 0)
    expect((await user.call('GET', `/analysis/reports/${id}.csv`)).status).toBe(200)
  })

  it('opens for several readers at once', async () => {
    const other = await keepWhole(text)
    const answers = await Promise.all(
      ['/wallets', '/series', '.json', ''].map((path) =>
        user.call('GET', `/analysis/reports/${other}${path}`),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})

describe('a report beside the earlier one of its token', () => {
  it('tells which ranks changed, which wallets are new, and how many left', async () => {
    const [first, second, third, ...others] = report.wallets
    const [leaving, ...rest] = others
    const reason = 'Bought and sold in one slot'
    const excluded = { ...leaving, labels: [{ label: 'sandwich', hard: true, reason, proof: [] }] }
    const later = {
      ...report,
      wallets: [second, first, ...rest],
      excluded: [...report.excluded, excluded],
    }
    id = await keepWhole(text)
    await part('')
    const newer = await keepWhole(JSON.stringify(later))
    const read = async <Body extends object>(path: string) =>
      (await user.call<Body>('GET', `/analysis/reports/${newer}${path}`)).body
    const { data } = await read<{ data: { changes: object } }>('')
    expect(data.changes).toMatchObject({ report_id: id, entered: 0, left: 2, down: 1 })
    expect(data.changes).toMatchObject({
      left_wallets: [
        { address: third?.address, rank_before: 3, reason: null },
        { address: leaving?.address, rank_before: 4, reason },
      ],
    })
    const rows = await read<List>(`/wallets?since=${id}&limit=3`)
    expect(rows.data.map(({ rank_before: before }) => before)).toEqual([2, 1, 5])
    const changed = await read<List>(`/wallets?since=${id}&changed=true&limit=100`)
    expect(changed.meta.total).toBe(report.wallets.length - 2)
    expect(addresses(changed)).not.toContain(third?.address)
    const strange = await user.call('GET', `/analysis/reports/${newer}/wallets?since=${uuid()}`)
    expect(strange.status).toBe(404)
  })
})

const uuid = () => crypto.randomUUID()
