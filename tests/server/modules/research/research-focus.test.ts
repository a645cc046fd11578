import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedIn } from '#tests/support/server.ts'
import { openDesk, POINT, type ResearchDesk } from './research-desk.ts'

const QUESTION = 'What is new on Solana this week?'
const MARKETS_ONLY = 'SOL price, volume and TVL'

let desk: ResearchDesk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const askIn = async (user: SignedIn, body: Record<string, unknown>) => {
  const answer = await desk.start(user, body['query'], { body })
  expect(answer.status, answer.text).toBe(202)
  return desk.finished(user, (answer.body['data'] as { id: string }).id)
}
const kindsOf = ({ digest }: Awaited<ReturnType<typeof askIn>>) =>
  new Set(digest?.sources.map(({ kind }) => kind))

describe('a research with a focus', () => {
  it.each([
    ['news', QUESTION, ['news']],
    ['markets', MARKETS_ONLY, ['market', 'chain']],
  ])('asks only the sources of %s', async (focus, query, kinds) => {
    const user = await desk.payer()
    const found = await askIn(user, { query, focus })
    expect(found).toMatchObject({ status: 'done', focus, digest: { focus } })
    expect(kindsOf(found)).toEqual(new Set(kinds))
    const file = await user.call('GET', `/research/${found.id}.md`)
    expect(file.text).toContain('Searched only: ')
  })

  it('is refunded, names the focus and offers all sources if no source there answers', async () => {
    const user = await desk.payer()
    const {
      status,
      failure,
      is_refunded: isRefunded,
    } = await askIn(user, {
      query: MARKETS_ONLY,
      focus: 'official',
    })
    expect([status, isRefunded]).toEqual(['failed', true])
    expect(failure).toMatch(
      /only “Official”\. Search all sources instead\. Your POINT was refunded/,
    )
    expect(await desk.server.ledger.getBalance(user.userId)).toBe(3n * POINT)
  })

  it('says that the user has no sources of their own', async () => {
    const user = await desk.payer()
    const { status, failure } = await askIn(user, { query: QUESTION, focus: 'own' })
    expect(status).toBe('failed')
    expect(failure).toContain('only “My sources”')
  })

  it('refuses an unknown focus before charging', async () => {
    const user = await desk.payer()
    const body = { query: QUESTION, focus: 'gossip' }
    expect((await desk.start(user, QUESTION, { body })).status).toBe(400)
    expect(await desk.server.ledger.getBalance(user.userId)).toBe(3n * POINT)
  })

  it('is another request under the same Idempotency-Key', async () => {
    const user = await desk.payer()
    const headers = { 'idempotency-key': 'one' }
    const ask = (focus?: string) =>
      desk.start(user, QUESTION, { headers, body: { query: QUESTION, ...(focus && { focus }) } })
    expect((await ask('news')).status).toBe(202)
    expect((await ask('news')).status).toBe(202)
    expect((await ask('community')).status).toBe(409)
    expect((await ask()).status).toBe(409)
  })

  it('is followed up, saved and refreshed in the same sources', async () => {
    const user = await desk.payer(5n)
    const first = await askIn(user, { query: QUESTION, focus: 'news' })
    const next = await askIn(user, { query: 'And in the last 30 days?', follow_up_to: first.id })
    expect(next.focus).toBe('news')
    const everywhere = await askIn(user, { query: QUESTION, follow_up_to: first.id, focus: 'all' })
    expect(kindsOf(everywhere).size).toBeGreaterThan(3)

    const saved = await user.call<{ data: { id: string; focus: string } }>(
      'POST',
      '/research-topics',
      { body: { research_id: first.id } },
    )
    expect(saved.body.data.focus).toBe('news')
    const refreshed = await user.call<{ data: { id: string } }>(
      'POST',
      `/research-topics/${saved.body.data.id}/refresh`,
    )
    const again = await desk.finished(user, refreshed.body.data.id)
    expect(again.focus).toBe('news')
    expect(kindsOf(again)).toEqual(new Set(['news']))
  })
})

describe('the list of focuses', () => {
  it('has those with a source', async () => {
    const user = await desk.payer()
    const { body } = await user.call('GET', '/research-focuses')
    expect(body['data']).toEqual(['all', 'news', 'official', 'community', 'markets'])
  })
})
