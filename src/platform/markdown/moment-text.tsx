import type { ReactNode } from 'react'
import { formatDate } from '#src/lib/dates.ts'
import { AddressText } from './address-text.tsx'
import { tip } from '#src/ui/overlay/tip.ts'

/** `2026-11-20T12:00:00.000Z` and `2026-11-20 12:00:00 UTC`, with seconds or without. */
const MOMENT =
  /(?<![\w:.-])(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?Z| (\d{2}:\d{2}(?::\d{2})?) UTC)(?![\w:-])/g

/** Shows times in the user's zone, and addresses in short form. */
export const MomentText = ({ text }: { text: string }): ReactNode => {
  const parts: ReactNode[] = []
  let end = 0
  const plain = (from: number, to: number) =>
    from < to && <AddressText key={from} text={text.slice(from, to)} />
  for (const { 0: found, 1: day = '', 2: clock, 3: spaced, index } of text.matchAll(MOMENT)) {
    const iso = `${day}T${clock ?? spaced ?? ''}Z`
    const shown = formatDate(iso, 'date and clock')
    if (shown === '') continue
    parts.push(
      plain(end, index),
      <time
        key={`at ${index}`}
        dateTime={iso}
        {...tip(found)}
        tabIndex={0}
        className="whitespace-nowrap"
      >
        {shown}
      </time>,
    )
    end = index + found.length
  }
  return end === 0 ? <AddressText text={text} /> : [...parts, plain(end, text.length)]
}
