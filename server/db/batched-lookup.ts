const MAX_IN_FLIGHT = 3
const MAX_KEYS = 200

/**
 * Combines lookups of single keys into batches. A key is sent at once if fewer than three batches are running,
 * otherwise with the next one. A key never joins a batch that was already sent, so results are as fresh as single
 * lookups. A failed batch fails all of its callers.
 */
export function createBatchedLookup<Value>(
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let gathering = new Map<string, PromiseWithResolvers<Value | undefined>>()
  let inFlight = 0
  let isScheduled = false

  const send = async () => {
    isScheduled = false
    const sent = gathering
    if (sent.size === 0) return
    gathering = new Map()
    inFlight += 1
    try {
      const found = await lookUp([...sent.keys()])
      for (const [key, waiting] of sent) waiting.resolve(found.get(key))
    } catch (error) {
      for (const waiting of sent.values()) waiting.reject(error)
    } finally {
      inFlight -= 1
      schedule()
    }
  }

  /** Runs after the events of this turn, so that calls which arrive together share a batch. */
  const schedule = () => {
    if (isScheduled || gathering.size === 0 || inFlight >= MAX_IN_FLIGHT) return
    isScheduled = true
    setImmediate(() => void send())
  }

  return (key) => {
    const known = gathering.get(key)
    if (known !== undefined) return known.promise
    const waiting = Promise.withResolvers<Value | undefined>()
    gathering.set(key, waiting)
    if (gathering.size >= MAX_KEYS) void send()
    else schedule()
    return waiting.promise
  }
}
