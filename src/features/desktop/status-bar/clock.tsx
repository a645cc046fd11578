import { formatDate } from '#src/lib/dates.ts'
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Milliseconds until the minute hand moves. */
export const untilNextMinute = (nowMs: number): number => MINUTE_MS - (nowMs % MINUTE_MS)

/** Hours and minutes, counted to 12 or 24 as all times on the page are; its tick renders nothing else. */
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
        currentTarget.title = formatDate(new Date(), 'full date')
      }}
      className="tabular font-medium"
    >
      {formatDate(now, 'clock')}
    </time>
  )
}
