import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { draftEvent, type EventDraft } from '#contract/calendar/draft.ts'
import { withEventWords, type Draft } from '#src/features/calendar/model/draft.ts'
import { getLocalZone } from '#src/features/calendar/model/zones.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { api } from '#src/platform/auth/page-session.ts'

const PAUSE_MS = 300
/** Saving waits at most this long for the server. */
const SETTLE_MS = 1_500
/** Words such as `in 2 hours` name another time later. */
const FRESH_MS = 60_000
const MAX_CHARS = 300

type EventWordsOptions = {
  draft: Draft
  /** False for an existing event, and once the user has chosen times. */
  isOn: boolean
}

export type EventWords = {
  /** The draft with the times that its title names; null without any. */
  suggested: Draft | null
  /** Keeps the times of the draft until the title changes. */
  decline: () => void
  /** Returns the suggestion for the current title; null if there is none or the server does not answer in time. */
  settle: () => Promise<Draft | null>
}

/** Reads times from the title of a new event. */
export const useEventWords = ({ draft, isOn }: EventWordsOptions): EventWords => {
  const queries = useQueryClient()
  const [declined, setDeclined] = useState<string | null>(null)
  const title = draft.title.trim()
  const words = useDebounced(title, PAUSE_MS)
  const zone = getLocalZone()
  const isReadable = (text: string): boolean =>
    isOn && text !== declined && text.includes(' ') && text.length <= MAX_CHARS
  const describeQuery = (text: string) => ({
    queryKey: ['event draft', text, zone],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<EventDraft> =>
      api.callForData(draftEvent, { body: { text, time_zone: zone }, signal }),
    retry: false,
    staleTime: FRESH_MS,
  })
  const { data: read } = useQuery({ ...describeQuery(words), enabled: isReadable(words) })
  const isCurrent = words === title && isReadable(title)
  return {
    suggested: read === undefined || !isCurrent ? null : withEventWords(draft, read),
    decline: () => setDeclined(title),
    settle: async () => {
      if (!isReadable(title)) return null
      const { promise: late, resolve } = Promise.withResolvers<null>()
      const timer = setTimeout(() => resolve(null), SETTLE_MS)
      const found = await Promise.race([
        queries.fetchQuery(describeQuery(title)).catch(() => null),
        late,
      ])
      clearTimeout(timer)
      return found === null ? null : withEventWords(draft, found)
    },
  }
}
