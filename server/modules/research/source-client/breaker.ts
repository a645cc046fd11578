/** So many failures in a row are no accident. */
const FAILURES = 3
const OPEN_MS = 60_000

/** Stops asking what keeps failing: after three failures in a row it stays closed to calls for a minute, then lets one try. */
export function createBreaker(now: () => number) {
  let failures = 0
  let closedUntilMs = 0
  return {
    /** 0 when a call may be made; otherwise how many milliseconds the source is left alone. */
    waitMs: (): number => Math.max(0, closedUntilMs - now()),
    succeeded(): void {
      failures = 0
      closedUntilMs = 0
    },
    /** `leaveForMs`: the source itself said when to come back. */
    failed(leaveForMs = 0): void {
      failures += 1
      const restMs = failures >= FAILURES ? OPEN_MS : 0
      closedUntilMs = Math.max(closedUntilMs, now() + Math.max(restMs, leaveForMs))
    },
  }
}
