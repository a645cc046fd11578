import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { draftEvent } from '#contract/calendar/draft.ts'
import { useEventWords } from '#src/features/calendar/editor/use-event-words.ts'
import { WordsSuggestion } from '#src/features/calendar/editor/words-suggestion.tsx'
import { parseWall } from '#src/features/calendar/model/civil.ts'
import { createDraft } from '#src/features/calendar/model/draft.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { Queries } from './queries.tsx'

const NINE = parseWall('2026-11-20T09:00')!
const empty = createDraft(NINE, NINE + 3_600_000, false)

const Form = () => {
  const [draft, setDraft] = useState(empty)
  const words = useEventWords({ draft, isOn: true })
  const { title, startDay, startTime, endTime } = draft
  return (
    <>
      <input
        aria-label="Title"
        value={title}
        onChange={({ target }) => setDraft({ ...draft, title: target.value })}
      />
      <WordsSuggestion words={words} onUse={setDraft} />
      <button
        type="button"
        onClick={() => void words.settle().then((whole) => setDraft(whole ?? draft))}
      >
        Save
      </button>
      <output>{`${title} ${startDay} ${startTime}-${endTime}`}</output>
    </>
  )
}

const offer = () => screen.queryByRole('button', { name: /^Set to/ })

const LUNCH = { title: 'Lunch', starts_at: '2026-11-21T13:00', ends_at: null, repeats: null }

it('sets the times that the title names, and takes them out of the title', async () => {
  network.use(answer(draftEvent, () => ({ status: 'success', data: LUNCH })))
  render(<Form />, { wrapper: Queries })
  await userEvent.type(screen.getByLabelText('Title'), 'Lunch tomorrow at 1')
  await userEvent.click(await screen.findByRole('button', { name: /^Set to Sat, Nov 21, 1:00 PM/ }))
  expect(screen.getByText('Lunch 2026-11-21 13:00-14:00')).toBeVisible()
  expect(offer()).toBeNull()
})

it('offers nothing for a title without a time', async () => {
  const read: unknown[] = []
  network.use(
    answer(draftEvent, ({ body }) => {
      read.push(body)
      return { status: 'success', data: { ...LUNCH, title: 'Token launch', starts_at: null } }
    }),
  )
  render(<Form />, { wrapper: Queries })
  await userEvent.type(screen.getByLabelText('Title'), 'Token launch')
  await expect.poll(() => read).toEqual([{ text: 'Token launch', time_zone: 'UTC' }])
  expect(offer()).toBeNull()
})

it('is used by saving, also before it is shown', async () => {
  network.use(answer(draftEvent, () => ({ status: 'success', data: LUNCH })))
  render(<Form />, { wrapper: Queries })
  await userEvent.type(screen.getByLabelText('Title'), 'Lunch tomorrow at 1')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Lunch 2026-11-21 13:00-14:00')).toBeVisible()
})

it('is not used once the user keeps the times', async () => {
  network.use(answer(draftEvent, () => ({ status: 'success', data: LUNCH })))
  render(<Form />, { wrapper: Queries })
  await userEvent.type(screen.getByLabelText('Title'), 'Lunch tomorrow at 1')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep the times below' }))
  expect(offer()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Lunch tomorrow at 1 2026-11-20 09:00-10:00')).toBeVisible()
})
