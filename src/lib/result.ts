/** An expected outcome: the value, or why there is none. */
export type Result<Value, Reason extends string = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason }

export const succeed = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

export const fail = <Reason extends string>(reason: Reason): { ok: false; reason: Reason } => ({
  ok: false,
  reason,
})
