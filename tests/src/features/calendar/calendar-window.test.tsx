import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getCalendar } from '#src/features/calendar/model/calendar-store.ts'
import { CalendarWindow } from '#src/features/calendar/calendar-window.tsx'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { testEvent } from '#tests/support/calendar-events.ts'
import { Queries } from './queries.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 12) })
  authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
  getCalendar('ada').reload()
})
afterEach(() => {
  vi.useRealTimers()
  authStore.setState({ status: 'unauthenticated', user: null })
})

const events = () => getCalendar('ada').store.getState().events
const add = (...given: Parameters<typeof testEvent>[0][]) =>
  getCalendar('ada').change({
    put: given.map((one) => testEvent({ zone: null, ...one })),
    drop: [],
  })

describe('the month', () => {
  it('is this one, with today marked', () => {
    render(<CalendarWindow />, { wrapper: Queries })
    expect(screen.getByRole('heading', { name: 'November 2026' })).toBeInTheDocument()
    expect(screen.getByRole('button', { current: 'date' })).toHaveTextContent('20')
  })

  it('opens at the day of its address', () => {
    render(<CalendarWindow path="/calendar?day=2027-02-03" />, { wrapper: Queries })
    expect(screen.getByRole('heading', { name: 'February 2027' })).toBeInTheDocument()
  })

  it('goes to other months and back to today', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'Next month' }))
    await userEvent.click(screen.getByRole('button', { name: 'Next month' }))
    expect(screen.getByRole('heading', { name: 'January 2027' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Today' }))
    expect(screen.getByRole('heading', { name: 'November 2026' })).toBeInTheDocument()
  })

  it('is walked by keys, and the focus goes along', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    screen.getByRole('button', { current: 'date' }).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toHaveAttribute('data-day', '2026-12-04')
    await userEvent.keyboard('{PageDown}{Home}')
    expect(document.activeElement).toHaveAttribute('data-day', '2027-01-03')
    await userEvent.keyboard('t')
    expect(document.activeElement).toHaveAttribute('data-day', '2026-11-20')
  })

  it('shows the events of a day, and how many more there are', async () => {
    add(...Array.from({ length: 6 }, (_, index) => ({ title: `Event ${index}` })))
    render(<CalendarWindow />, { wrapper: Queries })
    expect(
      screen.getByRole('button', { name: /20, 2026, 6 events|20 November 2026, 6 events/ }),
    ).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: /^4 more on/ }))
    const list = await screen.findByRole('dialog')
    expect(within(list).getAllByRole('listitem')).toHaveLength(6)
  })
})

describe('an event', () => {
  it('is made by N, kept, changed, deleted and brought back', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    screen.getByRole('button', { current: 'date' }).focus()
    await userEvent.keyboard('n')
    const form = within(await screen.findByRole('dialog', { name: 'New event' }))
    await userEvent.type(form.getByLabelText('Title'), 'Tea')
    await userEvent.selectOptions(form.getByLabelText('Repeat'), 'Every week')
    await userEvent.click(form.getByRole('radio', { name: 'Teal' }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    expect(events()).toMatchObject([
      { title: 'Tea', start: '2026-11-20T12:00:00', rule: 'FREQ=WEEKLY', colour: 'teal' },
    ])

    await userEvent.click(screen.getAllByRole('button', { name: /Tea,/ })[0]!)
    await userEvent.selectOptions(await screen.findByLabelText('Repeat'), 'Does not repeat')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.click(await screen.findByRole('button', { name: 'All of them' }))
    expect(events()).toMatchObject([{ title: 'Tea', rule: null }])

    await userEvent.click(screen.getByRole('button', { name: /Tea,/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(events()).toEqual([])
    toastStore.getState().toast?.action?.onSelect()
    expect(events()).toMatchObject([{ title: 'Tea' }])
  })

  it('is made by a press on a day', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(document.querySelector('[data-day="2026-11-25"]')!)
    const form = within(await screen.findByRole('dialog', { name: 'New event' }))
    expect(form.getByLabelText('Start date')).toHaveValue('2026-11-25')
    expect(form.getByLabelText('Start time')).toHaveValue('09:00')
  })

  it('keeps its buttons beside the scrolled content', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'New event' }))
    const save = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' })
    expect(save.closest('form')).toBeNull()
    expect(save).toHaveProperty('form.id', expect.stringMatching(/./))
  })

  it('that would end before it starts is not kept', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'New event' }))
    fireEvent.change(await screen.findByLabelText('End date'), { target: { value: '2026-11-01' } })
    expect(screen.getByText('It has to end after it starts')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(events()).toEqual([])
  })

  it('that repeats asks how much of it is meant', async () => {
    add({
      title: 'Daily',
      start: '2026-11-18T09:00:00',
      end: '2026-11-18T10:00:00',
      rule: 'FREQ=DAILY;COUNT=3',
    })
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getAllByRole('button', { name: /Daily,/ })[1]!)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Only this one' }))
    expect(events()).toMatchObject([{ excluded: ['2026-11-19T09:00:00'] }])
    expect(screen.getAllByRole('button', { name: /Daily,/ })).toHaveLength(2)
  })
})

describe('changes to an event that repeats', () => {
  it('come back to the form when the question of how many is left, and are not lost there either', async () => {
    add({
      title: 'Daily',
      start: '2026-11-18T09:00:00',
      end: '2026-11-18T10:00:00',
      rule: 'FREQ=DAILY;COUNT=3',
    })
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getAllByRole('button', { name: /Daily,/ })[0]!)
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), ' stand-up')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Daily stand-up')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('alertdialog', { name: /^Discard/ })).toBeInTheDocument()
    expect(events()).toMatchObject([{ title: 'Daily' }])
  })
})

describe('the week', () => {
  it('has an hour for every event, and a new one at the hour that has the focus', async () => {
    add({ title: 'Review' })
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.keyboard('{Tab}')
    await userEvent.click(screen.getByRole('button', { name: 'Week' }))
    const list = screen.getByRole('list', { name: /Friday/ })
    expect(within(list).getByRole('button', { name: /Review/ })).toBeInTheDocument()
    const slot = document.querySelector<HTMLElement>('[data-day="2026-11-20"][data-hour="9"]')!
    slot.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement).toHaveAttribute('data-day', '2026-11-21')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByLabelText('Start time')).toHaveValue('10:00')
    expect(screen.getByLabelText('Start date')).toHaveValue('2026-11-21')
  })
})

describe('an event over midnight', () => {
  beforeEach(() =>
    add({ title: 'Night', start: '2026-11-20T22:30:00', end: '2026-11-21T06:30:00' }),
  )

  it('is one bar in the month, without a time that the next day seems to have', () => {
    render(<CalendarWindow />, { wrapper: Queries })
    const [bar] = screen.getAllByRole('button', { name: /^Night/ })
    expect(within(bar!).queryByText('10:30 PM')).toBeNull()
  })

  it('shows in the second day of the week when it ends', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'Week' }))
    const onDay = (name: RegExp) => within(screen.getByRole('list', { name }))
    expect(onDay(/Friday/).getByText('10:30 PM')).toBeInTheDocument()
    expect(onDay(/Saturday/).getByText('Until 6:30 AM')).toBeInTheDocument()
  })
})

describe('the day', () => {
  it('shows the hours of one day, and its arrows turn days', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'Day' }))
    expect(screen.getByRole('heading', { name: 'Nov 20, 2026' })).toBeInTheDocument()
    expect(document.querySelectorAll('.week [data-day][data-hour="9"]')).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Next day' }))
    expect(screen.getByRole('heading', { name: 'Nov 21, 2026' })).toBeInTheDocument()
  })
})

describe('the agenda', () => {
  it('lists the days of four weeks that have events, and opens one', async () => {
    add(
      { title: 'Soon', start: '2026-11-24T15:00:00', end: '2026-11-24T16:00:00' },
      { title: 'Too late', start: '2026-12-30T15:00:00', end: '2026-12-30T16:00:00' },
    )
    render(<CalendarWindow />, { wrapper: Queries })
    screen.getByRole('button', { current: 'date' }).focus()
    await userEvent.keyboard('a')
    const day = screen.getByRole('region', { name: 'Events on Tuesday, November 24' })
    expect(screen.queryByText('Too late')).toBeNull()
    await userEvent.click(within(day).getByRole('button', { name: /^Soon/ }))
    expect(await screen.findByRole('dialog', { name: 'Edit event' })).toBeInTheDocument()
  })

  it('offers a new event when nothing is planned', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'Agenda' }))
    expect(screen.getByText('Nothing planned in these four weeks')).toBeInTheDocument()
    await userEvent.click(
      screen.getAllByRole('button', { name: 'New event' }).at(-1) as HTMLElement,
    )
    expect(await screen.findByRole('dialog', { name: 'New event' })).toBeInTheDocument()
  })
})

describe('a calendar file', () => {
  const choose = async (text: BlobPart) => {
    render(<CalendarWindow />, { wrapper: Queries })
    const file = new File([text], 'team.ics', { type: 'text/calendar' })
    fireEvent.change(screen.getByLabelText('Import .ics…'), { target: { files: [file] } })
    return within(await screen.findByRole('dialog', { name: 'Import a calendar' }))
  }

  it('shows its content and problems before anything is imported', async () => {
    const dialog = await choose(
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:1',
        'DTSTART:20261120T090000',
        'SUMMARY:Imported',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'SUMMARY:Broken',
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n'),
    )
    expect(await dialog.findByText(/1 event in team.ics/)).toBeInTheDocument()
    expect(dialog.getByText('“Broken” has no DTSTART.')).toBeInTheDocument()
    expect(events()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Import 1 event' }))
    await waitFor(() => expect(events()).toMatchObject([{ title: 'Imported' }]))
    expect(toastStore.getState().toast?.title).toBe('1 event added')
    toastStore.getState().toast?.action?.onSelect()
    expect(events()).toEqual([])
  })

  it('in Latin-1 keeps its accented letters', async () => {
    const text = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART:20261120T090000',
      'SUMMARY:Praxis Müller',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
    const dialog = await choose(Buffer.from(text, 'latin1'))
    await userEvent.click(await dialog.findByRole('button', { name: 'Import 1 event' }))
    await waitFor(() => expect(events()).toMatchObject([{ title: 'Praxis Müller' }]))
  })

  it('that is none changes nothing', async () => {
    add({ title: 'Mine' })
    const dialog = await choose('<html>')
    expect(await dialog.findByRole('alert')).toHaveTextContent('it has no BEGIN:VCALENDAR')
    expect(dialog.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument()
    expect(events()).toHaveLength(1)
  })
})

it('says when the browser keeps nothing', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  render(<CalendarWindow />, { wrapper: Queries })
  add({ title: 'Mine' })
  expect(await screen.findByText('Not saved in this browser')).toBeInTheDocument()
})

describe('a new event', () => {
  it('of today starts at the next full hour in the week as well', async () => {
    vi.setSystemTime(new Date(2026, 10, 20, 10, 31))
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'Week' }))
    await userEvent.click(screen.getByRole('button', { name: 'New event' }))
    expect(screen.getByLabelText('Start time')).toHaveValue('11:00')
  })

  it('is not lost by Escape without a question', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'New event' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Dentist')
    await userEvent.keyboard('{Escape}')
    const question = await screen.findByRole('alertdialog', { name: 'Discard this event?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Dentist')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(events().map(({ title }) => title)).not.toContain('Dentist')
  })

  it('is not lost by Cancel without a question', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'New event' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Dentist')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    const question = await screen.findByRole('alertdialog', { name: 'Discard this event?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Dentist')
  })

  it('is not lost by a click beside the form without a question', async () => {
    render(<CalendarWindow />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'New event' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Dentist')
    fireEvent.pointerDown(document.body)
    fireEvent.click(document.body)
    const question = await screen.findByRole('alertdialog', { name: 'Discard this event?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Dentist')
  })

  it.each(['{Escape}', 'Cancel'])(
    'closes by %s without a question while nothing was typed',
    async (way) => {
      render(<CalendarWindow />, { wrapper: Queries })
      await userEvent.click(screen.getByRole('button', { name: 'New event' }))
      if (way === 'Cancel') await userEvent.click(screen.getByRole('button', { name: way }))
      else await userEvent.keyboard(way)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    },
  )
})

it('says so when the calendar cannot be exported', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  add({ rule: 'FREQ=WEEKLY;BYDAY=XX' })
  render(<CalendarWindow />, { wrapper: Queries })
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export .ics' }))
  await waitFor(() =>
    expect(toastStore.getState().toast?.title).toBe('We couldn’t create the file. Try again.'),
  )
})
