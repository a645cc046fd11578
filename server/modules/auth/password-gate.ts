import { AppError } from '#server/errors.ts'

/** Who waits for a password to be checked. */
export type Place = {
  /** The network that the caller is in; callers of one network take turns as one. */
  readonly network: string
  /** True when this name signed in from this address before: strangers cannot take such places. */
  readonly isKnown: boolean
}

/** More at once would only take cores and memory from everyone else. */
const MAX_CONCURRENT = 2
/** Beyond this a caller is sent away at once instead of waiting for seconds. */
const MAX_WAITING = 128
/** Places that only known callers may take, beside the others. */
const MAX_KNOWN_WAITING = 64

type Waiter = { enter(): void; refuse(): void }

/**
 * Lets a few pieces of work run at once. Known callers go first; the others go by turns of their networks, and when all
 * places are taken, the network that waits with most loses its last one to a network that waits with fewer.
 */
export function createGate() {
  const known: Waiter[] = []
  const strangers = new Map<string, Waiter[]>()
  const state = { running: 0, strangers: 0 }

  const wait = (add: (waiter: Waiter) => void) =>
    new Promise<void>((resolve, reject) => {
      add({ enter: resolve, refuse: () => reject(tooMany()) })
    })

  function makeRoomFor(network: string): void {
    const [, longest] = [...strangers].reduce((most, next) =>
      next[1].length > most[1].length ? next : most,
    )
    const own = strangers.get(network)?.length ?? 0
    const last = longest.length > own + 1 ? longest.pop() : undefined
    if (last === undefined) throw tooMany()
    state.strangers -= 1
    last.refuse()
  }

  async function enter({ network, isKnown }: Place): Promise<void> {
    if (state.running < MAX_CONCURRENT) {
      state.running += 1
      return
    }
    if (isKnown) {
      if (known.length >= MAX_KNOWN_WAITING) throw tooMany()
      await wait((waiter) => known.push(waiter))
      return
    }
    if (state.strangers >= MAX_WAITING) makeRoomFor(network)
    state.strangers += 1
    await wait((waiter) => {
      const queue = strangers.get(network)
      if (queue === undefined) strangers.set(network, [waiter])
      else queue.push(waiter)
    })
  }

  /** Takes the next stranger of the network whose turn it is, and puts that network behind the others. */
  function nextStranger(): Waiter | undefined {
    const [turn] = strangers
    if (turn === undefined) return undefined
    const [network, queue] = turn
    const next = queue.shift()
    strangers.delete(network)
    if (queue.length > 0) strangers.set(network, queue)
    if (next !== undefined) state.strangers -= 1
    return next
  }

  function leave(): void {
    // The place goes straight to the next one; nobody can slip in between.
    const next = known.shift() ?? nextStranger()
    if (next === undefined) state.running -= 1
    else next.enter()
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

const tooMany = () =>
  new AppError('UNAVAILABLE', 'too many passwords to check', { retryAfterSeconds: 2 })
