import { formatDate } from '#src/lib/dates.ts'
import { afterPaint } from '#src/lib/next-frame.ts'
import { useEffect, useState } from 'react'

/** Reserves the space of the time. */
const WIDEST_TIME = '10:00 PM'
const MINUTE_MS = 60_000

export const computeMsToNextMinute = (nowMs: number): number => MINUTE_MS - (nowMs % MINUTE_MS)

/**
 * Shows hours and minutes in the user's format. Appears after the first paint, because browsers load date formats slowly.
 * Its tick renders nothing else.
 */
export const Clock = () => {
  const [now, setNow] = useState(() => new Date())
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => afterPaint(() => setIsPainted(true)), [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => {
        setNow(new Date())
        wait()
      }, computeMsToNextMinute(Date.now()))
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
      {isPainted ? formatDate(now, 'clock') : <span className="invisible">{WIDEST_TIME}</span>}
    </time>
  )
}
