import { setTimeout as sleep } from 'node:timers/promises'

/** `max`: slots per key. `maxWaiting`: callers per key that may wait for one, for at most `waitMs`. */
export type TurnstileOptions = {
  max: number
  maxWaiting: number
  waitMs: number
}

export type Turnstile = {
  /** Returns a function that releases the slot, or null when no slot was free in time. */
  enter(key: string, signal: AbortSignal): Promise<(() => void) | null>
}

type Line = { running: number; waiting: (() => void)[] }

/** Limits how much work per key (a user) runs at a time in this process, first come, first served. */
export function createTurnstile({ max, maxWaiting, waitMs }: TurnstileOptions): Turnstile {
  const lines = new Map<string, Line>()

  const makeLeave = (key: string, line: Line) => () => {
    const next = line.waiting.shift()
    // The slot passes to the next task, so the count is unchanged.
    if (next !== undefined) {
      next()
      return
    }
    line.running -= 1
    if (line.running === 0) lines.delete(key)
  }

  return {
    async enter(key, signal) {
      if (signal.aborted) return null
      const line = lines.get(key) ?? { running: 0, waiting: [] }
      lines.set(key, line)
      if (line.running < max) {
        line.running += 1
        return makeLeave(key, line)
      }
      if (line.waiting.length >= maxWaiting) return null

      const turn = Promise.withResolvers<void>()
      const call = () => turn.resolve()
      line.waiting.push(call)
      const enough = new AbortController()
      const tired = sleep(waitMs, false, { signal: AbortSignal.any([enough.signal, signal]) })
      await Promise.race([turn.promise, tired.catch(() => false)])
      enough.abort()
      const place = line.waiting.indexOf(call)
      if (place >= 0) {
        line.waiting.splice(place, 1)
        return null
      }
      const leave = makeLeave(key, line)
      if (!signal.aborted) return leave
      leave()
      return null
    },
  }
}
