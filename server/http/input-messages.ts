import * as z from 'zod/mini'
import { pluralize } from '#server/lib/text/pluralize.ts'

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

const describeLimit = (bound: string, origin: string, limit: number): string => {
  const unit = UNITS[origin]
  if (unit === undefined) return `must be ${bound} ${limit}`
  if (bound === 'at least' && limit === 1) return 'must not be empty'
  return `must have ${bound} ${pluralize(limit, ...unit)}`
}

/** Returns a message that follows the name of the input; undefined where Zod's own message is good enough. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_small')
    return describeLimit('at least', issue.origin, Number(issue.minimum))
  if (issue.code === 'too_big') return describeLimit('at most', issue.origin, Number(issue.maximum))
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be of type ${issue.expected}`
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`
  return undefined
}

/** Settings of Zod for plain messages. Without a locale, zod/mini only says "Invalid input". */
export const PLAIN_MESSAGES = { ...z.locales.en(), customError: describeIssue }
