import { findDates } from '#server/lib/phrases/date-phrases.ts'
import { findRepeat } from '#server/lib/phrases/repeat-phrases.ts'
import type { Phrase } from './phrase.ts'

const MAX_WORDS = 14

/** Questions, commands and orders that only happen to name a time. */
const OTHER_WORDS =
  /\?|^(?:what|which|who|when|why|where|how|did|do|does|is|are|was|am|can|could|should|will|would|show|tell|open|close|list|find|search|delete|remove|cancel|order|play|turn|switch|don[’']?t|never)(?!\p{L})|(?<!\p{L})(?:buy|sell|swap|trade|bridge|stake|send|transfer|withdraw|deposit|price|worth|cost|alert|notify|wallet|token|coin|points?|usd|dollars?|agents?|bots?|research|analysis|analyze|top up|theme)(?!\p{L})/iu

/** Says how things are, as in `I lose money every day`. */
const STATEMENT =
  /(?<!\p{L})(?:i|we|you|they|is|are|was|ich|wir|ist|yo|es|je|est|eu|é)(?!\p{L})|[我是]/iu

/** Returns true for something to do at a time of day, as a series, or on a day before a colon: `call mum at 7`. */
export function isPlan({ timed: question, english, entities, language, nowMs }: Phrase): boolean {
  const { addresses, tickers, percents } = entities
  const isOther = addresses.length + tickers.length + percents.length > 0
  if (isOther || [question.trim(), english].some((text) => OTHER_WORDS.test(text))) return false
  if (question.trim().split(/\s+/).length > MAX_WORDS) return false
  const reading = { nowMs, prefers: 'future', hasBareHours: true, language } as const
  const repeat = findRepeat(question)
  const rest = (repeat?.words ?? []).reduce((text, each) => text.replace(each, ' '), question)
  const dates = findDates(rest, reading)
  const time = dates.find(({ start }) => start.unit === 'minute')
  if (time !== undefined) return question.trim().length > time.text.length
  const [edge = ''] = repeat?.words ?? []
  const isSeries = edge !== '' && (question.startsWith(edge) || question.endsWith(edge))
  const [day] = dates
  const isTitled = day?.index === 0 && /^\s*:\s*\S/.test(rest.slice(day.text.length))
  return (isSeries && rest.trim() !== '' && !STATEMENT.test(rest)) || isTitled
}
