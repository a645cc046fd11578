import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDraft } from '#contract/calendar/draft.ts'
import { registerEventDraftRoute } from '#server/modules/chat/event-draft-route.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'

/** A Thursday; 19:10 in Berlin. */
const NOW = Date.parse('2026-11-26T18:10:00Z')

let server: TestServer
let user: SignedIn
beforeAll(async () => {
  server = await testServer({
    modules: () => [(app) => registerEventDraftRoute(app, { now: () => NOW })],
  })
  user = await server.signIn()
})
afterAll(() => server.close())

const draft = (text: string, time_zone?: string) =>
  user.call<{ data: EventDraft }>('POST', '/calendar/draft', { body: { text, time_zone } })

it.each([
  ['Lunch tomorrow at 1', 'Lunch', '2026-11-27T13:00', null, null],
  ['Dentist Dec 3 9:30-10:15', 'Dentist', '2026-12-03T09:30', '2026-12-03T10:15', null],
  [
    'Meeting for 2 hours tomorrow at 14:00',
    'Meeting',
    '2026-11-27T14:00',
    '2026-11-27T16:00',
    null,
  ],
  ['Breakpoint Nov 30 to Dec 2', 'Breakpoint', '2026-11-30', '2026-12-02', null],
  ['Gym every Monday at 18:00', 'Gym', '2026-11-30T18:00', null, 'FREQ=WEEKLY;BYDAY=MO'],
  ['Pay rent on the 1st of every month', 'Pay rent', '2026-12-01', null, 'FREQ=MONTHLY'],
  ['Zahnarzt morgen um 9', 'Zahnarzt', '2026-11-27T09:00', null, null],
  ['Zahnarzt morgen Abend', 'Zahnarzt', '2026-11-27T19:00', null, null],
  ['Review Q4 numbers', 'Review Q4 numbers', null, null, null],
  ['Buy 3 SOL', 'Buy 3 SOL', null, null, null],
])('reads “%s”', async (text, title, starts_at, ends_at, repeats) => {
  const { status, body } = await draft(text)
  expect(status).toBe(200)
  expect(body.data).toEqual({ title, starts_at, ends_at, repeats })
})

it('counts from the time of the user’s zone', async () => {
  const { body } = await draft('Call mum in 2 hours', 'Europe/Berlin')
  expect(body.data.starts_at).toBe('2026-11-26T21:10')
})

it('refuses an empty text and one that is no title', async () => {
  expect((await draft('  ')).status).toBe(400)
  expect((await draft('lunch '.repeat(60))).status).toBe(400)
})
