import type * as z from 'zod/mini'

/**
 * Small readers of saved data for the first frame. Other code uses schemas, which are a quarter of the desktop's code and
 * load later; see docs/decisions/017.
 */
type SavedRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is SavedRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns undefined for null and for text that is not JSON. */
export const parseSavedJson = (text: string | null): unknown => {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the saved value if it fits the schema, else null. */
export const parseSaved = <Schema extends z.ZodMiniType>(
  text: string | null,
  schema: Schema,
): z.output<Schema> | null => schema.safeParse(parseSavedJson(text)).data ?? null

export const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength

export const isBetween = (value: unknown, low: number, high: number): value is number =>
  typeof value === 'number' && value > low && value < high

export const parseKnownText = <Known extends string, Fallback>(
  all: readonly Known[],
  value: unknown,
  fallback: Fallback,
): Known | Fallback => all.find((known) => known === value) ?? fallback
