import { dateLocale } from '#src/lib/dates.ts'
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

const twoDigits = (value: number) => String(value).padStart(2, '0')

export const formatTime = (date: Date): string =>
  `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`

/** Milliseconds until the minute hand moves. */
export const untilNextMinute = (nowMs: number): number => MINUTE_MS - (nowMs % MINUTE_MS)

/** Hours and minutes; its tick renders nothing else. */
export const Clock = () => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => {
        setNow(new Date())
        wait()
      }, untilNextMinute(Date.now()))
    }
    wait()
    return () => clearTimeout(timer)
  }, [])
  return (
    <time
      dateTime={now.toISOString()}
      onPointerEnter={({ currentTarget }) => {
        // A browser takes long to load how dates are written, which only who points here sees.
        currentTarget.title = new Date().toLocaleDateString(dateLocale(), { dateStyle: 'full' })
      }}
      className="tabular font-medium"
    >
      {formatTime(now)}
    </time>
  )
}
