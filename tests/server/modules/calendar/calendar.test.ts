import { afterAll, describe, expect, it } from 'vitest'
import {
  MAX_CHANGES,
  MAX_EVENT_LENGTH,
  MAX_EVENTS,
  type CalendarChanges,
  type CalendarEvent,
} from '#contract/calendar/events.ts'
import { registerCalendarRoutes } from '#server/modules/calendar/calendar-routes.ts'
import { testServer, type SignedIn } from '#tests/support/server.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

const server = await testServer({
  modules: ({ db }) => [(app) => registerCalendarRoutes(app, { db })],
})
afterAll(() => server.close())

const HOUR_MS = 3_600_000

type Change = { id: string; event: CalendarEvent | null; based_on?: number; age_ms?: number }

const put = (event: CalendarEvent, more: Partial<Change> = {}): Change => ({
  id: event.id,
  event,
  ...more,
})
const drop = (id: string, more: Partial<Change> = {}): Change => ({ id, event: null, ...more })

const send = (user: SignedIn, since: number, changes: readonly Change[], userId = user.userId) =>
  user.call<{ data: CalendarChanges; code?: string }>('POST', '/calendar/sync', {
    body: {
      user_id: userId,
      since,
      changes: changes.map((change) => ({ based_on: 0, age_ms: 0, ...change })),
    },
  })

const sync = async (user: SignedIn, since: number, changes: readonly Change[] = []) =>
  (await send(user, since, changes)).body.data

/** Plants live events without sending them. */
const plant = (user: SignedIn, count: number, event = "jsonb_build_object('title', n)") =>
  server.db.query(
    `with counted as (insert into calendar (user_id, version) values ($1, 1) returning 1)
     insert into calendar_event (user_id, id, version, changed_at, event)
     select $1, 'planted-' || n, 1, now(), ${event} from generate_series(1, $2::int) n`,
    [user.userId, count],
  )

describe('the calendar of an account', () => {
  it('returns the events of one browser to another, and to no other user', async () => {
    const [user, other] = await Promise.all([server.signIn(), server.signIn()])
    const event = testEvent({ kept: [['x-custom', { a: '1' }, 'text', 'y']] })
    expect(await sync(user, 0, [put(event)])).toEqual({
      version: 1,
      is_whole: true,
      changes: [{ id: event.id, event }],
      refused: [],
    })
    expect((await sync(user, 0)).changes).toEqual([{ id: event.id, event }])
    expect(await sync(other, 0)).toEqual({ version: 0, is_whole: true, changes: [], refused: [] })
    await sync(other, 0, [drop(event.id), put({ ...event, title: 'Taken over' })])
    expect((await sync(user, 0)).changes).toEqual([{ id: event.id, event }])
  })

  it('returns only what changed since, with deletions', async () => {
    const user = await server.signIn()
    const [one, two] = [testEvent(), testEvent()]
    await sync(user, 0, [put(one), put(two)])
    await sync(user, 1, [drop(one.id, { based_on: 1 })])
    expect(await sync(user, 1)).toMatchObject({
      version: 2,
      is_whole: false,
      changes: [{ id: one.id, event: null }],
    })
    expect((await sync(user, 2)).changes).toEqual([])
  })

  it('refuses what a browser sends for another user', async () => {
    const [user, other] = await Promise.all([server.signIn(), server.signIn()])
    const answer = await send(user, 0, [put(testEvent())], other.userId)
    expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect((await sync(user, 0)).changes).toEqual([])
    expect((await sync(other, 0)).changes).toEqual([])
  })

  it('saves all of many changes that arrive at once', async () => {
    const user = await server.signIn()
    await Promise.all(Array.from({ length: 8 }, () => sync(user, 0, [put(testEvent())])))
    const { version, changes } = await sync(user, 0)
    expect({ version, events: changes.length }).toEqual({ version: 8, events: 8 })
  })

  it('replaces what PostgreSQL cannot store', async () => {
    const user = await server.signIn()
    const { changes } = await sync(user, 0, [put(testEvent({ title: 'half \ud83d' }))])
    expect(changes[0]?.event?.title).toBe('half \ufffd')
  })
})

describe('two changes of one event', () => {
  it('leave the newer one, whichever arrives first', async () => {
    const user = await server.signIn()
    const event = testEvent({ title: 'First' })
    await sync(user, 0, [put(event, { age_ms: 3 * HOUR_MS })])
    const newer = put({ ...event, title: 'Newer' }, { based_on: 1, age_ms: HOUR_MS })
    const older = put({ ...event, title: 'Older' }, { based_on: 1, age_ms: 2 * HOUR_MS })
    await sync(user, 1, [newer])
    const answer = await sync(user, 2, [older])
    expect(answer.changes).toEqual([{ id: event.id, event: newer.event }])
    expect((await sync(user, 0)).changes).toEqual([{ id: event.id, event: newer.event }])
  })

  it('leave a newer deletion deleted, and take a newer change of a deleted event', async () => {
    const user = await server.signIn()
    const event = testEvent()
    await sync(user, 0, [put(event, { age_ms: 3 * HOUR_MS })])
    await sync(user, 1, [drop(event.id, { based_on: 1, age_ms: HOUR_MS })])
    const older = put(event, { based_on: 1, age_ms: 2 * HOUR_MS })
    expect((await sync(user, 2, [older])).changes).toEqual([{ id: event.id, event: null }])
    const newer = put(event, { based_on: 1 })
    expect((await sync(user, 2, [newer])).changes).toEqual([{ id: event.id, event }])
  })

  it('leave the one that was made with the other in view, whatever the clocks say', async () => {
    const user = await server.signIn()
    const event = testEvent()
    await sync(user, 0, [put(event)])
    const next = put({ ...event, title: 'Next' }, { based_on: 1, age_ms: HOUR_MS })
    expect((await sync(user, 1, [next])).changes).toEqual([{ id: event.id, event: next.event }])
  })
})

describe('the limits of a calendar', () => {
  it(`are ${MAX_EVENTS} events; changes and deletions of those still work`, async () => {
    const user = await server.signIn()
    await plant(user, MAX_EVENTS - 1)
    const [one, two] = [testEvent(), testEvent()]
    const full = await sync(user, 1, [put(one), put(two)])
    expect(full.refused).toEqual([two.id])
    expect(full.changes.map(({ id }) => id)).toEqual([one.id])
    const changed = put({ ...one, title: 'Changed' }, { based_on: 2 })
    expect((await sync(user, 2, [changed])).refused).toEqual([])
    expect((await sync(user, 3, [put(two), drop(one.id, { based_on: 3 })])).refused).toEqual([])
  })

  it('are a length of all events together', async () => {
    const user = await server.signIn()
    await plant(user, 100, "jsonb_build_object('notes', repeat('n', 39900))")
    const event = testEvent({ notes: 'n'.repeat(20_000) })
    expect((await sync(user, 1, [put(event)])).refused).toEqual([event.id])
  })

  it.each([
    ['an event that is too large', [put(testEvent({ notes: 'n'.repeat(MAX_EVENT_LENGTH) }))]],
    ['a date that does not exist', [put(testEvent({ start: '2026-02-30' }))]],
    ['a time with a zone', [put(testEvent({ start: '2026-02-20T09:00:00Z' }))]],
    ['an event under another id', [{ id: 'another', event: testEvent() }]],
    ['NUL', [put(testEvent({ title: 'a\0b' }))]],
    ['a change from the future', [put(testEvent(), { age_ms: -1 })]],
    ['too many changes', Array.from({ length: MAX_CHANGES + 1 }, () => put(testEvent()))],
  ])('refuse %s', async (_what, changes) => {
    expect((await send(await server.signIn(), 0, changes)).status).toBe(400)
  })

  it('forget the oldest of many deletions, and then a browser reads everything', async () => {
    const user = await server.signIn()
    const event = testEvent()
    await sync(user, 0, [put(event)])
    await sync(user, 1, [drop(event.id, { based_on: 1 })])
    await server.db.query(
      `insert into calendar_event (user_id, id, version, changed_at, event)
       select $1, 'gone-' || n, 2 + n, now(), null from generate_series(1, 5000) n`,
      [user.userId],
    )
    await server.db.query('update calendar set version = 5002 where user_id = $1', [user.userId])
    const left = testEvent()
    await sync(user, 5_002, [put(left)])
    expect(await sync(user, 2)).toMatchObject({ is_whole: false, version: 5_003 })
    const late = await sync(user, 1)
    expect(late.is_whole).toBe(true)
    expect(late.changes.filter((change) => change.event !== null)).toEqual([
      { id: left.id, event: left },
    ])
    expect(late.changes.map(({ id }) => id)).not.toContain(event.id)
  })
})

describe('a browser that knows more than the server', () => {
  it('reads everything, as after the restore of a backup', async () => {
    const user = await server.signIn()
    const event = testEvent()
    await sync(user, 0, [put(event)])
    expect(await sync(user, 7)).toMatchObject({
      version: 1,
      is_whole: true,
      changes: [{ id: event.id, event }],
    })
  })
})

describe('personal data', () => {
  it('has the events in the export, and loses them with the account', async () => {
    const user = await server.signIn()
    await sync(user, 0, [put(testEvent({ title: 'A private appointment' }))])
    expect((await user.call('GET', '/auth/export')).text).toContain('A private appointment')
    const proof = await server.prove(user.wallet)
    await user.call('DELETE', '/auth/account', { body: { proof } })
    for (const table of ['calendar', 'calendar_event']) {
      const rows = await server.db.query(`select 1 from ${table} where user_id = $1`, [user.userId])
      expect(rows).toEqual([])
    }
  })
})
