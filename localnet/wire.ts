import { formatTokenAmount } from '#contract/money.ts'
import { rawJSON } from '#solana/exact-json.ts'

/** The maximum u64, which nodes report as the rent epoch of rent-exempt accounts. */
export const RENT_EPOCH_MAX = 0xffffffffffffffffn

/** Converts every `bigint` of the fields, nested ones too, to a JSON number. */
export const toWireFields = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [name, toWireValue(value)]),
  )

function toWireValue(value: unknown): unknown {
  if (typeof value === 'bigint') return toWireU64(value)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? toWireFields(value)
    : value
}

/** Returns a u64 as a JSON number that keeps all its digits, even above 2^53. */
export function toWireU64(value: bigint): unknown {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : rawJSON(value.toString())
}

/** Returns the parsed value; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export type UiTokenAmount = {
  amount: string
  decimals: number
  uiAmount: number | null
  uiAmountString: string
}

/** Returns an amount in the format of nodes: exact in `amount` and `uiAmountString`, a double in `uiAmount`. */
export function toUiTokenAmount(amount: bigint, decimals: number): UiTokenAmount {
  const text = formatTokenAmount(amount, decimals)
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}

/** Returns an amount in the format of `meta.postTokenBalances`: nodes store it as a protobuf float, which omits zero. */
export const toMetaTokenAmount = (amount: bigint, decimals: number): UiTokenAmount => {
  const shown = toUiTokenAmount(amount, decimals)
  return amount === 0n ? { ...shown, uiAmount: null } : shown
}
