export type Rate = { perMinute: number; burst: number }

/** Counts how often a source may still be asked: `burst` at once, `perMinute` in the long run. */
export function createTokenBucket({ perMinute, burst }: Rate, now: () => number) {
  let tokens = burst
  let countedAtMs = now()
  return {
    /** 0 when a call may be made now, which it takes; otherwise how many milliseconds until one may. */
    take(): number {
      const nowMs = now()
      tokens = Math.min(burst, tokens + ((nowMs - countedAtMs) * perMinute) / 60_000)
      countedAtMs = nowMs
      if (tokens >= 1) {
        tokens -= 1
        return 0
      }
      return ((1 - tokens) * 60_000) / perMinute
    },
  }
}
