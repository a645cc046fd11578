import { HttpError, SessionLostError } from '#src/lib/api/api-error.ts'

const RETRY_DELAY_MS = 30_000

type SyncLoopOptions = {
  /** Reads what other browsers changed, and sends what changed here. */
  merge: () => Promise<void>
  /** Sends what changed here, if anything did. */
  send: () => Promise<void>
  onFailure: (error: unknown) => void
  /** While it is false, the loop does nothing by itself. */
  isOn: () => boolean
  /** Combines the changes of a moment into one call. */
  sendDelayMs: number
}

/** Returns false for a refusal, which would be the same the next time. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof SessionLostError) &&
  !(error instanceof HttpError && error.status < 500 && error.status !== 429)

/** Exchanges what this browser keeps with the account: one exchange at a time, and again after a failure. */
export const createSyncLoop = ({ merge, send, onFailure, isOn, sendDelayMs }: SyncLoopOptions) => {
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<void> = Promise.resolve()

  /** Runs exchanges with the server one at a time, in order. */
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    const next = last.then(() => (ending.signal.aborted ? undefined : work()))
    last = next.catch(() => undefined)
    return next
  }

  const schedule = (delayMs: number, work: () => Promise<void>) => {
    timer ??= setTimeout(() => void run(work), delayMs)
  }

  /** Runs an exchange. A failure is reported, and retried unless the server refused it. */
  const run = (work: () => Promise<void>): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    return enqueue(async () => {
      try {
        await work()
      } catch (error) {
        if (ending.signal.aborted) return
        onFailure(error)
        if (mayPass(error)) schedule(RETRY_DELAY_MS, merge)
      }
    })
  }

  /** Sends the changes that `watch` reports, and reads those of others. Returns the function that stops it. */
  const follow = (watch: (onChange: () => void) => () => void): (() => void) => {
    const over = new AbortController()
    const { signal } = over
    const stopWatching = watch(() => {
      // A hidden tab also gets the changes of the visible one, which sends them.
      if (isOn() && document.visibilityState !== 'hidden') schedule(sendDelayMs, send)
    })
    const mergeIfOn = () => {
      if (isOn()) void run(merge)
    }
    const onVisible = () => {
      if (document.visibilityState !== 'hidden') mergeIfOn()
      else if (isOn()) void run(send)
    }
    document.addEventListener('visibilitychange', onVisible, { signal })
    window.addEventListener('online', mergeIfOn, { signal })
    signal.addEventListener('abort', () => {
      stopWatching()
      clearTimeout(timer)
    })
    return () => over.abort()
  }

  return {
    /** Aborted for another user: what arrives later is dropped. */
    ended: ending.signal,
    end: () => ending.abort(),
    enqueue,
    merge: () => run(merge),
    follow,
  }
}
