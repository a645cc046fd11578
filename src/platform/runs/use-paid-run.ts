import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { HttpError, isAbort, isTemporary, getRetryTime } from '#src/lib/api/api-error.ts'
import { retryUntilReached } from '#src/lib/api/retry-until-reached.ts'
import { createRandomId } from '#src/lib/random-id.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { askForTopUp, type WaitingWork } from '#src/platform/top-up/top-up-store.ts'
import { showFailure } from '#src/ui/toast/toast-store.ts'

/** A run as its window shows it. A view that can lose its connection has `isLost`, a running one has `isCancelling`. */
type RunView = { readonly phase: string }

type Watch<View> = {
  readonly signal: AbortSignal
  readonly setView: Dispatch<SetStateAction<View>>
  readonly onConnection: (isConnected: boolean) => void
}

/** The calls and views of one paid tool. Must be a constant. */
export type PaidRunTool<Order, View extends RunView> = {
  /** Shown while there is no run. */
  readonly idleView: View
  readonly toStartingView: (order: Order) => View
  /** Shown after an order that did not start. */
  readonly toRefusedView: (order: Order) => View
  readonly toLoadingView: (runId: string) => View
  readonly toUnreadView: (runId: string, reason: string) => View
  /** Orders with the same path are the same order. */
  readonly toWaitingWork: (order: Order) => WaitingWork
  /** Starts a run. Returns its id. */
  readonly start: (order: Order, idempotencyKey: string) => Promise<string>
  /** Shows a run and its progress. Resolves when the run is finished. */
  readonly watch: (runId: string, watch: Watch<View>) => Promise<void>
  /** Cancels a run that is not finished; removes a finished one from the history. */
  readonly remove: (runId: string) => Promise<unknown>
  /** Queries that a started or finished run changes. */
  readonly queryKeys: readonly string[]
  /** Titles of the toasts after a failed cancel and a failed removal. */
  readonly cancelFailure: string
  readonly removeFailure: string
}

export type StartProblem = {
  readonly message: string
  /** Unix milliseconds from which a retry makes sense; null if the server named none. */
  readonly retryAtMs: number | null
  /** The work that the balance does not cover. It starts when the balance does. */
  readonly waiting?: WaitingWork
}

const toStartProblem = (error: unknown, waiting: WaitingWork): StartProblem => {
  const isShort = error instanceof HttpError && error.code === 'INSUFFICIENT_BALANCE'
  return {
    message: getErrorMessage(error),
    retryAtMs: getRetryTime(error),
    ...(isShort ? { waiting } : {}),
  }
}

/** True if the server refused the order. Without an answer, or after a failure, it may still have accepted it. */
const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError && error.status < 500 && !isTemporary(error)

const withLost =
  (isLost: boolean) =>
  <View extends RunView>(view: View): View =>
    'isLost' in view ? { ...view, isLost } : view

const withCancelling =
  (isCancelling: boolean) =>
  <View extends RunView>(view: View): View =>
    'isCancelling' in view ? { ...view, isCancelling } : view

const useRefresh = (queryKeys: readonly string[]) => {
  const queries = useQueryClient()
  return useCallback(() => {
    for (const key of queryKeys) void queries.invalidateQueries({ queryKey: [key] })
  }, [queries, queryKeys])
}

/** Follows one run at a time until it is stopped, another is opened or the window closes. */
const useFollowedRun = <Order, View extends RunView>(
  { idleView, toLoadingView, toUnreadView, watch }: PaidRunTool<Order, View>,
  refresh: () => void,
) => {
  const [view, setView] = useState<View>(idleView)
  const followed = useRef<{ runId: string; controller: AbortController } | null>(null)

  const stop = useCallback(() => {
    followed.current?.controller.abort()
    followed.current = null
  }, [])
  useEffect(() => stop, [stop])

  const open = useCallback(
    async (runId: string) => {
      stop()
      const controller = new AbortController()
      followed.current = { runId, controller }
      const { signal } = controller
      const onConnection = (isConnected: boolean) => setView(withLost(!isConnected))
      setView(toLoadingView(runId))
      try {
        await retryUntilReached(() => watch(runId, { signal, setView, onConnection }), {
          signal,
          onLost: () => onConnection(false),
        })
        // It may have ended while the page was disconnected.
        refresh()
      } catch (error) {
        if (isAbort(error) || signal.aborted) return
        setView(toUnreadView(runId, getErrorMessage(error)))
      }
    },
    [refresh, stop, toLoadingView, toUnreadView, watch],
  )
  return { view, setView, followed, open, stop }
}

/** Starts, follows, cancels and reopens a window's run of a paid tool. */
export const usePaidRun = <Order, View extends RunView>(tool: PaidRunTool<Order, View>) => {
  const refresh = useRefresh(tool.queryKeys)
  const { view, setView, followed, open: openRun, stop } = useFollowedRun(tool, refresh)
  const [problem, setProblem] = useState<StartProblem | null>(null)
  const attempt = useRef<{ path: string; key: string } | null>(null)

  const open = useCallback(
    async (runId: string) => {
      setProblem(null)
      await openRun(runId)
    },
    [openRun],
  )

  /** Opens the run that a link names, unless it is shown already. */
  const follow = useCallback(
    async (runId: string) => {
      if (followed.current?.runId !== runId) await open(runId)
    },
    [followed, open],
  )

  /** Starts a run. Returns its id, for the caller to open it; null when it did not start. */
  const start = useCallback(
    async (order: Order): Promise<string | null> => {
      stop()
      setProblem(null)
      setView(tool.toStartingView(order))
      const work = tool.toWaitingWork(order)
      if (attempt.current?.path !== work.path)
        attempt.current = { path: work.path, key: createRandomId() }
      try {
        const runId = await tool.start(order, attempt.current.key)
        attempt.current = null
        refresh()
        return runId
      } catch (error) {
        if (isRefusal(error)) attempt.current = null
        const startProblem = toStartProblem(error, work)
        setProblem(startProblem)
        setView(tool.toRefusedView(order))
        if (startProblem.waiting !== undefined) askForTopUp(startProblem.waiting)
        return null
      }
    },
    [refresh, setView, stop, tool],
  )

  const cancel = async () => {
    if (view.phase !== 'running' || followed.current === null) return
    setView(withCancelling(true))
    try {
      await tool.remove(followed.current.runId)
    } catch (error) {
      showFailure(tool.cancelFailure, getErrorMessage(error))
      setView(withCancelling(false))
    }
  }

  const remove = async (runId: string) => {
    try {
      await tool.remove(runId)
    } catch {
      showFailure(tool.removeFailure)
    }
    refresh()
  }

  const reset = useCallback(() => {
    stop()
    setProblem(null)
    setView(tool.idleView)
  }, [setView, stop, tool])

  return { view, problem, start, open, follow, cancel, remove, reset }
}
