import { isOnCurve as computeIsOnCurve } from '#server/solana/curve.ts'

const known = new Map<string, boolean>()
/** Bounds the memory of a process that reads many tokens. */
const KNOWN_LIMIT = 200_000

/** As in `server/solana`, remembered: a window asks for the same addresses again and again. */
export function isOnCurve(address: string): boolean {
  const cached = known.get(address)
  if (cached !== undefined) return cached
  const answer = computeIsOnCurve(address)
  if (known.size >= KNOWN_LIMIT) known.clear()
  known.set(address, answer)
  return answer
}
