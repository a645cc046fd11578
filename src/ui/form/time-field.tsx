import { useState, type KeyboardEvent } from 'react'
import {
  formatClockTime,
  formatMinutes,
  parseClockTime,
  parseMinutes,
} from '#src/lib/clock-time.ts'
import { getHours } from '#src/lib/dates.ts'
import { Input } from './input.tsx'

type TimeFieldProps = {
  /** `HH:MM` of 24 hours; empty while it is incomplete. */
  value: string
  onChange: (value: string) => void
  className?: string
  required?: boolean
  'aria-label'?: string
}

const STEP_MINUTES = 15
const DAY_MINUTES = 24 * 60
const STEPS: Readonly<Record<string, number>> = { ArrowUp: STEP_MINUTES, ArrowDown: -STEP_MINUTES }

const shift = (time: string, by: number): string =>
  formatMinutes(((parseMinutes(time) ?? 0) + by + DAY_MINUTES) % DAY_MINUTES)

/**
 * A time of day. Uses the browser's own field, or a text field if the user has chosen a format in Settings, which the
 * browser's field ignores.
 */
export const TimeField = ({ value, onChange, ...rest }: TimeFieldProps) => {
  /** The text being typed; null while the field is not in use. */
  const [typed, setTyped] = useState<string | null>(null)
  if (getHours() === 'system') {
    const onInput = ({ target }: { target: HTMLInputElement }) => onChange(target.value)
    return <Input {...rest} type="time" value={value} onChange={onInput} />
  }
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined || value === '') return
    event.preventDefault()
    setTyped(null)
    onChange(shift(value, by))
  }
  return (
    <Input
      {...rest}
      autoComplete="off"
      placeholder={formatClockTime('09:00')}
      value={typed ?? formatClockTime(value)}
      onChange={({ target }) => {
        const time = parseClockTime(target.value)
        target.setCustomValidity(
          time === null ? `Enter a time like ${formatClockTime('09:00')}` : '',
        )
        setTyped(target.value)
        onChange(time ?? '')
      }}
      onKeyDown={step}
      onBlur={() => {
        if (value !== '') setTyped(null)
      }}
    />
  )
}
