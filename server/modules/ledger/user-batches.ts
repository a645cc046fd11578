type Waiting<Request, Result> = { request: Request } & PromiseWithResolvers<Result>

/**
 * Runs the requests of one user one batch at a time in this process: what arrives while a batch is under way makes up the
 * next one, in order of arrival. Users do not wait for each other. `run` gives one outcome per request, in their order;
 * when it throws, all of the batch fail. Nothing may rest on this for correctness: other processes have batches too.
 */
export function createUserBatches<Request, Result>(
  run: (userId: string, requests: Request[]) => Promise<PromiseSettledResult<Result>[]>,
  maxBatch: number,
): (userId: string, request: Request) => Promise<Result> {
  const waitingOf = new Map<string, Waiting<Request, Result>[]>()

  const work = async (userId: string, waiting: Waiting<Request, Result>[]) => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch)
      try {
        const outcomes = await run(
          userId,
          batch.map((one) => one.request),
        )
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome.status === 'fulfilled') batch[index]?.resolve(outcome.value)
          else batch[index]?.reject(outcome.reason)
        }
      } catch (error) {
        for (const one of batch) one.reject(error)
      }
    }
    waitingOf.delete(userId)
  }

  return (userId, request) => {
    const entry = { request, ...Promise.withResolvers<Result>() }
    const waiting = waitingOf.get(userId)
    if (waiting) {
      waiting.push(entry)
    } else {
      const started = [entry]
      waitingOf.set(userId, started)
      void work(userId, started)
    }
    return entry.promise
  }
}
