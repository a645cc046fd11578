import { afterAll, describe, expect, it } from 'vitest'
import { openTools, testAnalysis } from '#tests/support/paid-tools.ts'
import { testResearch } from '#tests/support/research-tool.ts'
import { testServer } from '#tests/support/server.ts'
import { openChats } from '#tests/support/chats.ts'

const ROWS = 1_003

const server = await testServer({
  modules: ({ db, ledger, rpc }) => [
    openTools([testAnalysis({ rpc }), testResearch()], { db, ledger }).routes,
    openChats({ db, ledger }).routes,
  ],
})
const user = await server.signIn()
const rows = 'from generate_series(1, $2::int) n'
for (const insert of [
  `insert into chat (id, user_id, title) select gen_random_uuid(), $1, 'Plan ' || n ${rows}`,
  `insert into paid_run (id, user_id, kind, status, input, transfer_id)
   select gen_random_uuid(), $1, 'analysis', 'cancelled',
     '{"kind": "CA_ANALYSIS", "addresses": ["So11111111111111111111111111111111111111112"], "minHits": null}',
     gen_random_uuid() ${rows}`,
  `insert into paid_run (id, user_id, kind, status, input, transfer_id)
   select gen_random_uuid(), $1, 'research', 'cancelled', '{"query": "why", "followUpTo": null}',
     gen_random_uuid() ${rows}`,
  `insert into research_topic (id, user_id, title, query, origin_id)
   select gen_random_uuid(), $1, 'why', 'why', gen_random_uuid() ${rows}`,
]) {
  await server.db.query(insert, [user.userId, ROWS])
}
afterAll(() => server.close())

describe.each([
  '/chats?',
  '/chats?q=plan&',
  '/analysis/reports?',
  '/research?',
  '/research-topics?',
])('GET %slimit=2', (path) => {
  const page = async (offset: number, caller = user) => {
    const answer = await caller.call<{ data: unknown[]; meta: unknown }>(
      'GET',
      `${path}limit=2&offset=${offset}`,
    )
    return { meta: answer.body.meta, entries: answer.body.data.length }
  }

  it('counts up to 1,000 rows, and to the end on the last page', async () => {
    const first = { meta: { offset: 0, limit: 2, total: 1_000, has_more: true }, entries: 2 }
    expect(await page(0)).toEqual(first)
    expect(await page(1_000)).toMatchObject({ meta: { total: 1_003, has_more: true }, entries: 2 })
    expect(await page(1_001)).toMatchObject({ meta: { total: 1_003, has_more: false } })
    expect(await page(1_002)).toMatchObject({ meta: { total: 1_003, has_more: false }, entries: 1 })
    expect(await page(5_000)).toMatchObject({ meta: { total: 1_000, has_more: false }, entries: 0 })
  })

  it('is empty for a user who has nothing', async () => {
    const empty = { meta: { offset: 0, limit: 2, total: 0, has_more: false }, entries: 0 }
    expect(await page(0, await server.signIn())).toEqual(empty)
  })
})
