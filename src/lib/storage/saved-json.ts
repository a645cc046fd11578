import type * as z from 'zod/mini'
import { parseSavedJson } from './saved-record.ts'

export const parseSaved = <Schema extends z.ZodMiniType>(
  text: string | null,
  schema: Schema,
): z.output<Schema> | null => {
  const json = parseSavedJson(text)
  if (json === undefined) return null
  const parsed = schema.safeParse(json)
  return parsed.success ? parsed.data : null
}
