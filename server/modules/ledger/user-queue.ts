export type UserQueue = <T>(userId: string, work: () => Promise<T>) => Promise<T>

/**
 * Lets at most `width` pieces of work of one user run at once in this process; the others wait in order of arrival.
 * Statements on one account queue up on its row in the database anyway, there without order and each holding a
 * connection that other users need. Correctness rests on the row lock alone.
 */
export function createUserQueue(width: number): UserQueue {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (userId, work) => {
    const queue = queues.get(userId) ?? { running: 0, waiting: [] }
    queues.set(userId, queue)
    if (queue.running < width) queue.running += 1
    // The place of the one before passes over without becoming free.
    else await new Promise<void>((resolve) => queue.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (queue.running > 1) queue.running -= 1
      else queues.delete(userId)
    }
  }
}
