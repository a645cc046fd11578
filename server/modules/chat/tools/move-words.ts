import { findDates, type DateLanguage } from '#server/lib/phrases/date-phrases.ts'
import type { Phrase } from '#server/modules/chat/assistant/phrase.ts'
import { readPlannedDates } from '#server/modules/chat/assistant/phrase-entities.ts'
import { EVENT_LEADS, MAX_EVENT_TITLE } from './event-words.ts'

const MANNERS = '(?:(?:please|bitte|por favor|can you|could you|kannst du|请) ?)*'
const MY = '(?:my|the|our|mein\\w*|den|das|die|mon|ma|le|la|mi|el|o|a|meu|minha)'
const MOVE = `move|push(?: back)?|shift|(?:ver)?schieb\\w*|verleg\\w*|repousse\\w*|d[ée]cale\\w*|d[ée]place\\w*|mueve|aplaza\\w*|adia\\w*|mova|remarca\\w*`
/** Also said of other things, so that an entry needs a date. */
const CHANGE = 'change|[äa]ndere|cambia|mud[ae]|troca|passe'

const MOVE_VERB = new RegExp(
  `^\\W*${MANNERS}(?:${MOVE}|${CHANGE}|reschedule|postpone)(?!\\p{L})`,
  'iu',
)
/** The words before the title. `把` also leads to other verbs, such as `删掉`. */
const LEAD = new RegExp(`(?:${MOVE_VERB.source}|^\\W*${MANNERS}[把将])\\s*(?:${MY}\\s+)?`, 'iu')
const OF_CALENDAR = new RegExp(
  `^\\W*${MANNERS}(?:(?:${MOVE}) ${MY}|reschedule|postpone)(?!\\p{L})|^\\W*${MANNERS}[把将].+(?:改到|推迟|挪到|移到)`,
  'iu',
)
const NO_EVENT =
  /(?<!\p{L})(?:sol|usdc|coins?|tokens?|money|funds?|balance|points?|wallet|windows?|icons?|apps?|agents?|dock|chats?|alerts?|topics?|themes?|mode|wallpaper|colou?rs?|password|language|fenster|fenêtres?|ventanas?|janelas?)(?!\p{L})/iu

/** Before the new time. The last one counts: `move the talk to Bob to Friday`. */
const NEW_TIME =
  /^(.*?)\s*(?:(?<!\p{L})(?:to|until|till|auf|al|a(?= (?:(?:las?|hoy|mañana) |(?:demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?!\p{L})))|para|pra|pro|pour|au|à)(?!\p{L})|改到|推迟到|挪到|移到)((?:(?!(?<!\p{L})(?:to|until|till|auf|al|para|pra|pro|pour|au|à)(?!\p{L})).)*)$/isu
const NEW_TIME_AFTER_FOR = /^(.*)\sfor\s(.*)$/is
const TIME_ALONE =
  /^\W*(?:at|um|las?|les|às?|as|o|el)?\s*(?:\d{1,2}(?::\d\d|[.h]\d\d)?\s*(?:[ap]\.?m\.?|uhr|h|horas?|heures?|点)?|noon|midnight|mittags?|mediod[ií]a|midi|meio-dia)\W*$/iu
/** An hour that is meant in the afternoon: `move lunch to 1`. */
const AFTERNOON_HOUR = /^\D*[1-6](?::\d\d)?\s*$/
/** What is left of the old time without its date. */
const EDGE =
  /(?:^|\s)(?:from|on|at|in|back|forward|von|vom|am|um|de|del|du|desde|le|à|a|o|el|la)\s*$/iu

/** Asks to give an entry of the calendar another time. */
const asksToMove = ({ question, english, entities }: Phrase): boolean =>
  !NO_EVENT.test(question) &&
  !NO_EVENT.test(english) &&
  entities.tickers.length + entities.addresses.length === 0 &&
  (OF_CALENDAR.test(question) || (MOVE_VERB.test(question) && entities.dates.length > 0))

const CANCEL = new RegExp(
  `^\\W*${MANNERS}(?:cancel|call off|scrap|cancela\\w*|annule\\w*|desmarca\\w*|storniere?)\\s+(?:${MY}\\s+)?`,
  'iu',
)
const NO_CANCELED_EVENT =
  /\b(?:arrange|payments?|top up|subscription|swap|analyze|reports?|research|topic|agent|apps?|notify|alert|windows?|chat|message|account|wallet|run|query|transactions?|charges?|export|install|upload|notifications|it|that|this|all|everything|send|price)\b/

/** Asks to cancel something that only a calendar can have, such as `cancel lunch with Anna`. */
export const asksToCancel = ({ question, english, entities }: Phrase): boolean =>
  CANCEL.test(question) &&
  entities.tickers.length + entities.addresses.length === 0 &&
  !NO_CANCELED_EVENT.test(english)

/** Returns the tool of the calendar that these words certainly mean, or null. */
export const findCalendarRequest = (phrase: Phrase): 'move_event' | 'delete_event' | null =>
  asksToMove(phrase) ? 'move_event' : asksToCancel(phrase) ? 'delete_event' : null

/** `starts_at` is the new day, the new time of day, or both; `from` the day on which the entry is now. */
type MoveWords = { title?: string; starts_at?: string; from?: string; to?: string }

/** Reads which entry is to be moved, and to when. A part that the phrase lacks is left out. */
export function readMoveWords(phrase: Phrase): MoveWords {
  const { timed, nowMs, language } = phrase
  const [, before = '', target = ''] = NEW_TIME.exec(timed) ?? NEW_TIME_AFTER_FOR.exec(timed) ?? []
  const startsAt = readTarget(target, nowMs, language)
  const named = startsAt === undefined ? timed : before
  const old = phrase.without([timed.slice(named.length)])
  const title = old
    .without([LEAD.exec(old.timed)?.[0] ?? ''])
    .after(EVENT_LEADS, { isUndated: true })
    .replace(EDGE, '')
    .trim()
    .slice(0, MAX_EVENT_TITLE)
  const day = old.entities.dates.find((date) => !date.includes('T'))
  return {
    ...(title === '' ? {} : { title }),
    ...(startsAt === undefined ? {} : { starts_at: startsAt }),
    ...(day === undefined ? {} : { from: day, to: day }),
  }
}

/** Returns `2026-11-21`, `2026-11-21T13:00`, or `13:00` where the day stays. */
function readTarget(text: string, nowMs: number, language: DateLanguage): string | undefined {
  // A short day such as `tue` needs the `to`.
  const aimed = language === 'en' ? `to ${text.trim()}` : text
  if (!TIME_ALONE.test(text)) return readPlannedDates(aimed, nowMs, language)[0]
  const isBare = /^\s*\d+\s*$/.test(text)
  const [point] = findDates(isBare ? `at ${text}` : text, {
    nowMs,
    prefers: 'future',
    hasBareHours: true,
    language: isBare ? 'en' : language,
  })
  if (point === undefined) return undefined
  const time = new Date(point.start.ms)
  const isAfternoon = AFTERNOON_HOUR.test(text)
  if (isAfternoon && time.getUTCHours() < 12) time.setUTCHours(time.getUTCHours() + 12)
  return time.toISOString().slice(11, 16)
}
