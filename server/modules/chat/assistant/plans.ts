import { findDates } from '#server/lib/phrases/date-phrases.ts'
import { findRepeat } from '#server/lib/phrases/repeat-phrases.ts'
import type { Phrase } from './phrase.ts'

const MAX_WORDS = 14

/** Questions, commands and orders that only happen to name a time. */
const OTHER_WORDS =
  /\?|^(?:what|which|who|when|why|where|how|did|do|does|is|are|was|am|can|could|should|will|would|show|tell|open|close|list|find|search|delete|remove|cancel|order|play|turn|switch|don[’']?t|never)(?!\p{L})|(?<!\p{L})(?:buy|sell|swap|trade|bridge|stake|send|transfer|withdraw|deposit|price|worth|cost|alert|notify|wallet|token|coin|points?|usd|dollars?)(?!\p{L})/iu

/** Returns true for a note of something to do at a time of day, such as `call mum at 7`. */
export function isPlan({ timed: question, entities, language, nowMs }: Phrase): boolean {
  const { addresses, tickers, percents } = entities
  const isOther = addresses.length + tickers.length + percents.length > 0
  if (isOther || OTHER_WORDS.test(question.trim())) return false
  if (question.trim().split(/\s+/).length > MAX_WORDS) return false
  const reading = { nowMs, prefers: 'future', hasBareHours: true, language } as const
  const times = findDates(withoutRepeat(question), reading)
  const [time] = times.filter(({ start }) => start.unit === 'minute')
  return time !== undefined && question.trim().length > time.text.length
}

const withoutRepeat = (question: string): string =>
  (findRepeat(question)?.words ?? []).reduce((rest, each) => rest.replace(each, ' '), question)
