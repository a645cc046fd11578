import { rawJSON } from '#solana/exact-json.ts'

/** The maximum u64, which nodes report as the rent epoch of rent-exempt accounts. */
export const RENT_EPOCH_MAX = 0xffffffffffffffffn

/** Returns the fields with every `bigint` in them, nested ones too, as a JSON number. */
export const wireFields = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [name, wireValue(value)]),
  )

function wireValue(value: unknown): unknown {
  if (typeof value === 'bigint') return wireU64(value)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? wireFields(value)
    : value
}

/** Returns a u64 as a JSON number, exact even above 2^53. */
export function wireU64(value: bigint): unknown {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : rawJSON(value.toString())
}
