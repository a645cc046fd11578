import { expect, it } from 'vitest'
import { createCalendarTools } from '#server/modules/chat/tools/calendar-tools.ts'

const [addEvent, listEvents, deleteEvents] = createCalendarTools({
  now: () => Date.parse('2026-11-20T12:00:00Z'),
})
const context = {
  userId: 'user',
  chatId: 'chat',
  callId: 'call',
  timeZone: 'UTC',
  signal: AbortSignal.timeout(5_000),
}

it.each(['2026-02-30', '2026-11-31T09:30', '2026-13-01', '2026-11-20T25:00', 'soon'])(
  'adds no event at %s, which no calendar has',
  async (starts_at) => {
    await expect(addEvent?.run({ title: 'Call', starts_at }, context)).rejects.toThrow(
      'The start is no date',
    )
  },
)

it('adds an event on the last day of a month', async () => {
  const { clientAction } =
    (await addEvent?.run({ title: 'Call', starts_at: '2026-02-28T09:30' }, context)) ?? {}
  expect(clientAction).toMatchObject({ starts_at: '2026-02-28T09:30', ends_at: '2026-02-28T10:30' })
})

it('looks a week ahead, and a quarter for what to delete', async () => {
  const listed = await listEvents?.run({}, context)
  expect(listed?.clientAction).toMatchObject({ from: '2026-11-20', to: '2026-11-27' })
  const deleted = await deleteEvents?.run({ title: 'Call' }, context)
  expect(deleted?.clientAction).toMatchObject({ from: '2026-11-20', to: '2027-02-18' })
})

it.each([listEvents, deleteEvents])('refuses days in the wrong order', async (tool) => {
  const span = { from: '2026-11-20', to: '2026-11-19' }
  await expect(tool?.run(span, context)).rejects.toThrow('The last day is before the first')
})

it.each([listEvents, deleteEvents])(
  'says of one day that its time limits nothing',
  async (tool) => {
    const day = { from: '2026-11-20', to: '2026-11-20', at: '15:00' }
    const text = 'All entries of that day are listed, not only those at 15:00.'
    expect((await tool?.run(day, context))?.text).toContain(text)
    const days = { ...day, to: '2026-11-21' }
    expect((await tool?.run(days, context))?.text).not.toContain('15:00')
  },
)
