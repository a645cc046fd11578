import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { parseClockTime } from '#src/lib/clock-time.ts'
import { setHours } from '#src/lib/dates.ts'
import { TimeField } from '#src/ui/form/time-field.tsx'

afterEach(() => setHours('system'))

const Form = () => {
  const [time, setTime] = useState('09:00')
  return (
    <>
      <TimeField aria-label="Time" value={time} onChange={setTime} />
      <output>{time}</output>
    </>
  )
}

const showForm = () => {
  render(<Form />)
  return {
    field: screen.getByLabelText<HTMLInputElement>('Time'),
    value: screen.getByRole('status'),
  }
}

it.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['2130', '21:30'],
  ['9:30 pm', '21:30'],
  ['12 AM', '00:00'],
  ['12:15p.m.', '12:15'],
  ['21.30', '21:30'],
  ['24:00', null],
  ['13 pm', null],
  ['9:75', null],
  ['soon', null],
])('reads %s as %s', (text, time) => expect(parseClockTime(text)).toBe(time))

it('is the field of the browser until the user chooses a format', () => {
  expect(showForm().field).toHaveProperty('type', 'time')
})

it('shows and reads the format that the user chose', async () => {
  setHours('h12')
  const { field, value } = showForm()
  expect(field).toHaveValue('9:00 AM')
  await userEvent.clear(field)
  await userEvent.type(field, '9:45 pm')
  expect(value).toHaveTextContent('21:45')
  await userEvent.tab()
  expect(field).toHaveValue('9:45 PM')
  await userEvent.type(field, '{ArrowUp}')
  expect(value).toHaveTextContent('22:00')
})

it('keeps a text that is not a time, and shows an error', async () => {
  setHours('h23')
  const { field, value } = showForm()
  await userEvent.clear(field)
  await userEvent.type(field, 'soon')
  await userEvent.tab()
  expect(field).toHaveValue('soon')
  expect(field.validationMessage).toBe('Enter a time like 09:00')
  expect(value).toHaveTextContent('')
})
