/** Matches the start of a number with 16 digits or more. 2^53 has 16. */
const LONG_INTEGER = /[:[,]\s*-?\d{16}/

/**
 * Parses JSON without rounding integers beyond ±2^53: each becomes `keep` of its digits, by default a `bigint`.
 * Lamports of large accounts and `rentEpoch` are such numbers. Texts without long integers use the plain parser.
 */
export function parseExactJson(
  text: string,
  keep: (digits: string) => unknown = (digits) => BigInt(digits),
): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && isInteger(context?.source)
      ? keep(context.source)
      : value,
  )
}

function isInteger(source: string | undefined): source is string {
  return source !== undefined && /^-?\d+$/.test(source)
}

/** ES2025's `JSON.rawJSON`, which TypeScript's library types do not include yet. */
export const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

/** Returns the JSON text of a `parseExactJson` value with all digits of each `bigint`. */
export const writeExactJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? rawJSON(String(member)) : member,
  )
