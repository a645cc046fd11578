import { CallRate } from './call-rate.ts'

/** Calls that may be sent at once after a pause, in seconds of the current rate. */
const BURST_S = 0.1
/** The rate can rise while senders wait, so they check again after this. */
const LOOK_AGAIN_MS = 50
/** A sender that never reports back holds up a recovering node no longer than this. */
const PROBE_MS = 10_000

/** Permission to send calls. The sender reports exactly one outcome. */
export type Permit = {
  accepted: () => void
  /** The node refused because of too many calls. */
  refused: (retryAfterMs?: number) => void
  /** The outcome says nothing about the rate, for example a timeout. */
  unknown: () => void
}

type Waiter = { calls: number; resolve: (permit: Permit) => void; isGone: boolean }

/**
 * Paces the bulk calls to one node, each method apart, because nodes limit methods apart. All users of the node share
 * one pacer. Senders are served in the order of their calls.
 */
export function createRpcPacer() {
  const lanes = new Map<string, ReturnType<typeof createLane>>()
  const findLane = (method: string) => {
    let lane = lanes.get(method)
    if (!lane) lanes.set(method, (lane = createLane()))
    return lane
  }
  return {
    /** Resolves when `calls` calls of the method may be sent. Throws the signal's reason. */
    waitForTurn: (method: string, calls: number, signal: AbortSignal): Promise<Permit> =>
      findLane(method).waitForTurn(calls, signal),
    readRate: (method: string): number => findLane(method).readRate(),
  }
}

const nowS = (): number => performance.now() / 1000
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Does not keep the process alive. */
const timeout = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms).unref())

function createLane() {
  const rate = new CallRate()
  const waiters: Waiter[] = []
  /** Negative after a batch, until the rate has made up for it. */
  let credit = 0
  let filledAt = 0
  let lastRefusal = 0
  let probe: Promise<void> | null = null
  let isPumping = false

  function permitFor(calls: number, done: () => void): Permit {
    const sentAt = nowS()
    return {
      accepted: () => {
        rate.noteAccepted(calls, nowS())
        done()
      },
      refused: (retryAfterMs) => {
        // Calls that were on their way together are refused together, which counts once.
        if (sentAt >= lastRefusal) {
          lastRefusal = nowS()
          rate.noteRefused(lastRefusal, retryAfterMs)
        }
        done()
      },
      unknown: done,
    }
  }

  async function pump(): Promise<void> {
    isPumping = true
    try {
      for (;;) {
        while (waiters[0]?.isGone === true) waiters.shift()
        const waiter = waiters[0]
        if (!waiter) return
        if (probe) {
          await probe
          probe = null
          continue
        }
        const now = nowS()
        const perSecond = rate.getRate(now)
        credit = Math.min(BURST_S * perSecond, credit + perSecond * (now - filledAt))
        filledAt = now
        const waitS = Math.max((rate.blockedUntil ?? 0) - now, -credit / perSecond)
        if (waitS > 0) {
          await sleep(Math.min(Math.ceil(waitS * 1000), LOOK_AGAIN_MS))
          continue
        }
        waiters.shift()
        credit -= waiter.calls
        let done = (): void => undefined
        if (rate.blockedUntil !== null) {
          // One request probes whether the node accepts calls again.
          const answered = new Promise<void>((resolve) => (done = resolve))
          probe = Promise.race([answered, timeout(PROBE_MS)])
        }
        waiter.resolve(permitFor(waiter.calls, done))
      }
    } finally {
      isPumping = false
    }
  }

  return {
    readRate: () => rate.getRate(nowS()),
    waitForTurn(calls: number, signal: AbortSignal): Promise<Permit> {
      signal.throwIfAborted()
      return new Promise((resolve, reject) => {
        waiters.push(createWaiter(calls, signal, { resolve, reject }))
        if (!isPumping) void pump()
      })
    },
  }
}

/** Creates a waiter that leaves its place when the signal is aborted. */
function createWaiter(
  calls: number,
  signal: AbortSignal,
  { resolve, reject }: { resolve: (permit: Permit) => void; reject: (reason: Error) => void },
): Waiter {
  const waiter: Waiter = {
    calls,
    isGone: false,
    resolve: (permit) => {
      signal.removeEventListener('abort', leave)
      resolve(permit)
    },
  }
  const leave = (): void => {
    waiter.isGone = true
    reject(signal.reason as Error)
  }
  signal.addEventListener('abort', leave, { once: true })
  return waiter
}
