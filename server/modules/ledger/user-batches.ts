type Waiting<Request, Result> = { request: Request } & PromiseWithResolvers<Result>

/** One user's requests within a batch, in order of arrival. */
export type UserRequests<Request> = {
  readonly userId: string
  readonly requests: readonly Request[]
}

type Steps<Request, Result> = {
  /** Users' requests together; what it leaves `undefined` of a user is done apart. When it throws, all of them fail. */
  together: (batch: readonly UserRequests<Request>[]) => Promise<(readonly Result[] | undefined)[]>
  /** One user's requests; one outcome each, in their order. When it throws, all of them fail. */
  apart: (one: UserRequests<Request>) => Promise<PromiseSettledResult<Result>[]>
}

/**
 * Gathers the requests that arrive while others are under way and runs them in batches over users, `lanes` of them at a
 * time in this process. A user has at most one batch under way, so that its requests stay in order; one whose requests
 * have to be done apart holds up nobody else. Nothing may rest on this for correctness: other processes have batches too.
 */
export function createUserBatches<Request, Result>(
  { together, apart }: Steps<Request, Result>,
  { maxBatch, lanes }: { maxBatch: number; lanes: number },
): (userId: string, request: Request) => Promise<Result> {
  type Entry = Waiting<Request, Result>
  const ready = new Map<string, Entry[]>()
  /** Of users with a batch under way: what has arrived since. */
  const held = new Map<string, Entry[]>()
  let lanesUsed = 0
  const requestOf = ({ request }: Entry) => request

  const release = (userId: string) => {
    const arrived = held.get(userId) ?? []
    held.delete(userId)
    if (arrived.length > 0) ready.set(userId, arrived)
  }

  const doApart = async (userId: string, entries: readonly Entry[]) => {
    try {
      const outcomes = await apart({ userId, requests: entries.map(requestOf) })
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') entries[index]?.resolve(outcome.value)
        else entries[index]?.reject(outcome.reason)
      }
    } catch (error) {
      for (const entry of entries) entry.reject(error)
    }
    release(userId)
    pump()
  }

  /** The users that have waited longest, as many as fit. */
  const take = () => {
    const batch: [string, Entry[]][] = []
    let room = maxBatch
    for (const [userId, waiting] of ready) {
      if (room === 0) break
      const taken = waiting.splice(0, room)
      room -= taken.length
      batch.push([userId, taken])
      ready.delete(userId)
      held.set(userId, waiting)
    }
    return batch
  }

  const work = async (batch: readonly [string, Entry[]][]) => {
    const asked = batch.map(([userId, entries]) => ({ userId, requests: entries.map(requestOf) }))
    try {
      const done = await together(asked)
      for (const [index, [userId, entries]] of batch.entries()) {
        const results = done[index]
        if (results === undefined) {
          void doApart(userId, entries)
          continue
        }
        for (const [place, result] of results.entries()) entries[place]?.resolve(result)
        release(userId)
      }
    } catch (error) {
      for (const [userId, entries] of batch) {
        for (const entry of entries) entry.reject(error)
        release(userId)
      }
    }
    lanesUsed -= 1
    pump()
  }

  const pump = () => {
    while (lanesUsed < lanes && ready.size > 0) {
      lanesUsed += 1
      void work(take())
    }
  }

  return (userId, request) => {
    const entry = { request, ...Promise.withResolvers<Result>() }
    const waiting = held.get(userId) ?? ready.get(userId)
    if (waiting) waiting.push(entry)
    else ready.set(userId, [entry])
    pump()
    return entry.promise
  }
}
