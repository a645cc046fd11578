import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createRpcPacer } from '#server/clients/solana-rpc/rpc-pacer.ts'
import { randomFrom } from '#tests/support/seeded-random.ts'

/** Says whether a node takes `calls` calls at a time in seconds. */
type Limiter = (calls: number, atS: number) => { isTaken: boolean; retryAfterMs?: number }

const LATENCY_MS = 80

/** At most `max` calls in each period that begins with its first call. */
function windowLimiter(max: number, periodS: number, hasRetryAfter = false): Limiter {
  let startS = -Infinity
  let count = 0
  return (calls, atS) => {
    if (atS >= startS + periodS) {
      startS = atS
      count = 0
    }
    if (count + calls > max) {
      const retryAfterMs = (startS + periodS - atS) * 1000
      return hasRetryAfter ? { isTaken: false, retryAfterMs } : { isTaken: false }
    }
    count += calls
    return { isTaken: true }
  }
}

/** Returns how many paced calls the node took and refused in a virtual time. A request takes `delayMs` to arrive. */
async function run(
  limiter: Limiter,
  seconds: number,
  { batch = 1, senders = 8, delayMs = (): number => 0, pacer = createRpcPacer() } = {},
) {
  const stop = new AbortController()
  let taken = 0
  let refused = 0
  const send = async (): Promise<void> => {
    for (;;) {
      const permit = await pacer.waitForTurn('getTransaction', batch, stop.signal)
      await new Promise((resolve) => setTimeout(resolve, delayMs()))
      const { isTaken, retryAfterMs } = limiter(batch, performance.now() / 1000)
      await new Promise((resolve) => setTimeout(resolve, LATENCY_MS))
      if (stop.signal.aborted) return
      if (isTaken) {
        taken += batch
        permit.accepted()
      } else {
        refused += batch
        permit.refused(retryAfterMs)
      }
    }
  }
  const all = Promise.allSettled(Array.from({ length: senders }, send))
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  stop.abort(new Error('over'))
  await vi.advanceTimersByTimeAsync(1_000)
  await all
  return { taken, refused, rate: pacer.readRate('getTransaction') }
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

describe('the pacer of a node', () => {
  it.each([
    ['40 calls in 10 seconds', 40, 10, 1],
    ['50 calls a second', 50, 1, 1],
    ['50 calls a second, in batches', 50, 1, 10],
    ['400 calls a second, in batches', 400, 1, 50],
  ])('uses at least 90 %% of what a node with %s allows', async (_, max, periodS, batch) => {
    const seconds = 120
    const { taken, refused } = await run(windowLimiter(max, periodS), seconds, { batch })
    const allowed = (max / periodS) * seconds
    expect(taken / allowed).toBeGreaterThan(0.9)
    expect(refused / taken).toBeLessThan(0.1)
  })

  it.each([50, 200, 400])('loses little when requests are up to %i ms late', async (maxMs) => {
    const random = randomFrom(maxMs)
    const delayMs = () => random(maxMs)
    const { taken, refused } = await run(windowLimiter(50, 1), 120, { batch: 5, delayMs })
    expect(taken / (50 * 120)).toBeGreaterThan(0.75)
    expect(refused / taken).toBeLessThan(0.1)
  })

  it('finds the rate also when the node says when to come back', async () => {
    const { taken, refused } = await run(windowLimiter(40, 10, true), 120)
    expect(taken / 480).toBeGreaterThan(0.9)
    expect(refused).toBeLessThan(20)
  })

  it('follows a node that allows more after a while', async () => {
    const slow = windowLimiter(20, 1)
    const fast = windowLimiter(200, 1)
    const { rate } = await run((calls, atS) => (atS < 10 ? slow : fast)(calls, atS), 240)
    expect(rate).toBeGreaterThan(100)
  })

  it('finds the limit of a method that was used little for a minute before', async () => {
    const pacer = createRpcPacer()
    const permit = await pacer.waitForTurn('getTransaction', 1, new AbortController().signal)
    permit.accepted()
    await vi.advanceTimersByTimeAsync(60_000)
    const { taken } = await run(windowLimiter(50, 1), 10, { pacer })
    expect(taken / (50 * 10)).toBeGreaterThan(0.75)
  })

  it('keeps the rate while nothing is sent', async () => {
    const pacer = createRpcPacer()
    await run(windowLimiter(50, 1), 60, { pacer })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(pacer.readRate('getTransaction')).toBeLessThan(60)
    const { taken, refused } = await run(windowLimiter(50, 1), 20, { pacer })
    expect(taken / (50 * 20)).toBeGreaterThan(0.8)
    expect(refused / taken).toBeLessThan(0.1)
  })

  it('lets a node without limits take thousands of calls within two seconds', async () => {
    const { taken } = await run(() => ({ isTaken: true }), 2, { batch: 50, senders: 40 })
    expect(taken).toBeGreaterThan(5_000)
  })

  it('paces methods apart', async () => {
    const pacer = createRpcPacer()
    const { signal } = new AbortController()
    const permit = await pacer.waitForTurn('getTransaction', 1, signal)
    permit.refused(60_000)
    let isServed = false
    void pacer.waitForTurn('getTransaction', 1, signal).then(() => (isServed = true))
    await pacer.waitForTurn('getSignaturesForAddress', 1, signal)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(isServed).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(isServed).toBe(true)
  })

  it('sends one request to a node that refused, and the rest after its answer', async () => {
    const pacer = createRpcPacer()
    const { signal } = new AbortController()
    ;(await pacer.waitForTurn('m', 1, signal)).refused(1_000)
    const served: Awaited<ReturnType<typeof pacer.waitForTurn>>[] = []
    for (let nth = 0; nth < 5; nth++) {
      void pacer.waitForTurn('m', 1, signal).then((permit) => served.push(permit))
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(served).toHaveLength(1)
    served[0]?.accepted()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(served).toHaveLength(5)
  })

  it('rejects with the reason of an abort and serves the next one', async () => {
    const pacer = createRpcPacer()
    const stop = new AbortController()
    ;(await pacer.waitForTurn('m', 1, stop.signal)).refused(1_000)
    const left = pacer.waitForTurn('m', 1, stop.signal)
    const next = pacer.waitForTurn('m', 1, new AbortController().signal)
    stop.abort(new Error('cancelled'))
    await expect(left).rejects.toThrow('cancelled')
    await vi.advanceTimersByTimeAsync(1_100)
    await expect(next).resolves.toBeDefined()
  })
})
