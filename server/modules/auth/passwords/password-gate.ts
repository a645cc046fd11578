import { AppError } from '#server/errors.ts'

/** Where an attempt comes from. */
export type Place = {
  readonly network: string
  /** True if this name signed in from this address before. Strangers can't take these places. */
  readonly isKnown: boolean
}

/** Max concurrent checks; more would take cores and memory from other requests. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 128
const MAX_KNOWN_WAITING = 64
/** Known callers get two of three turns while strangers wait. */
const MAX_KNOWN_IN_ROW = 2
const RETRY_AFTER_SECONDS = 2

type Waiter = { enter(): void; refuse(): void }

/** Limits concurrent work. Known callers get most turns, and networks take turns within each group. */
export function createGate() {
  // A refused guess counts as an attempt, which ends a flood.
  const strangers = createQueue(MAX_WAITING, () => overloaded({ countsAsFailure: true }))
  const known = createQueue(MAX_KNOWN_WAITING, () => overloaded({ countsAsFailure: false }))
  const state = { running: 0, knownInRow: 0 }

  async function enter({ network, isKnown }: Place): Promise<void> {
    if (state.running < MAX_CONCURRENT) state.running += 1
    else await (isKnown ? known : strangers).wait(network)
  }

  function next(): Waiter | undefined {
    const stranger = state.knownInRow >= MAX_KNOWN_IN_ROW ? strangers.next() : undefined
    const knownCaller = stranger === undefined ? known.next() : undefined
    state.knownInRow = knownCaller === undefined ? 0 : state.knownInRow + 1
    return stranger ?? knownCaller ?? strangers.next()
  }

  function leave(): void {
    const waiter = next()
    if (waiter === undefined) state.running -= 1
    else waiter.enter()
  }

  return async <T>(place: Place, work: () => Promise<T>): Promise<T> => {
    await enter(place)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/** Creates a queue in which networks take turns. If full, the one with most waiting callers loses its last. */
function createQueue(maxWaiting: number, refusal: () => AppError) {
  const networks = new Map<string, Waiter[]>()
  let size = 0

  function makeRoomFor(network: string): void {
    const [, longest] = [...networks].reduce((most, next) =>
      next[1].length > most[1].length ? next : most,
    )
    const own = networks.get(network)?.length ?? 0
    const last = longest.length > own + 1 ? longest.pop() : undefined
    if (last === undefined) throw refusal()
    size -= 1
    last.refuse()
  }

  return {
    async wait(network: string): Promise<void> {
      if (size >= maxWaiting) makeRoomFor(network)
      size += 1
      await new Promise<void>((resolve, reject) => {
        const waiter = { enter: resolve, refuse: () => reject(refusal()) }
        const waiters = networks.get(network)
        if (waiters === undefined) networks.set(network, [waiter])
        else waiters.push(waiter)
      })
    },

    next(): Waiter | undefined {
      const [turn] = networks
      if (turn === undefined) return undefined
      const [network, waiters] = turn
      const waiter = waiters.shift()
      networks.delete(network)
      if (waiters.length > 0) networks.set(network, waiters)
      size -= 1
      return waiter
    },
  }
}

/** Creates a limit on waiting and running work per key. Throws `RATE_LIMITED` above it. */
export function createInFlightLimit(max: number) {
  const counts = new Map<string, number>()
  const change = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if ((counts.get(key) ?? 0) >= max) {
      throw new AppError(
        'RATE_LIMITED',
        `Too many attempts at once. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      )
    }
    change(key, 1)
    try {
      return await work()
    } finally {
      change(key, -1)
    }
  }
}

const overloaded = ({ countsAsFailure }: { countsAsFailure: boolean }) =>
  new AppError('UNAVAILABLE', 'too many passwords to check', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    countsAsFailure,
  })
