import { partsOfRule } from './recurrence.ts'

export const REPEATS = [
  'none',
  'daily',
  'weekdays',
  'weekly',
  'fortnightly',
  'monthly',
  'yearly',
  'custom',
] as const
export type Repeat = (typeof REPEATS)[number]

const RULES: Readonly<Record<Exclude<Repeat, 'none' | 'custom'>, string>> = {
  daily: 'FREQ=DAILY',
  weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  weekly: 'FREQ=WEEKLY',
  fortnightly: 'FREQ=WEEKLY;INTERVAL=2',
  monthly: 'FREQ=MONTHLY',
  yearly: 'FREQ=YEARLY',
}

export type RepeatEnds = 'never' | 'on' | 'after'

const withoutEnd = (rule: string): string =>
  [...partsOfRule(rule)]
    .filter(
      ([name, value]) =>
        !(
          name === 'UNTIL' ||
          name === 'COUNT' ||
          name === 'WKST' ||
          (name === 'INTERVAL' && value === '1')
        ),
    )
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join(';')

export const parseRepeat = (rule: string | null): Repeat => {
  if (rule === null) return 'none'
  const bare = withoutEnd(rule)
  const known = Object.entries(RULES).find(([, text]) => withoutEnd(text) === bare)
  return known === undefined ? 'custom' : (known[0] as Repeat)
}

type Chosen = {
  repeat: Repeat
  repeatEnds: RepeatEnds
  untilDay: string
  times: string
  isAllDay: boolean
}

export const toRule = (draft: Chosen, present: string | null): string | null => {
  if (draft.repeat === 'none') return null
  if (draft.repeat === 'custom') return present
  const rule = RULES[draft.repeat]
  if (draft.repeatEnds === 'never') return rule
  if (draft.repeatEnds === 'after') return `${rule};COUNT=${Number(draft.times)}`
  const day = draft.untilDay.replaceAll('-', '')
  return `${rule};UNTIL=${draft.isAllDay ? day : `${day}T235959`}`
}

export const isSameRule = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && sortedParts(one) === sortedParts(other))

const sortedParts = (rule: string): string =>
  [...partsOfRule(rule)]
    .filter(([name]) => name !== 'WKST')
    .map((part) => part.join('='))
    .toSorted()
    .join(';')
