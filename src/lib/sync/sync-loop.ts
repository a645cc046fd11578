import { HttpError, SessionLostError } from '#src/lib/api/api-error.ts'

const RETRY_DELAY_MS = 30_000

type SyncLoopOptions = {
  /** Reads changes of other browsers, and sends those of this one. */
  merge: () => Promise<void>
  /** Sends changes of this browser, if there are any. */
  send: () => Promise<void>
  onFailure: (error: unknown) => void
  /** While it returns false, the loop starts nothing by itself. */
  isOn: () => boolean
  /** Combines the changes of a moment into one call. */
  sendDelayMs: number
}

/** Returns false for a refusal, which a retry would not change. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof SessionLostError) &&
  !(error instanceof HttpError && error.status < 500 && error.status !== 429)

/** Syncs data of this browser with the account: one exchange at a time, with retries. */
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
      // A hidden tab also sees the changes of the visible one, which sends them.
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
    /** Aborted when the user changes. Later responses are dropped. */
    ended: ending.signal,
    end: () => ending.abort(),
    enqueue,
    merge: () => run(merge),
    follow,
  }
}
