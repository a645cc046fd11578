import type { FastifyInstance } from 'fastify'
import { draftEvent } from '#contract/calendar/draft.ts'
import { route, success } from '#server/http/route.ts'
import { createPlainEnglish } from '#server/intents/plain-english.ts'
import { parseTimeZone, toWallClock } from '#server/lib/wall-clock.ts'
import { readPhrase } from './assistant/phrase.ts'
import { readEventWords } from './tools/event-words.ts'

/** Registers the route that reads a new calendar event from words, as the assistant of the chat does. */
export function registerEventDraftRoute(
  app: FastifyInstance,
  { now }: { now: () => number },
): void {
  const plain = createPlainEnglish([])
  route(app, draftEvent, async ({ body: { text, time_zone: timeZone } }) => {
    const phrase = readPhrase(text, toWallClock(now(), parseTimeZone(timeZone)), plain)
    const { title, starts_at: start, ends_at: end, repeats } = readEventWords(phrase)
    return success({
      title: title ?? '',
      starts_at: start ?? null,
      ends_at: end ?? null,
      repeats: repeats ?? null,
    })
  })
}
