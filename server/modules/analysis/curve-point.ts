import { remembered } from '#server/remembered.ts'
import { isOnCurve as computeIsOnCurve } from '#server/solana/curve.ts'

/** As in `server/solana`, remembered: a window asks for the same addresses again and again. */
export const isOnCurve = remembered(computeIsOnCurve, { limit: 200_000 })
