import type * as z from 'zod/mini'
import { savedJson } from './saved-record.ts'

export const parseSaved = <Schema extends z.ZodMiniType>(
  text: string | null,
  schema: Schema,
): z.output<Schema> | null => {
  const json = savedJson(text)
  if (json === undefined) return null
  const parsed = schema.safeParse(json)
  return parsed.success ? parsed.data : null
}
