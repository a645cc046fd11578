type Waiting<Request, Result> = { request: Request } & PromiseWithResolvers<Result>

/** One user's requests in a batch, in order of arrival. */
export type UserRequests<Request> = {
  readonly userId: string
  readonly requests: readonly Request[]
}

type Steps<Request, Result> = {
  /** Runs the requests of several users. Undefined outcomes are retried per user. If it throws, all requests fail. */
  together: (batch: readonly UserRequests<Request>[]) => Promise<(readonly Result[] | undefined)[]>
  /** Runs one user's requests and returns their outcomes in order. If it throws, all of them fail. */
  apart: (one: UserRequests<Request>) => Promise<PromiseSettledResult<Result>[]>
}

/**
 * Collects requests that arrive during other requests and runs them in batches over users, with `lanes` batches at a
 * time in this process. Each user has at most one running batch, which keeps the order, and a user whose requests
 * need the slow path doesn't delay others. Correctness must not depend on this, because other processes run batches
 * too.
 */
export function createUserBatches<Request, Result>(
  { together, apart }: Steps<Request, Result>,
  { maxBatch, lanes }: { maxBatch: number; lanes: number },
): (userId: string, request: Request) => Promise<Result> {
  type Entry = Waiting<Request, Result>
  const ready = new Map<string, Entry[]>()
  /** New requests of users with a running batch. */
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

  /** Takes the users that have waited longest, as many as fit. */
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
