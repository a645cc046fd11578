/**
 * Small readers for what the browser kept and the first frame needs. Everything else kept is read through schemas, which
 * are a quarter of the desktop's code and come once it is painted; see docs/decisions/017.
 */
type SavedRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is SavedRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a JSON text holds; undefined when there is none or it cannot be read. */
export const savedJson = (text: string | null): unknown => {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object of a JSON text; null when there is none or it cannot be read. */
export const savedRecord = (text: string | null): SavedRecord | null => {
  const json = savedJson(text)
  return isRecord(json) ? json : null
}

export const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength

/** Between both and neither of them. */
export const isBetween = (value: unknown, low: number, high: number): value is number =>
  typeof value === 'number' && value > low && value < high

/** One of the known texts, or the fallback. */
export const knownText = <Known extends string, Fallback>(
  all: readonly Known[],
  value: unknown,
  fallback: Fallback,
): Known | Fallback => all.find((known) => known === value) ?? fallback
