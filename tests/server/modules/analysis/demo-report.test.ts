import { afterAll, expect, it } from 'vitest'
import type { ReportSummary } from '#contract/analysis/analysis.ts'
import { market } from '#tests/support/demo-market.ts'
import type { OpenPaidTools } from '#server/modules/runs/paid-tool.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { openTools, testAnalysis } from '#tests/support/paid-tools.ts'
import { keepRun } from '#tests/support/reports.ts'
import { testServer, type SignedIn } from '#tests/support/server.ts'

const { mints, lines } = market
const [mint] = mints
let tools: OpenPaidTools

const prepare = () => tools.prepare(new AbortController().signal)

const chain = await testChain()
await rpcResult(chain, 'chain_import', [{ lines }])
const server = await testServer({
  rpcUrl: chain.rpcUrl,
  modules: (parts) => {
    tools = openTools([testAnalysis({ rpc: parts.rpc, demoMints: mints })], parts)
    return [tools.routes]
  },
})
await prepare()
afterAll(async () => {
  await server.close()
  await chain.stop()
})

type List = { data: ReportSummary[]; meta: { total: number; has_more: boolean } }

const listOf = async (user: SignedIn, page = ''): Promise<List> =>
  (await user.call<List>('GET', `/analysis/reports${page}`)).body

it('waits in the history of every account, finished and marked as demo', async () => {
  for (const user of [await server.signIn(), await server.signIn()]) {
    const { data, meta } = await listOf(user)
    expect(data).toHaveLength(1)
    expect(meta).toMatchObject({ total: 1, has_more: false })
    expect(data[0]).toMatchObject({ contract_address: mint, status: 'done', is_demo: true })
    expect(data[0]?.counts?.wallets).toBeGreaterThan(50)
  }
})

it('opens with all its parts, and costs nothing', async () => {
  const user = await server.signIn()
  const [report] = (await listOf(user)).data
  const path = `/analysis/reports/${report?.id}`
  const head = await user.call<{ data: object }>('GET', path)
  expect(head.body.data).toMatchObject({ mint, coverage: { complete: true }, status: 'done' })
  const rows = await user.call<{ data: { address: string }[] }>('GET', `${path}/wallets`)
  const [best] = rows.body.data
  expect((await user.call('GET', `${path}/wallets/${best?.address}`)).status).toBe(200)
  expect((await user.call('GET', `${path}/series`)).status).toBe(200)
  expect((await user.call('GET', `${path}.csv`)).text).toContain(best?.address)
  expect((await user.call('GET', `${path}.json`)).text).toContain(best?.address)
  expect(await server.ledger.getBalance(user.userId)).toBe(0n)
  const page = { userId: user.userId, offset: 0, limit: 10 }
  expect((await server.ledger.listConsumption(page)).rows).toEqual([])
})

it('is gone for good once its reader removes it, and stays with the others', async () => {
  const [user, other] = [await server.signIn(), await server.signIn()]
  const [report] = (await listOf(user)).data
  expect((await user.call('DELETE', `/analysis/reports/${report?.id}`)).status).toBe(200)
  await prepare()
  expect((await listOf(user)).data).toEqual([])
  expect((await user.call('GET', `/analysis/reports/${report?.id}`)).status).toBe(404)
  expect((await listOf(other)).data).toHaveLength(1)
})

it('comes after the reports of the account, on the last page', async () => {
  const user = await server.signIn()
  await server.grant(user.userId, 100_000_000n)
  const ids: string[] = []
  for (const address of [mints[1], mints[2]]) {
    const { body } = await user.call<{ data: { id: string } }>('POST', '/analysis/ca', {
      body: { contract_address: address },
    })
    ids.unshift(body.data.id)
  }
  const all = (await listOf(user)).data.map(({ id }) => id)
  expect(all.slice(0, 2)).toEqual(ids)
  expect(all).toHaveLength(3)
  const first = await listOf(user, '?limit=2')
  expect(first.data.map(({ id }) => id)).toEqual(ids)
  expect(first.meta).toMatchObject({ total: 3, has_more: true })
  const second = await listOf(user, '?limit=2&offset=2')
  expect(second.data.map(({ id }) => id)).toEqual(all.slice(2))
  expect(second.meta).toMatchObject({ total: 3, has_more: false })
})

it('is made once: the next start finds it', async () => {
  const made = () => server.db.query('select id, made_at from demo_report')
  const before = await made()
  await prepare()
  expect(await made()).toEqual(before)
})

it('returns the price of its token, and null for a token without a report', async () => {
  const user = await server.signIn()
  const price = await tools.chat.readPrice(user.userId, mint)
  expect(price?.sol).toBeGreaterThan(0)
  expect(price?.path).toContain('/wallet-finder?report=')
  expect(await tools.chat.readPrice(user.userId, mints[1] ?? '')).toBeNull()
})

it('is the newest report of an account without another, which the chat opens', async () => {
  const user = await server.signIn()
  const tool = tools.chat.tools.find(({ name }) => name === 'last_report')
  const [report] = (await listOf(user)).data
  const context = { userId: user.userId, chatId: 'chat', callId: 'call' }
  const signal = AbortSignal.timeout(5_000)
  const last = await tool?.run({}, { ...context, signal })
  expect(last?.clientAction).toMatchObject({ path: `/wallet-finder?report=${report?.id}` })
  const best = await tool?.run({ wallets: 2 }, { ...context, signal })
  expect(best?.text.match(/^\| \d/gm)).toHaveLength(2)
  const other = await tool?.run({ token_address: 'other' }, { ...context, signal })
  expect(other?.text).toContain('You have no such report')
})

it('is in the list of reports of a chat', async () => {
  const user = await server.signIn()
  const tool = tools.chat.tools.find(({ name }) => name === 'my_reports')
  const [report] = (await listOf(user)).data
  const context = { userId: user.userId, chatId: 'chat', callId: 'call' }
  const found = await tool?.run({ count: 3 }, { ...context, signal: AbortSignal.timeout(5_000) })
  const link = encodeURIComponent(`/wallet-finder?report=${report?.id}`)
  expect(found?.text).toContain(`(/ios-desktop?open=${link}), `)
  expect(found?.text.split('\n')).toHaveLength(1)
})

it('is the earlier report of the first one of its token, unless it is removed', async () => {
  const [user, other] = [await server.signIn(), await server.signIn()]
  const [demo] = (await listOf(user)).data
  const { text: body } = await user.call('GET', `/analysis/reports/${demo?.id}.json`)
  expect((await other.call('DELETE', `/analysis/reports/${demo?.id}`)).status).toBe(200)
  const changesOf = async (reader: SignedIn) => {
    const { transferId } = await server.grant(reader.userId, 10_000_000n)
    const id = await keepRun(server.db, { userId: reader.userId, transferId, mint, body })
    const read = await reader.call<{ data: { changes: object | null } }>(
      'GET',
      `/analysis/reports/${id}`,
    )
    return read.body.data.changes
  }
  const same = { report_id: demo?.id, up: 0, down: 0, entered: 0, left: 0, left_wallets: [] }
  expect(await changesOf(user)).toMatchObject(same)
  expect(await changesOf(other)).toBeNull()
})
