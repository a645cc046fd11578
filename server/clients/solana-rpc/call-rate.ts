/** Calls per second before the node has shown what it allows. */
const START_RATE = 50
const MIN_RATE = 0.1
const MAX_RATE = 50_000
/** Each accepted call raises an unlimited rate by this much, so it grows e-fold in a quarter of a second. */
const GROWTH_PER_CALL = 4

const FIRST_PAUSE_MS = 200
const MAX_PAUSE_MS = 2_000

/** After a refusal the rate climbs from a share of the limit to just below it in this time. */
const CLIMB = { seconds: 1, from: 0.85, to: 0.97 }
/** Then it stays there, and probes for a higher limit by a share per second. */
const PROBE = { afterS: 20, perS: 0.05 }
/** While the limit is a first guess, it probes sooner and faster. */
const FIRST_PROBE = { afterS: CLIMB.seconds, perS: 0.4 }
/** One refusal lowers the limit no further than this. One during the climb says little, and lowers it less. */
const MAX_DROP = 0.7
const CLIMB_DROP = 0.95
/** A refusal costs about this much time, whatever the node counts by. */
const REFUSAL_S = 0.75
/** The first one, for which the pause is short, costs less. */
const FIRST_REFUSAL_S = 0.5
/** Nodes count by the second, so the refusal comes about this long after a rising rate met the limit. */
const LATE_S = 0.75
/** A longer time without an answer says nothing about the limit, so it is left out. */
const IDLE_S = 2

/**
 * Finds how many calls per second a node allows. The rate rises quickly until the first refusal, falls on a refusal,
 * and returns to just below the rate that the node was seen to deliver. All times are seconds on the caller's clock.
 */
export class CallRate {
  /** Calls per second that the node seems to allow; null before the first refusal. */
  #limit: number | null = null
  #unlimitedRate = START_RATE
  /** True until the rate met the limit while it rose slowly. */
  #isGuess = true
  #recoveredAt = 0
  #refusedAt = 0
  #startedAt = 0
  #usedAt = -Infinity
  #accepted = 0
  #blockedUntil: number | null = null
  #refusals = 0

  getRate(now: number): number {
    const used = Math.min(now, this.#usedAt + IDLE_S)
    const rate = this.#limit === null ? this.#unlimitedRate : this.#limitedRate(this.#limit, used)
    return Math.min(MAX_RATE, Math.max(MIN_RATE, this.#blockedUntil === null ? rate : rate / 2))
  }

  /** Returns the time until which nothing may be sent after a refusal; null when nothing was refused lately. */
  get blockedUntil(): number | null {
    return this.#blockedUntil
  }

  noteAccepted(calls: number, now: number): void {
    this.#noteUse(now)
    if (this.#blockedUntil !== null) this.#recover(now)
    this.#accepted += calls
    if (this.#limit === null) this.#unlimitedRate += GROWTH_PER_CALL * calls
  }

  /** @param retryAfterMs the node's own wish */
  noteRefused(now: number, retryAfterMs?: number): void {
    this.#noteUse(now)
    if (this.#blockedUntil === null) this.#refusedAt = now
    if (this.#limit !== null && this.#blockedUntil === null) {
      // The rate rose slowly, so the limit is close to it.
      const isClimbing = now - this.#recoveredAt < CLIMB.seconds
      const met = isClimbing
        ? this.#limit * CLIMB_DROP
        : this.#limitedRate(this.#limit, this.#isGuess ? now - LATE_S : now)
      this.#limit = Math.max(MIN_RATE, met)
      if (!isClimbing) this.#isGuess = false
    }
    this.#refusals += 1
    const backOffMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.#refusals - 1), MAX_PAUSE_MS)
    this.#blockedUntil = now + (retryAfterMs ?? backOffMs) / 1000
  }

  #noteUse(now: number): void {
    const idleS = now - this.#usedAt - IDLE_S
    if (idleS > 0 && this.#blockedUntil === null) {
      this.#recoveredAt = Math.min(now, this.#recoveredAt + idleS)
      this.#startedAt = now
      this.#accepted = 0
    }
    this.#usedAt = now
  }

  #recover(now: number): void {
    if (this.#limit === null) {
      // The first guess is what the node let through from the first call to the first one after its refusals.
      const elapsed = Math.max(
        this.#refusedAt - this.#startedAt,
        now - this.#startedAt - FIRST_REFUSAL_S,
      )
      this.#limit =
        elapsed > 0 && this.#accepted > 0 ? this.#accepted / elapsed : this.#unlimitedRate / 2
    } else {
      // A node that counts by long periods lets nothing through until the next one begins.
      const open = this.#refusedAt - this.#recoveredAt
      const share = open / Math.max(open, now - this.#recoveredAt - REFUSAL_S)
      if (open > CLIMB.seconds)
        this.#limit = Math.max(MIN_RATE, this.#limit * Math.max(MAX_DROP, share))
    }
    this.#recoveredAt = now
    this.#blockedUntil = null
    this.#refusals = 0
  }

  #limitedRate(limit: number, now: number): number {
    const seconds = now - this.#recoveredAt
    if (seconds < CLIMB.seconds) {
      return limit * (CLIMB.from + (CLIMB.to - CLIMB.from) * (seconds / CLIMB.seconds))
    }
    const probe = this.#isGuess ? FIRST_PROBE : PROBE
    return limit * CLIMB.to * (1 + probe.perS) ** Math.max(0, seconds - probe.afterS)
  }
}
