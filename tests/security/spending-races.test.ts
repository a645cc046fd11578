import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { OpenPaidTools } from '#server/modules/runs/paid-tool.ts'
import { echoTool } from '#tests/server/modules/runs/echo-tool.ts'
import { openTools, testJobs } from '#tests/support/paid-tools.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'

const POINT = 10_000_000n
/** An echo costs two POINTS. */
const PRICE = 2n * POINT

let server: TestServer
let sibling: TestServer
let jobs: Jobs
let tools: OpenPaidTools

beforeAll(async () => {
  server = await testServer({
    modules: (parts) => {
      jobs = testJobs(parts.db)
      tools = openTools([echoTool], { ...parts, jobs })
      return [tools.routes]
    },
  })
  sibling = await testServer({
    db: server.db,
    modules: (parts) => [openTools([echoTool], { ...parts, jobs }).routes],
  })
  await jobs.open(tools.jobs)
  await jobs.work()
})
afterAll(async () => {
  await jobs?.stop({ graceMs: 0 })
  await sibling?.close()
  await server?.close()
})

async function userWith(lamports: bigint): Promise<SignedIn> {
  const user = await server.signIn()
  const { userId } = user
  await server.grant(userId, lamports)
  return user
}

type Echo = { data: { id: string; status: string } }

/** Calls at one server and at the other in turn, all at once. */
const times = <T>(count: number, work: (at: TestServer, index: number) => Promise<T>) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => work(index % 2 === 0 ? server : sibling, index)),
  )

const start = (at: TestServer, { accessToken: token }: SignedIn, text: string, key?: string) =>
  at.call<Echo>('POST', '/echo', {
    token,
    body: { text },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })

/** A busy machine takes a job late. */
const untilStatus = (user: SignedIn, id: string, status: string) =>
  expect
    .poll(async () => (await user.call<Echo>('GET', `/echo/${id}`)).body.data.status, {
      timeout: 15_000,
    })
    .toBe(status)

const statuses = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )

describe('paid runs that are started at once at two servers', () => {
  it('are as many as the balance pays for, and the others are refused', async () => {
    const user = await userWith(10n * PRICE + POINT)
    const answers = await times(40, (at, index) => start(at, user, `hello ${index}`))
    expect(statuses(answers)).toEqual({ 200: 10, 402: 30 })
    expect(await server.ledger.getBalance(user.userId)).toBe(POINT)
  })

  it('are one run and one charge under one Idempotency-Key, which another body cannot use', async () => {
    const user = await userWith(10n * PRICE)
    const answers = await times(40, (at) => start(at, user, 'hello', 'one-key'))
    expect(statuses(answers)).toEqual({ 200: 40 })
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(statuses(await times(4, (at) => start(at, user, 'hello again', 'one-key')))).toEqual({
      409: 4,
    })
    expect(await server.ledger.getBalance(user.userId)).toBe(9n * PRICE)
  })
})

describe('a paid run that is deleted many times at once', () => {
  const removeAtOnce = ({ accessToken: token }: SignedIn, id: string) =>
    times(12, (at) => at.call('DELETE', `/echo/${id}`, { token }))

  it('is refunded once while it runs', async () => {
    const user = await userWith(3n * PRICE)
    const { id } = (await start(server, user, 'please wait')).body.data
    await untilStatus(user, id, 'running')
    await removeAtOnce(user, id)
    expect(await server.ledger.getBalance(user.userId)).toBe(3n * PRICE)
  })

  it('is not refunded once it is done', async () => {
    const user = await userWith(3n * PRICE)
    const { id } = (await start(server, user, 'one')).body.data
    await untilStatus(user, id, 'done')
    await removeAtOnce(user, id)
    expect(await server.ledger.getBalance(user.userId)).toBe(2n * PRICE)
  })

  it('never leaves more than there was before, whether it ends first or not', async () => {
    const user = await userWith(3n * PRICE)
    for (const text of ['one', 'two words', 'please fail']) {
      const { id } = (await start(server, user, text)).body.data
      await removeAtOnce(user, id)
    }
    const kept = await server.db.query(
      `select 1 from consumption where user_id = $1 and status <> 'REFUNDED'`,
      [user.userId],
    )
    const spent = BigInt(kept.length) * PRICE
    expect(await server.ledger.getBalance(user.userId)).toBe(3n * PRICE - spent)
  })

  it('leaves books that balance', async () => {
    expect(await server.ledger.check()).toEqual([])
  })
})
