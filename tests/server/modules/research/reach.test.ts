import { afterAll, describe, expect, it, vi } from 'vitest'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { OutboundError } from '#server/clients/outbound/outbound-address.ts'
import { createDemoRegistry } from '#server/modules/research/source-registry.ts'
import { AppError } from '#server/errors.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { refreshDueTopics } from '#server/modules/research/scheduled-topics.ts'
import { listDueTopics } from '#server/modules/research/topic-repository.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { openDesk, POINT } from './research-desk.ts'

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><item><title>Quokka protocol opens on Solana</title><link>https://own.example/1?token=secret-item</link><pubDate>${new Date().toUTCString()}</pubDate><description>The quokka protocol opened on Solana with twelve pools on Monday.</description></item></channel></rss>`
const FOUND = {
  results: [
    {
      url: 'https://web.example/wombat',
      title: 'Wombat wallet arrives on Solana',
      content: 'The wombat wallet arrived on Solana and holds tokens offline.',
    },
  ],
}

const asked: string[] = []
const outside: GuardedFetch = async (target) => {
  const { host, href } = new URL(target)
  asked.push(href)
  if (host === 'own.example') return new Response(FEED)
  if (host === 'gone.example') throw new OutboundError('unreachable', host)
  if (host === 'missing.example') return new Response('', { status: 404 })
  if (host === 'empty.example') return new Response('<p>Hello</p>')
  if (host === 'search.example') return Response.json(FOUND)
  throw new OutboundError('address', host)
}

const desk = await openDesk({
  world: () =>
    createDemoRegistry({
      node: () => Promise.reject(new Error('no node')),
      demoMints: [],
      slowestMs: 0,
      outside,
      searchUrl: 'https://search.example',
    }),
})
afterAll(() => desk.close())

const add = (user: SignedIn, url: string) =>
  user.call<{ data: { id: string; name: string; problem: string | null } }>(
    'POST',
    '/research-sources',
    { body: { url } },
  )

describe('sources of one’s own', () => {
  it('can be the only ones asked, are no demo, and one of them is not too few', async () => {
    const owner = await desk.payer()
    await add(owner, 'own.example/feed.xml')
    const query = 'Who founded the quokka protocol?'
    const { body } = await desk.start(owner, query, { body: { query, focus: 'own' } })
    const found = await desk.finished(owner, (body['data'] as { id: string }).id)
    expect([found.status, found.is_demo, found.is_refunded]).toEqual(['failed', false, true])
    expect(found.failure).not.toMatch(/^Only/)
    expect(found.failure).toContain('only “My sources”')
    const said = (await desk.events(owner, found.id)).map(({ message }) => message)
    expect(said).toContain('Asking 1 source')
  })

  it('are read for their owner alone, through the guard, until they are removed', async () => {
    const [owner, other] = [await desk.payer(), await desk.payer()]
    const added = await add(owner, 'own.example/feed.xml')
    expect(added.status).toBe(201)
    expect(added.body.data).toMatchObject({ name: 'own.example', problem: null })
    const refused = await add(owner, 'http://169.254.169.254/latest')
    expect(refused.body.data.problem).toBe('is at an address that is not allowed')
    const { status, digest } = await desk.ask(owner, 'What is the quokka protocol?')
    expect(status).toBe('done')
    expect(digest?.answer?.sentences[0]?.text).toContain('The quokka protocol opened on Solana')
    expect(digest?.answer?.source_count).toBe(1)
    expect(digest?.sources.find(({ name }) => name === '169.254.169.254')).toMatchObject({
      state: 'failed',
      reason: 'is at an address that is not allowed',
    })

    const failed = await desk.ask(other, 'What is the quokka protocol?')
    expect([failed.status, failed.is_refunded]).toEqual(['failed', true])
    expect(failed.digest?.sources.map(({ name }) => name)).not.toContain('own.example')
    const path = `/research-sources/${added.body.data.id}`
    expect((await other.call('DELETE', path)).status).toBe(404)
    expect((await owner.call('DELETE', path)).status).toBe(200)
    const left = await owner.call<{ data: object[] }>('GET', '/research-sources')
    expect(left.body.data).toHaveLength(1)
  })

  it('say what went wrong when they are added, and are kept', async () => {
    const user = await desk.payer()
    for (const [url, problem] of [
      ['https://gone.example/feed', 'could not be reached'],
      ['https://missing.example/feed', 'answered HTTP 404'],
      ['https://empty.example/', 'is no feed and has no readable article'],
    ] as const) {
      const { status, body } = await add(user, url)
      expect([status, body.data.problem], url).toEqual([201, problem])
    }
    const kept = await user.call<{ data: object[] }>('GET', '/research-sources')
    expect(kept.body.data).toHaveLength(3)
  })

  it('are refused when they are no web address or too many', async () => {
    const user = await desk.payer()
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://a:b@own.example',
      'nonsense',
      'http://intranet./feed',
    ]) {
      expect((await add(user, url)).status, url).toBe(400)
    }
    const many = await Promise.all(
      Array.from({ length: 23 }, (_, nth) => add(user, `https://own.example/${nth}`)),
    )
    expect(many.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = many.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).not.toBeNull()
  })
})

describe('the link to a digest', () => {
  const getShared = (token: string) => desk.server.call('GET', `/research/shared/${token}`)
  const share = async (user: SignedIn, id: string) =>
    (await user.call<{ data: { token: string } }>('POST', `/research/${id}/link`, { body: {} }))
      .body.data.token

  it('shows it without an account, its owner or the key of a private feed', async () => {
    const owner = await desk.payer()
    await add(owner, 'https://own.example/feed.xml?key=secret-feed-key')
    const { id } = await desk.ask(owner, 'What is the quokka protocol?')
    const shared = await getShared(await share(owner, id))
    expect(shared.status, shared.text).toBe(200)
    expect(shared.text).toContain('The quokka protocol opened on Solana')
    for (const secret of [id, owner.userId, owner.username, 'secret-']) {
      expect(shared.text, secret).not.toContain(secret)
    }
  })

  it('ends when its owner removes it, replaces it or deletes the research', async () => {
    const owner = await desk.payer()
    const { id } = await desk.ask(owner, 'What is the wombat wallet?')
    const first = await share(owner, id)
    const second = await share(owner, id)
    const statusOf = async (token: string) => (await getShared(token)).status
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    expect((await owner.call('DELETE', `/research/${id}/link`)).status).toBe(200)
    expect(await statusOf(second)).toBe(404)
    const third = await share(owner, id)
    expect((await owner.call('DELETE', `/research/${id}`)).status).toBe(200)
    expect(await statusOf(third)).toBe(404)
    const last = await owner.call('POST', `/research/${id}/link`, { body: {} })
    expect(last.status).toBe(404)
  })

  it('is refused for a research without an answer', async () => {
    const owner = await desk.payer()
    const { id, status } = await desk.ask(owner, 'What is the zyzzyva bridge?')
    expect(status).toBe('failed')
    const refused = await owner.call('POST', `/research/${id}/link`, { body: {} })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('finished')])
  })
})

describe('a web search', () => {
  it('is asked with the words of the question, and cited', async () => {
    const { status, digest } = await desk.ask(await desk.payer(), 'What is the wombat wallet?')
    expect(status).toBe('done')
    expect(asked).toContain('https://search.example/search?q=wombat+wallet&format=json')
    expect(digest?.evidence.map(({ url }) => url)).toContain('https://web.example/wombat')
  })
})

const follow = async (user: SignedIn, query: string, last: string | null): Promise<string> => {
  const body = { query, follow_up_to: last }
  const answer = await user.call<{ data: { id: string } }>('POST', '/research', { body })
  return answer.body.data.id
}

describe('a follow-up', () => {
  it('keeps the subject over several questions', async () => {
    const user = await desk.payer(5n)
    let last: string | null = null
    for (const query of ['Jupiter fee vote', 'When does it end?', 'Why?']) {
      const started: string = await follow(user, query, last)
      const { digest } = await desk.finished(user, started)
      expect(digest?.plan.subjects.map(({ name }) => name)).toEqual(['Jupiter'])
      last = started
    }
  })
})

describe('a topic on a schedule', () => {
  type Topic = {
    id: string
    schedule: { points_spent: number } | null
    stopped_because: string | null
    last_change: { new_stories: number } | null
  }
  const topicsOf = async (user: SignedIn) =>
    (await user.call<{ data: Topic[] }>('GET', '/research/topics')).body.data
  const scheduled = async (points: bigint, limit: number, query = 'What is new on Solana?') => {
    const user = await desk.payer(points)
    const { id } = await desk.ask(user, query)
    const saved = await user.call<{ data: Topic }>('POST', '/research-topics', {
      body: { research_id: id },
    })
    const topicId = saved.body.data.id
    expect(saved.body.data.schedule).toBeNull()
    const set = await user.call('PUT', `/research-topics/${topicId}/schedule`, {
      body: { schedule: { every_hours: 24, points_limit: limit } },
    })
    expect(set.status, set.text).toBe(200)
    return { user, topicId }
  }
  const makeDue = async (topicId: string) => {
    const { db } = desk.server
    await db.query(
      `update research_topic set next_at = now() - interval '1 minute' where id = $1`,
      [topicId],
    )
    await desk.jobs.enqueue(db, { kind: 'research-topics', payload: {} })
    desk.jobs.wake('research-topics')
  }

  it('is refreshed when it is due, charged once, and stops at its limit', async () => {
    const { user, topicId } = await scheduled(5n, 1)
    await makeDue(topicId)
    await vi.waitFor(
      async () => expect((await topicsOf(user))[0]?.schedule?.points_spent).toBe(1),
      { timeout: 20_000 },
    )
    expect(await desk.server.ledger.getBalance(user.userId)).toBe(3n * POINT)
    await makeDue(topicId)
    await vi.waitFor(
      async () =>
        expect((await topicsOf(user))[0]).toMatchObject({
          schedule: null,
          stopped_because: 'Its spending limit is used up.',
        }),
      { timeout: 20_000 },
    )
    expect(await desk.server.ledger.check()).toEqual([])
  })

  it('ends with its topic, and does not resume when that is saved again', async () => {
    const { user, topicId } = await scheduled(5n, 5)
    const { db } = desk.server
    const [topic] = await db.query<{ originId: string }>(
      'select origin_id as "originId" from research_topic where id = $1',
      [topicId],
    )
    await user.call('DELETE', `/research-topics/${topicId}`)
    const body = { research_id: topic?.originId }
    const saved = await user.call<{ data: Topic }>('POST', '/research-topics', { body })
    expect(saved.body.data).toMatchObject({ id: topicId, schedule: null })
  })

  it('counts no refresh that was refunded', async () => {
    const { user, topicId } = await scheduled(5n, 1, 'Is Helium dead?')
    const { db } = desk.server
    for (const runs of [1, 2]) {
      await makeDue(topicId)
      await vi.waitFor(
        async () => {
          const failed = `select id from paid_run where group_id = $1 and status = 'failed'`
          expect(await db.query(failed, [topicId])).toHaveLength(runs)
          const [stored] = await db.query<{ isDue: boolean }>(
            'select next_at <= now() as "isDue" from research_topic where id = $1',
            [topicId],
          )
          expect(stored?.isDue).toBe(false)
        },
        { timeout: 20_000 },
      )
      expect((await topicsOf(user))[0]?.schedule?.points_spent).toBe(0)
    }
    expect(await desk.server.ledger.getBalance(user.userId)).toBe(5n * POINT)
  })

  it('is refreshed although its owner used the key of its due time, and leaves out closed accounts', async () => {
    const { user, topicId } = await scheduled(5n, 5)
    const { user: closed, topicId: closedTopicId } = await scheduled(5n, 5)
    const { db } = desk.server
    await db.query('update app_user set disabled_at = now() where id = $1', [closed.userId])
    const [row] = await db.query<{ dueAt: Date }>(
      `update research_topic set next_at = date_trunc('milliseconds', now() - interval '1 minute')
       where id = any($1) returning next_at as "dueAt"`,
      [[topicId, closedTopicId]],
    )
    const key = `schedule:${topicId}:${row?.dueAt.getTime()}`
    const used = await user.call('POST', '/research', {
      body: { query: 'Another question about Solana' },
      headers: { 'Idempotency-Key': key },
    })
    expect(used.status, used.text).toBeLessThan(300)
    await desk.jobs.enqueue(db, { kind: 'research-topics', payload: {} })
    desk.jobs.wake('research-topics')
    await vi.waitFor(
      async () => expect((await topicsOf(user))[0]?.schedule?.points_spent).toBe(1),
      { timeout: 20_000 },
    )
    const [left] = await db.query<{ spent: number }>(
      'select points_spent as spent from research_topic where id = $1',
      [closedTopicId],
    )
    expect(left?.spent).toBe(0)
  })

  it('is put off when it cannot be refreshed now', async () => {
    const { topicId } = await scheduled(1n, 1)
    const { db } = desk.server
    const past = `update research_topic set next_at = now() - interval '1 minute' where id = $1`
    await db.query(past, [topicId])
    const refreshScheduled = () => Promise.reject(new AppError('RATE_LIMITED', 'Too many runs'))
    const due = (await listDueTopics(db, 100)).filter(({ id }) => id === topicId)
    expect(due).toHaveLength(1)
    const { signal } = new AbortController()
    await refreshDueTopics(db, { refreshScheduled }, signal)
    const left = (await listDueTopics(db, 100)).filter(({ id }) => id === topicId)
    expect(left).toEqual([])
  })

  it('has the same key again when a charge could not be counted', async () => {
    const { topicId } = await scheduled(1n, 5)
    const { db } = desk.server
    const past = `update research_topic set next_at = now() - interval '1 minute' where id = $1`
    await db.query(past, [topicId])
    const keys: string[] = []
    const refreshScheduled = async (_: string, id: string, key: string) => {
      if (id === topicId) keys.push(key)
      return { id: uuidv7(), research_id: id, status: 'queued' as const }
    }
    const query = (sql: string, values?: unknown[]) =>
      sql.includes('set points_spent')
        ? Promise.reject(new Error('the connection was lost'))
        : db.query(sql, values)
    const failing = Object.assign(Object.create(db) as typeof db, { query })
    const { signal } = new AbortController()
    await expect(refreshDueTopics(failing, { refreshScheduled }, signal)).rejects.toThrow()
    await refreshDueTopics(db, { refreshScheduled }, signal)
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })

  it('takes turns with the topics of others', async () => {
    const [many, few] = [await scheduled(1n, 1), await scheduled(1n, 1)]
    const { db } = desk.server
    await db.transaction(async (tx) => {
      await tx.query(
        `update research_topic set next_at = now() - interval '1 hour' where id = $1`,
        [few.topicId],
      )
      await tx.query(
        `insert into research_topic (id, user_id, title, query, origin_id, every_hours, next_at,
           points_limit)
         select gen_random_uuid(), user_id, title, query, gen_random_uuid(), 24,
           now() - n * interval '1 day', 1
         from research_topic, generate_series(1, 9) n where id = $1`,
        [many.topicId],
      )
      const due = (await listDueTopics(tx, 100)).map(({ userId }) => userId)
      expect(due.filter((id) => id === many.user.userId)).toHaveLength(9)
      expect(due.indexOf(few.user.userId)).toBeLessThan(due.lastIndexOf(many.user.userId))
      await tx.query('delete from research_topic where user_id = $1', [many.user.userId])
      await tx.query('update research_topic set next_at = null where id = $1', [few.topicId])
    })
  })

  it('stops with a sentence when the balance does not cover it, and belongs to its owner', async () => {
    const { user, topicId } = await scheduled(1n, 10)
    const stranger = await desk.payer(0n)
    const off = { body: { schedule: null } }
    const path = `/research-topics/${topicId}/schedule`
    expect((await stranger.call('PUT', path, off)).status).toBe(404)
    await makeDue(topicId)
    await vi.waitFor(
      async () =>
        expect((await topicsOf(user))[0]?.stopped_because).toBe(
          'Your balance is too low for a refresh.',
        ),
      { timeout: 20_000 },
    )
    expect(await desk.server.ledger.getBalance(user.userId)).toBe(0n)
  })
})
