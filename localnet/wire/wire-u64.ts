/** The widest account rent epoch, which nodes report for every rent-exempt account. */
export const RENT_EPOCH_MAX = 0xffffffffffffffffn

const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON

/** A u64 as JSON number text: exact on the wire even above 2^53, where a double would already be wrong. */
export function wireU64(value: bigint): unknown {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : rawJson(value.toString())
}
