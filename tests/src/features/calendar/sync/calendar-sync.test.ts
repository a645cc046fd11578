import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncCalendar, type CalendarEvent } from '#contract/calendar/events.ts'
import { calendarKey, createCalendar } from '#src/features/calendar/model/calendar-store.ts'
import { startCalendarSync } from '#src/features/calendar/sync/calendar-sync.ts'
import { createStorage, type TextStorage } from '#src/lib/storage/storage.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { createSignedInApi } from '#tests/mocks/signed-in-api.ts'
import { countCallsUnderWay, network } from '#tests/mocks/server.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

type Row = { version: number; changedAt: number; event: CalendarEvent | null }

/** The account's calendar, in short: what the server does is tested there. */
let account: { version: number; rows: Map<string, Row> }
let fault: 'UNAVAILABLE' | 'INTERNAL' | 'UNAUTHENTICATED' | null
let calls: number
let sentTitles: (string | undefined)[]
/** Runs before the next answer is sent. */
let duringCall: () => void

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  account = { version: 0, rows: new Map() }
  fault = null
  calls = 0
  sentTitles = []
  duringCall = () => undefined
  network.use(
    answer(syncCalendar, ({ body }) => {
      calls += 1
      if (fault !== null) return failure(fault, 'Not now')
      const parsed = syncCalendar.body.safeParse(body)
      if (!parsed.success) return failure('VALIDATION_FAILED', 'No')
      const { since, changes } = parsed.data
      sentTitles.push(...changes.map(({ event }) => event?.title))
      const refused: string[] = []
      if (changes.some(({ event }) => event?.title !== 'Refused')) account.version += 1
      for (const { id, event, based_on: basedOn, age_ms: ageMs } of changes) {
        const row = account.rows.get(id)
        const changedAt = Date.now() - ageMs
        if (event?.title === 'Refused') refused.push(id)
        else if (row === undefined || row.version <= basedOn || row.changedAt <= changedAt) {
          account.rows.set(id, { version: account.version, changedAt, event })
        }
      }
      const ids = new Set(changes.map(({ id }) => id))
      const listed = [...account.rows].filter(([id, row]) => row.version > since || ids.has(id))
      const data = {
        version: account.version,
        is_whole: since === 0 || since > account.version,
        changes: listed.map(([id, { event }]) => ({ id, event })),
        refused,
      }
      duringCall()
      duringCall = () => undefined
      return { status: 'success', data, error: null }
    }),
  )
})

/** A browser of its own. */
const newStorage = (): TextStorage => {
  const kept = new Map<string, string>()
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
    onForeignChange: () => () => undefined,
  }
}

const stops: (() => void)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) stop()
  // A call that has just begun still gets its answer.
  await new Promise((resolve) => setTimeout(resolve, 10))
  await expect.poll(countCallsUnderWay).toBe(0)
})

const start = (storage: TextStorage, userId = 'ada') => {
  const calendar = createCalendar(storage, userId)
  const api = createSignedInApi()
  const stop = startCalendarSync({ api, calendar, sendDelayMs: 1 })
  stops.push(stop)
  return {
    stop,
    calendar,
    state: () => calendar.store.getState(),
    titles: () =>
      calendar.store
        .getState()
        .events.map(({ title }) => title)
        .toSorted(),
    put: (event: CalendarEvent) => calendar.change({ put: [event], drop: [] }),
    drop: (id: string) => calendar.change({ put: [], drop: [id] }),
    isSynced: () => expect.poll(() => Object.keys(calendar.store.getState().pending)).toEqual([]),
    hasRead: () => expect.poll(() => calendar.store.getState().accountVersion).not.toBeNull(),
  }
}

const look = () => window.dispatchEvent(new Event('focus'))
const accountTitles = () =>
  [...account.rows.values()]
    .flatMap(({ event }) => (event === null ? [] : [event.title]))
    .toSorted()

describe('two browsers of one account', () => {
  it('get the changes and deletions of each other', async () => {
    const [one, other] = [start(newStorage()), start(newStorage())]
    await Promise.all([one.hasRead(), other.hasRead()])
    const event = testEvent({ title: 'Dentist' })
    one.put(event)
    await one.isSynced()
    look()
    await expect.poll(other.titles).toEqual(['Dentist'])
    other.put({ ...event, title: 'Dentist, later' })
    await other.isSynced()
    look()
    await expect.poll(one.titles).toEqual(['Dentist, later'])
    one.drop(event.id)
    await one.isSynced()
    look()
    await expect.poll(other.titles).toEqual([])
  })

  it('agree on the newest change of an event that both changed offline', async () => {
    const [one, other] = [start(newStorage()), start(newStorage())]
    const event = testEvent({ title: 'First' })
    one.put(event)
    await one.isSynced()
    look()
    await expect.poll(other.titles).toEqual(['First'])
    fault = 'UNAVAILABLE'
    one.put({ ...event, title: 'Older' })
    await expect.poll(() => one.state().hasFailed).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 20))
    other.put({ ...event, title: 'Newer' })
    await expect.poll(() => other.state().hasFailed).toBe(true)
    fault = null
    look()
    await Promise.all([one.isSynced(), other.isSynced()])
    look()
    await expect.poll(one.titles).toEqual(['Newer'])
    await expect.poll(other.titles).toEqual(['Newer'])
  })

  it('send a change that was made during a call', async () => {
    const one = start(newStorage())
    await one.hasRead()
    const event = testEvent({ title: 'First' })
    duringCall = () => void one.put({ ...event, title: 'Second' })
    one.put(event)
    await expect.poll(accountTitles).toEqual(['Second'])
    await one.isSynced()
    expect(one.titles()).toEqual(['Second'])
  })

  it('do not render again when their own change is confirmed', async () => {
    const one = start(newStorage())
    await one.hasRead()
    one.put(testEvent())
    const { events } = one.state()
    await one.isSynced()
    expect(one.state().events).toBe(events)
  })

  it('undo a deletion that was sent already', async () => {
    const one = start(newStorage())
    const event = testEvent()
    one.put(event)
    await one.isSynced()
    const undo = one.drop(event.id)
    await one.isSynced()
    expect(accountTitles()).toEqual([])
    undo()
    await one.isSynced()
    expect(accountTitles()).toEqual([event.title])
  })
})

describe('without a connection', () => {
  it.each(['UNAVAILABLE', 'INTERNAL'] as const)(
    'keeps changes, says so, and sends them by itself after %s',
    async (code) => {
      const storage = newStorage()
      const one = start(storage)
      await one.hasRead()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      fault = code
      one.put(testEvent({ title: 'Typed offline' }))
      await vi.advanceTimersByTimeAsync(5)
      await vi.waitFor(() => expect(one.state().hasFailed).toBe(true))
      expect(storage.get(calendarKey('ada'))).toContain('Typed offline')
      fault = null
      await vi.advanceTimersByTimeAsync(30_000)
      vi.useRealTimers()
      await one.isSynced()
      expect(one.state().hasFailed).toBe(false)
      expect(accountTitles()).toEqual(['Typed offline'])
    },
  )

  it('keeps unsent changes of a closed page for the next one', async () => {
    const storage = newStorage()
    fault = 'UNAVAILABLE'
    const one = start(storage)
    one.put(testEvent({ title: 'Typed offline' }))
    await expect.poll(() => one.state().hasFailed).toBe(true)
    one.stop()
    fault = null
    await start(storage).isSynced()
    expect(accountTitles()).toEqual(['Typed offline'])
  })

  it('keeps a change when the session ends, and sends it after the next sign-in', async () => {
    const storage = newStorage()
    const one = start(storage)
    await one.hasRead()
    fault = 'UNAUTHENTICATED'
    one.put(testEvent({ title: 'Typed too late' }))
    await expect.poll(() => one.state().hasFailed).toBe(true)
    one.stop()
    expect(accountTitles()).toEqual([])
    fault = null
    await start(storage).isSynced()
    expect(accountTitles()).toEqual(['Typed too late'])
  })
})

describe('events from before accounts kept them', () => {
  const saveOld = (storage: TextStorage, events: readonly CalendarEvent[]) =>
    storage.set(calendarKey('ada'), JSON.stringify({ version: 2, state: { events } }))

  it('are taken into the account once', async () => {
    const storage = newStorage()
    saveOld(storage, [testEvent({ title: 'Old one' }), testEvent({ title: 'Old two' })])
    const one = start(storage)
    await expect.poll(accountTitles).toEqual(['Old one', 'Old two'])
    await one.isSynced()
    one.stop()
    const before = account.version
    const again = start(storage)
    await again.hasRead()
    look()
    await again.isSynced()
    expect(again.titles()).toEqual(['Old one', 'Old two'])
    expect(account.version).toBe(before)
  })

  it('of two browsers come together, and a file that both imported is there once', async () => {
    const [first, second] = [newStorage(), newStorage()]
    const imported = { uid: 'from-a-file', title: 'Imported', kept: [['x', { a: 1, b: 2 }]] }
    saveOld(first, [testEvent(imported), testEvent({ title: 'Here' })])
    saveOld(second, [
      testEvent({ ...imported, kept: [['x', { b: 2, a: 1 }]] }),
      testEvent({ uid: 'from-a-file', title: 'Imported and changed' }),
      testEvent({ title: 'There' }),
    ])
    const one = start(first)
    await expect.poll(accountTitles).toEqual(['Here', 'Imported'])
    const other = start(second)
    const all = ['Here', 'Imported', 'Imported and changed', 'There']
    await expect.poll(accountTitles).toEqual(all)
    look()
    await expect.poll(one.titles).toEqual(all)
    expect(other.titles()).toEqual(all)
  })

  it('are all sent, although a call takes a part', async () => {
    const storage = newStorage()
    saveOld(
      storage,
      Array.from({ length: 730 }, () => testEvent()),
    )
    await expect.poll(() => start(storage) && account.rows.size).toBe(730)
  })
})

describe('another user of the same browser', () => {
  it('sees and sends nothing of the first', async () => {
    const storage = newStorage()
    fault = 'UNAVAILABLE'
    const ada = start(storage, 'ada')
    ada.put(testEvent({ title: 'Private' }))
    await expect.poll(() => ada.state().hasFailed).toBe(true)
    ada.stop()
    fault = null
    const bob = start(storage, 'bob')
    await bob.hasRead()
    expect(bob.titles()).toEqual([])
    expect(accountTitles()).toEqual([])
  })

  it('gets nothing of an answer that arrives late', async () => {
    const one = start(newStorage())
    await one.hasRead()
    duringCall = one.stop
    one.put(testEvent({ title: 'Sent' }))
    await expect.poll(accountTitles).toEqual(['Sent'])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(Object.keys(one.state().pending)).toHaveLength(1)
  })
})

describe('an event that the account does not take', () => {
  it('stays here, is counted, and holds up no other', async () => {
    const one = start(newStorage())
    await one.hasRead()
    one.put(testEvent({ title: 'Refused' }))
    one.put(testEvent({ title: 'With NUL \0' }))
    one.put(testEvent({ title: 'Too large', notes: 'n'.repeat(70_000) }))
    one.put(testEvent({ title: 'Fine' }))
    await expect.poll(accountTitles).toEqual(['Fine'])
    await expect.poll(() => one.state().refused).toBe(3)
    expect(one.titles()).toHaveLength(4)
    const before = calls
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(calls).toBe(before)
  })

  it('is sent again after the account has changed if it was full, not with every look', async () => {
    const one = start(newStorage())
    await one.hasRead()
    one.put(testEvent({ title: 'Refused' }))
    await expect.poll(() => one.state().refused).toBe(1)
    const before = calls
    look()
    await expect.poll(() => calls).toBe(before + 1)
    one.put(testEvent({ title: 'Fine' }))
    await expect.poll(accountTitles).toEqual(['Fine'])
    expect(sentTitles).toEqual(['Refused', 'Fine'])
    look()
    await expect.poll(() => sentTitles).toEqual(['Refused', 'Fine', 'Refused'])
    expect(one.state().refused).toBe(1)
  })

  it('is found in few calls among many, and not sent again until it changes', async () => {
    const one = start(newStorage())
    await one.hasRead()
    const bad = Array.from({ length: 60 }, () => testEvent({ title: 'With NUL \0' }))
    one.calendar.change({ put: [...bad, testEvent({ title: 'Fine' })], drop: [] })
    await expect.poll(accountTitles).toEqual(['Fine'])
    await expect.poll(() => one.state().refused).toBe(60)
    expect(calls).toBeLessThan(140)
    const before = calls
    look()
    await expect.poll(() => calls).toBeGreaterThan(before)
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(calls).toBe(before + 1)
    const [first = testEvent()] = bad
    one.put({ ...first, title: 'Now fine' })
    await expect.poll(accountTitles).toEqual(['Fine', 'Now fine'])
    await expect.poll(() => one.state().refused).toBe(59)
  })
})

describe('a server that lost changes', () => {
  it('gets them again from the browser', async () => {
    const one = start(newStorage())
    one.put(testEvent({ title: 'Before the backup' }))
    await one.isSynced()
    const backup = structuredClone(account)
    one.put(testEvent({ title: 'After the backup' }))
    await one.isSynced()
    account = backup
    look()
    await expect.poll(accountTitles).toEqual(['After the backup', 'Before the backup'])
    await one.isSynced()
    expect(one.titles()).toHaveLength(2)
  })
})

describe('two tabs of one browser', () => {
  it('share sent and received changes', async () => {
    const storage = createStorage(
      () => window.localStorage,
      () => window,
    )
    const [one, other] = [start(storage), start(storage)]
    await Promise.all([one.hasRead(), other.hasRead()])
    one.put(testEvent({ title: 'First' }))
    other.put(testEvent({ title: 'Second' }))
    await expect.poll(accountTitles).toEqual(['First', 'Second'])
    look()
    await expect.poll(() => Object.keys(other.calendar.read().pending)).toEqual([])
    await expect.poll(() => one.calendar.read().events.length).toBe(2)
    expect(account.rows.size).toBe(2)
  })
})
