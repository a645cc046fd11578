/** A place in the log `id`: entries after `seq` are unread. */
export type LogPosition = { id: string; seq: number }

type Waiter<Found> = PromiseWithResolvers<Found | undefined>

/**
 * Waits for log entries that other processes write: all positions that are waited for share one lookup, once in
 * `everyMs`. A position that is not found stays for the next one. A failed lookup fails its callers. The result is
 * undefined once the caller's `signal` aborts. There is no lookup while no position is waited for.
 */
export function createPolledLookup<Found extends LogPosition>(
  lookUp: (positions: readonly LogPosition[]) => Promise<readonly Found[]>,
  everyMs: number,
): (position: LogPosition, signal: AbortSignal) => Promise<Found | undefined> {
  const waiting = new Map<string, { position: LogPosition; waiters: Set<Waiter<Found>> }>()
  let isScheduled = false
  let askedAtMs = -everyMs

  const settle = (key: string, act: (waiter: Waiter<Found>) => void) => {
    const { waiters = [] } = waiting.get(key) ?? {}
    waiting.delete(key)
    for (const waiter of waiters) act(waiter)
  }

  const poll = async () => {
    askedAtMs = performance.now()
    const asked = [...waiting.values()].map(({ position }) => position)
    try {
      const found = asked.length === 0 ? [] : await lookUp(asked)
      for (const each of found) settle(formatKey(each), (waiter) => waiter.resolve(each))
    } catch (error) {
      for (const each of asked) settle(formatKey(each), (waiter) => waiter.reject(error))
    }
    isScheduled = false
    schedule()
  }

  const schedule = () => {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    setTimeout(() => void poll(), Math.max(0, askedAtMs + everyMs - performance.now()))
  }

  return async (position, signal) => {
    if (signal.aborted) return undefined
    const key = formatKey(position)
    const entry = waiting.get(key) ?? { position, waiters: new Set() }
    const waiter: Waiter<Found> = Promise.withResolvers()
    entry.waiters.add(waiter)
    waiting.set(key, entry)
    schedule()
    const leave = () => {
      entry.waiters.delete(waiter)
      if (entry.waiters.size === 0 && waiting.get(key) === entry) waiting.delete(key)
      waiter.resolve(undefined)
    }
    signal.addEventListener('abort', leave, { once: true })
    return waiter.promise.finally(() => signal.removeEventListener('abort', leave))
  }
}

const formatKey = ({ id, seq }: LogPosition): string => `${id} ${seq}`
