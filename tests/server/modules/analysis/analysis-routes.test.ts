import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CaReport } from '#contract/analysis/report.ts'
import type { AnalysisEvent, ReportSummary } from '#contract/analysis/analysis.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { market } from '#tests/support/demo-market.ts'
import type { LocalChainHandle } from '#localnet/start-local-chain.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { lateJobs, openTools, testAnalysis, testJobs } from '#tests/support/paid-tools.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'
import { addressOf, recordedLine } from '#tests/support/token-fixtures.ts'

const POINT = 10_000_000n
const [mint, otherMint] = market.mints
const quietMint = addressOf('a mint nobody trades')

let chain: LocalChainHandle
let server: TestServer
let jobs: Jobs
const scratch = mkdtempSync(path.join(tmpdir(), 'soldesk-analysis-test-'))

const transferOnly = (): string =>
  recordedLine({
    name: 'a transfer of the quiet mint',
    slot: 371_400_000,
    keys: [
      { address: addressOf('sender 1'), signer: true, before: 10_000_000n, after: 9_995_000n },
      {
        address: addressOf('sender account'),
        before: 2_039_280n,
        holdsBefore: { mint: quietMint, owner: addressOf('sender 1'), amount: 100n },
        holdsAfter: { mint: quietMint, owner: addressOf('sender 1'), amount: 60n },
      },
      {
        address: addressOf('receiver account'),
        before: 2_039_280n,
        holdsBefore: { mint: quietMint, owner: addressOf('receiver 1'), amount: 0n },
        holdsAfter: { mint: quietMint, owner: addressOf('receiver 1'), amount: 40n },
      },
    ],
  })

beforeAll(async () => {
  chain = await testChain()
  const file = path.join(scratch, 'market.jsonl')
  writeFileSync(file, [...market.lines, transferOnly()].join('\n'))
  await rpcResult(chain, 'chain_import', [{ path: file }])
  server = await testServer({
    rpcUrl: chain.rpcUrl,
    modules: (parts) => [
      openTools([testAnalysis(parts)], { ...parts, jobs: lateJobs(() => jobs) }).routes,
    ],
  })
  jobs = await openedJobs()
  await jobs.work()
})

afterAll(async () => {
  await jobs?.stop({ graceMs: 0 })
  await server?.close()
  await chain?.stop()
  rmSync(scratch, { recursive: true, force: true })
})

async function openedJobs(): Promise<Jobs> {
  const { db, ledger, rpc } = server
  const opened = testJobs(db)
  await opened.open(openTools([testAnalysis({ rpc })], { db, ledger }).jobs)
  return opened
}

async function payer(points = 3n): Promise<SignedIn> {
  const user = await server.signIn()
  if (points > 0n) await server.grant(user.userId, points * POINT)
  return user
}

type Started = { data: { id: string; report_id: string; status: string } }
type Report = { data: ReportSummary & Record<string, unknown> }

const wholeReport = async (user: SignedIn, id: string): Promise<CaReport> =>
  CaReport.parse(JSON.parse((await user.call('GET', `/analysis/reports/${id}.json`)).text))

/** Returns a report once the stream of its events has ended. */
async function finished(user: SignedIn, id: string): Promise<Report['data']> {
  await readEvents(user, id)
  return (await user.call<Report>('GET', `/analysis/reports/${id}`)).body.data
}

const start = (user: SignedIn, address: unknown, headers: Record<string, string> = {}) =>
  user.call<Started>('POST', '/analysis/ca', { body: { contract_address: address }, headers })

const fault = (method: string, mode: string, times: number) =>
  rpcResult(chain, 'chain_fault', [{ method, mode, times }])
const noFaults = () => rpcResult(chain, 'chain_fault', [null])

/** The events of a stream until it ends, or until `stopAfter` of them. */
async function readEvents(
  user: SignedIn,
  id: string,
  { lastEventId, stopAfter }: { lastEventId?: number; stopAfter?: number } = {},
): Promise<AnalysisEvent[]> {
  const controller = new AbortController()
  const response = await fetch(`${server.url}/api/analysis/reports/${id}/events`, {
    headers: {
      authorization: `Bearer ${user.accessToken}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
    signal: controller.signal,
  })
  expect(response.status).toBe(200)
  const events: AnalysisEvent[] = []
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const line = frame.split('\n').find((each) => each.startsWith('data: '))
      if (line) events.push(JSON.parse(line.slice(6)) as AnalysisEvent)
    }
    if (stopAfter !== undefined && events.length >= stopAfter) {
      controller.abort()
      return events.slice(0, stopAfter)
    }
  }
  return events
}

describe('a paid CA analysis', () => {
  it('takes one POINT, finds the skilled wallets and shows them with evidence', async () => {
    const user = await payer()
    const { status, body } = await start(user, mint)
    expect(status).toBe(202)
    expect(body).toMatchObject({ status: 'success', error: null })
    expect(body.data).toMatchObject({ id: body.data.report_id, status: 'queued' })

    const done = await finished(user, body.data.id)
    expect(done.status).toBe('done')
    expect(await server.ledger.getBalance(user.userId)).toBe(2n * POINT)
    const report = await wholeReport(user, body.data.id)
    const roleOf = new Map(market.actors.map(({ address, role }) => [address, role]))
    const best = report.wallets.slice(0, 8).map(({ address }) => roleOf.get(address))
    expect(best).toEqual(Array.from({ length: 8 }, () => 'smart'))
    expect(report.wallets.every(({ evidence }) => evidence.length > 0)).toBe(true)
    expect(report.coverage).toMatchObject({ complete: true, missing: 0 })
    expect(done).toMatchObject({ mint, price: report.price, counts: report.counts })
    expect(done).not.toHaveProperty('wallets')

    const page = { userId: user.userId, offset: 0, limit: 10 }
    const history = await server.ledger.listConsumption(page)
    expect(history.rows[0]).toMatchObject({ status: 'SUCCESS', featureId: body.data.id })
  })

  it('returns the same bytes for the same chain', async () => {
    const user = await payer()
    const ids = await Promise.all([start(user, otherMint), start(user, otherMint)])
    const texts: string[] = []
    for (const { body } of ids) {
      await finished(user, body.data.id)
      const { text, headers } = await user.call('GET', `/analysis/reports/${body.data.id}.json`)
      expect(headers.get('content-type')).toContain('application/json')
      texts.push(text)
    }
    expect(texts[0]).toBe(texts[1])
    expect(CaReport.parse(JSON.parse(texts[0] ?? '')).mint).toBe(otherMint)
  })

  it('exports a table with a row for every wallet', async () => {
    const user = await payer()
    const { body } = await start(user, mint)
    await finished(user, body.data.id)
    const { wallets, excluded } = await wholeReport(user, body.data.id)
    const { text, headers } = await user.call('GET', `/analysis/reports/${body.data.id}.csv`)
    expect(headers.get('content-disposition')).toContain('.csv')
    const rows = text.trim().split('\r\n')
    expect(rows[0]).toMatch(/^rank,address,score,/)
    expect(rows).toHaveLength(1 + wallets.length + excluded.length)
  })

  it.each([
    ['not an address', 400, 'INVALID_ADDRESS'],
    [undefined, 400, 'VALIDATION_FAILED'],
    [addressOf('nobody knows this'), 404, 'ADDRESS_UNKNOWN'],
    [market.actors[0]?.address, 422, 'NOT_A_MINT'],
  ])('refuses %s with %i before anything is charged', async (address, status, code) => {
    const user = await payer()
    const answer = await start(user, address)
    expect([answer.status, answer.body]).toMatchObject([status, { code, status: 'error' }])
    expect(await server.ledger.getBalance(user.userId)).toBe(3n * POINT)
  })

  it('returns 402 if the balance is too low, and records nothing', async () => {
    const user = await payer(0n)
    const answer = await start(user, mint)
    expect([answer.status, answer.body]).toMatchObject([402, { code: 'INSUFFICIENT_BALANCE' }])
    const { body } = await user.call('GET', '/analysis/reports')
    expect(body).toMatchObject({ data: [], meta: { total: 0, has_more: false } })
  })

  it('charges once for one Idempotency-Key, and refuses the key with another token', async () => {
    const user = await payer()
    const headers = { 'idempotency-key': 'one-query' }
    const answers = await Promise.all([start(user, mint, headers), start(user, mint, headers)])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect((await start(user, mint, headers)).body).toEqual(answers[0]?.body)
    expect(await server.ledger.getBalance(user.userId)).toBe(2n * POINT)
    const other = await start(user, otherMint, headers)
    expect([other.status, other.body]).toMatchObject([409, { code: 'IDEMPOTENCY_CONFLICT' }])
  })

  it('fails and refunds the POINT if the token was never traded', async () => {
    const user = await payer()
    const { body } = await start(user, quietMint)
    const failed = await finished(user, body.data.id)
    expect(failed).toMatchObject({ status: 'failed', is_refunded: true })
    expect(failed.failure).toContain('No trades')
    expect(await server.ledger.getBalance(user.userId)).toBe(3n * POINT)
    const { rows } = await server.ledger.listConsumption({
      userId: user.userId,
      offset: 0,
      limit: 10,
    })
    expect(rows[0]?.status).toBe('REFUNDED')
  })
})

/** Makes the server read the token from the node again. */
const forgetTokens = () => server.db.query('delete from analysis_token')

describe('a chain that fails', () => {
  beforeEach(forgetTokens)

  it('is 503 with nothing charged when it cannot be asked what the address is', async () => {
    const user = await payer()
    await fault('getAccountInfo', '500', 20)
    const answer = await start(user, mint)
    await noFaults()
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'CHAIN_UNAVAILABLE' }])
    expect(await server.ledger.getBalance(user.userId)).toBe(3n * POINT)
  })

  it('is retried after single faults', async () => {
    const user = await payer()
    await fault('getSignaturesForAddress', '429', 2)
    await fault('getTransaction', 'null', 30)
    const { body } = await start(user, mint)
    const done = await finished(user, body.data.id)
    await noFaults()
    expect(done.status).toBe('done')
    expect(done).toMatchObject({ coverage: { missing: 0 } })
  })

  it.each([
    ['getSignaturesForAddress', 'error', /did not answer/],
    ['getTransaction', 'null', /get the transactions/],
  ])('fails and gives the POINT back when %s stays at %s', async (method, mode, failure) => {
    const user = await payer()
    await fault(method, mode, 10_000)
    const { body } = await start(user, mint)
    const failed = await finished(user, body.data.id)
    await noFaults()
    expect(failed).toMatchObject({ status: 'failed', is_refunded: true })
    expect(failed.failure).toMatch(failure)
    expect(await server.ledger.getBalance(user.userId)).toBe(3n * POINT)
  })
})

describe('live progress', () => {
  it('rises to done with numbered events, and can be taken up where it broke off', async () => {
    const user = await payer()
    const { body } = await start(user, mint)
    const all = await readEvents(user, body.data.id)
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1))
    expect(all.at(-1)).toMatchObject({ type: 'done', status: 'done', report_id: body.data.id })
    const percents = all.flatMap(({ progress }) => progress?.percent ?? [])
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))

    const rest = await readEvents(user, body.data.id, { lastEventId: 1 })
    expect(rest).toEqual(all.slice(1))
    expect(await readEvents(user, body.data.id, { lastEventId: all.length })).toEqual([])
  })
})

describe('deleting', () => {
  it('cancels an unfinished run, refunds the POINT once, and then removes the run from the history', async () => {
    const user = await payer()
    await jobs.stop({ graceMs: 0 })
    jobs = await openedJobs()
    const { body } = await start(user, mint)
    const { id } = body.data
    expect((await user.call('DELETE', `/analysis/reports/${id}`)).status).toBe(200)
    expect(await server.ledger.getBalance(user.userId)).toBe(3n * POINT)
    await jobs.work()
    expect((await finished(user, id)).status).toBe('cancelled')
    expect((await user.call('DELETE', `/analysis/reports/${id}`)).status).toBe(200)
    expect((await user.call('GET', `/analysis/reports/${id}`)).status).toBe(404)
    expect(await server.ledger.getBalance(user.userId)).toBe(3n * POINT)
    expect((await user.call('GET', `/analysis/reports/${id}/events`)).status).toBe(404)
  })

  it('stops one that is running', async () => {
    const user = await payer()
    await fault('getSignaturesForAddress', 'hang', 1)
    const { body } = await start(user, mint)
    const { id } = body.data
    await expect
      .poll(
        async () => (await user.call<Report>('GET', `/analysis/reports/${id}`)).body.data.status,
      )
      .toBe('running')
    await user.call('DELETE', `/analysis/reports/${id}`)
    await noFaults()
    expect((await finished(user, id)).status).toBe('cancelled')
    expect(await server.ledger.getBalance(user.userId)).toBe(3n * POINT)
  })

  it('takes a finished report from the history without a refund', async () => {
    const user = await payer()
    const { body } = await start(user, mint)
    await finished(user, body.data.id)
    await user.call('DELETE', `/analysis/reports/${body.data.id}`)
    const { body: list } = await user.call('GET', '/analysis/reports')
    expect(list).toMatchObject({ data: [], meta: { total: 0 } })
    expect(await server.ledger.getBalance(user.userId)).toBe(2n * POINT)
  })
})

describe('history', () => {
  it('pages the own reports and hides those of others', async () => {
    const user = await payer()
    const stranger = await payer()
    const ids: string[] = []
    for (let nth = 0; nth < 3; nth++) ids.unshift((await start(user, quietMint)).body.data.id)
    const { body } = await user.call<{ data: ReportSummary[] }>(
      'GET',
      '/analysis/reports?limit=2&offset=0',
    )
    expect(body).toMatchObject({ meta: { offset: 0, limit: 2, total: 3, has_more: true } })
    expect(body.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    for (const suffix of ['', '.json', '.csv', '/events']) {
      const answer = await stranger.call('GET', `/analysis/reports/${ids[0]}${suffix}`)
      expect(answer.status).toBe(404)
    }
    expect((await stranger.call('DELETE', `/analysis/reports/${ids[0]}`)).status).toBe(404)
    expect((await user.call('GET', '/analysis/reports/nonsense')).status).toBe(404)
    expect((await user.call('GET', '/analysis/reports?limit=101')).status).toBe(400)
  })
})

describe('the wallet finder', () => {
  it('finds the wallets that are ranked in several tokens', async () => {
    const user = await payer()
    const { status, body } = await user.call<Started>('POST', '/analysis/wallet-finder', {
      body: { contract_addresses: [mint, otherMint] },
    })
    expect(status).toBe(202)
    const done = await finished(user, body.data.id)
    expect(done).toMatchObject({ status: 'done', kind: 'WALLET_FINDER' })
    const { wallets } = done as unknown as {
      wallets: { address: string; hits: { mint: string }[] }[]
    }
    const roleOf = new Map(market.actors.map(({ address, role }) => [address, role]))
    expect(wallets.slice(0, 5).map(({ address }) => roleOf.get(address))).toEqual(
      Array.from({ length: 5 }, () => 'smart'),
    )
    expect(wallets.every(({ hits }) => hits.length === 2)).toBe(true)
    expect(await server.ledger.getBalance(user.userId)).toBe(2n * POINT)
  })

  it.each([
    [{ contract_addresses: [mint] }, 400],
    [{ contract_addresses: [mint, mint] }, 400],
    [{ contract_addresses: [mint, otherMint], min_hits: 3 }, 400],
    [{ contract_addresses: [mint, 'nonsense'] }, 400],
    [{ contract_addresses: [mint, addressOf('nobody knows this')] }, 404],
  ])('refuses %j', async (request, status) => {
    const user = await payer()
    const answer = await user.call('POST', '/analysis/wallet-finder', { body: request })
    expect(answer.status).toBe(status)
    expect(await server.ledger.getBalance(user.userId)).toBe(3n * POINT)
  })
})
