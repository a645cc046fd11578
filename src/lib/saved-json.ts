import type * as z from 'zod/mini'

/** Reads a JSON text kept in the browser through its schema; null when there is none or it cannot be read. */
export const parseSaved = <Schema extends z.ZodMiniType>(
  text: string | null,
  schema: Schema,
): z.output<Schema> | null => {
  if (text === null) return null
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = schema.safeParse(json)
  return parsed.success ? parsed.data : null
}
