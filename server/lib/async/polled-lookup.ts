type Waiter<Value> = PromiseWithResolvers<Value | undefined>

/**
 * Waits for values that other processes write: all keys that are waited for share one lookup, once in `everyMs`. A key
 * without a value stays for the next one. A failed lookup fails its callers. The result is undefined once the caller's
 * `signal` aborts. There is no lookup while no key is waited for.
 */
export function createPolledLookup<Value>(
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  everyMs: number,
): (key: string, signal: AbortSignal) => Promise<Value | undefined> {
  const waiting = new Map<string, Set<Waiter<Value>>>()
  let isScheduled = false
  let askedAtMs = -everyMs

  const settle = (key: string, act: (waiter: Waiter<Value>) => void) => {
    const waiters = waiting.get(key) ?? []
    waiting.delete(key)
    for (const waiter of waiters) act(waiter)
  }

  const poll = async () => {
    askedAtMs = performance.now()
    const asked = [...waiting.keys()]
    try {
      const found = asked.length === 0 ? [] : await lookUp(asked)
      for (const [key, value] of found) settle(key, ({ resolve }) => resolve(value))
    } catch (error) {
      for (const key of asked) settle(key, ({ reject }) => reject(error))
    }
    isScheduled = false
    schedule()
  }

  const schedule = () => {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    setTimeout(() => void poll(), Math.max(0, askedAtMs + everyMs - performance.now()))
  }

  return async (key, signal) => {
    if (signal.aborted) return undefined
    const waiter: Waiter<Value> = Promise.withResolvers()
    const waiters = waiting.get(key) ?? new Set()
    waiting.set(key, waiters.add(waiter))
    schedule()
    const leave = () => {
      waiters.delete(waiter)
      if (waiters.size === 0 && waiting.get(key) === waiters) waiting.delete(key)
      waiter.resolve(undefined)
    }
    signal.addEventListener('abort', leave, { once: true })
    return waiter.promise.finally(() => signal.removeEventListener('abort', leave))
  }
}
