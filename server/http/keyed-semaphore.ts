import { setTimeout as sleep } from 'node:timers/promises'

/** `max`: slots per key. `maxWaiting`: callers per key that may wait for one, for at most `waitMs`. */
type Options = { max: number; maxWaiting: number; waitMs: number }

export type KeyedSemaphore = {
  /** Returns a function that releases the slot, or null when no slot was free in time. */
  acquire(key: string, signal: AbortSignal): Promise<(() => void) | null>
}

type Queue = { running: number; waiting: (() => void)[] }

/** Limits how much work per key (a user) runs at a time in this process, first come, first served. */
export function createKeyedSemaphore({ max, maxWaiting, waitMs }: Options): KeyedSemaphore {
  const queues = new Map<string, Queue>()

  const createRelease = (key: string, queue: Queue) => () => {
    const next = queue.waiting.shift()
    // The slot passes to the next caller, so the count is unchanged.
    if (next !== undefined) {
      next()
      return
    }
    queue.running -= 1
    if (queue.running === 0) queues.delete(key)
  }

  return {
    async acquire(key, signal) {
      if (signal.aborted) return null
      const queue = queues.get(key) ?? { running: 0, waiting: [] }
      queues.set(key, queue)
      if (queue.running < max) {
        queue.running += 1
        return createRelease(key, queue)
      }
      if (queue.waiting.length >= maxWaiting) return null

      const turn = Promise.withResolvers<void>()
      const startTurn = () => turn.resolve()
      queue.waiting.push(startTurn)
      const settled = new AbortController()
      const timeout = sleep(waitMs, undefined, {
        signal: AbortSignal.any([settled.signal, signal]),
      })
      await Promise.race([turn.promise, timeout.catch(() => undefined)])
      settled.abort()
      const place = queue.waiting.indexOf(startTurn)
      if (place >= 0) {
        queue.waiting.splice(place, 1)
        return null
      }
      const release = createRelease(key, queue)
      if (!signal.aborted) return release
      release()
      return null
    },
  }
}
