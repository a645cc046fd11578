import { DAILY, DAYS } from './schedule-text.ts'

/** A schedule that an idea asks for, in the format of the schedule form. */
export type ScheduleWish = { choice: string; at: string; prompt: string }

const DAY_NAMES = DAYS.join('|')
const OFTEN = new RegExp(
  String.raw`\b(?:(?:every|each) (?<day>${DAY_NAMES})s?|(?:every|each) (?<part>morning|noon|evening|night)|(?<daily>(?:every|each) day|daily)|(?:(?:every|each) week|weekly))\b`,
  'i',
)
const CLOCK =
  /\bat (?<hour>\d{1,2})(?::(?<minutes>[0-5]\d))?(?: ?(?<half>[ap])\.?m\b\.?| ?o’?clock\b)?/i
const MONDAY = '1'
const HOURS: Readonly<Record<string, number>> = { noon: 12, evening: 18, night: 21 }
const MORNING = 9

const formatTime = (hour: number, minutes: string): string =>
  `${String(hour).padStart(2, '0')}:${minutes}`

/** Returns the hour from 0 to 23; null if it is not valid. */
const readHour = (digits: string, half: string | undefined): number | null => {
  const hour = Number(digits)
  if (half === undefined) return hour < 24 ? hour : null
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : null
}

const ABOUT_AGENT =
  /^(?:please )?(?:i (?:want|need|would like) |(?:build|make|create|give) (?:me )?)?(?:an?|my) (?:agent|assistant|bot|helper) (?:that|which|who|to) (?=\w)/i
const VERB_OF_AGENT =
  /^\w+|(?<=\b(?:and|then) )\w+(?= (?:an?|how|if|it|me|my|the|them|us|wh\w+)\b)/gi

/** Returns the verb of a command: `check` for `checks`. */
const toCommand = (verb: string): string =>
  verb
    .replace(/ies$/i, 'y')
    .replace(/(ss|x|ch|sh|o)es$/i, '$1')
    .replace(/([^s])s$/i, '$1')

/** Rewords an idea for an agent as a request to it. A chat would read the idea as a request to build an agent. */
const toRequest = (idea: string): string => {
  const request = idea.replace(ABOUT_AGENT, '')
  return request === idea ? idea : request.replace(VERB_OF_AGENT, toCommand)
}

/** Returns the rest of the idea as a sentence that can be asked at each run. */
const toPrompt = (idea: string, parts: readonly string[]): string => {
  const rest = parts
    .reduce((text, part) => text.replace(part, ' '), idea)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.;])/g, '')
    .replace(/^[\s,.;:–-]+|[\s,;:–-]+$/g, '')
  const request = toRequest(rest)
  return rest === '' ? idea.trim() : `${request.charAt(0).toUpperCase()}${request.slice(1)}`
}

/** Returns the schedule that an idea asks for, such as `every morning`, or null. */
export const findScheduleWish = (idea: string): ScheduleWish | null => {
  const often = OFTEN.exec(idea)
  if (often === null) return null
  const { day, part, daily } = often.groups ?? {}
  const clock = CLOCK.exec(idea)
  const { hour: digits = '', minutes = '00', half } = clock?.groups ?? {}
  const hour = clock === null ? null : readHour(digits, half)
  const named = DAYS.findIndex((name) => name.toLowerCase() === day?.toLowerCase())
  const isDaily = daily !== undefined || part !== undefined
  return {
    choice: isDaily ? DAILY : named === -1 ? MONDAY : String(named),
    at:
      hour === null
        ? formatTime(HOURS[part?.toLowerCase() ?? ''] ?? MORNING, '00')
        : formatTime(hour, minutes),
    prompt: toPrompt(idea, [often[0], ...(clock === null || hour === null ? [] : [clock[0]])]),
  }
}
