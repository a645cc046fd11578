/** Enough to keep the database busy while the next keys gather. */
const MAX_IN_FLIGHT = 3
const MAX_KEYS = 200

/**
 * Gathers lookups of single keys into lookups of many. A key goes out at once while fewer than three lookups are under
 * way, else with the next one; never with one that was sent before it was asked for, so every answer is as fresh as a
 * lookup of its own. A failed lookup fails all that waited for it.
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

  /** After the events of this turn, so that calls which arrived together go together. */
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
