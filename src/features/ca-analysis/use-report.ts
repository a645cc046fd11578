import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { HttpError, isAbort, isTemporary, retryTimeOf } from '#src/lib/api/api-error.ts'
import { untilReached } from '#src/lib/api/until-reached.ts'
import { randomId } from '#src/lib/random-id.ts'
import { askForTopUp, type WaitingWork } from '#src/platform/top-up/top-up-store.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { linkToAddress, linkToFinder } from './analysis-link.ts'
import {
  followReport,
  openReport,
  removeReport,
  startReport,
  type AnalysisOrder,
  type ReportView,
} from './report-job.ts'

export type StartProblem = {
  readonly message: string
  readonly retryAtMs: number | null
  /** What the balance does not cover; it waits until that has changed. */
  readonly waiting?: WaitingWork
}

const toProblem = (error: unknown): StartProblem => ({
  message: error instanceof Error ? error.message : String(error),
  retryAtMs: retryTimeOf(error),
})

const linkToOrder = (order: AnalysisOrder): string =>
  order.kind === 'CA_ANALYSIS' ? linkToAddress(order.address) : linkToFinder(order.addresses)

const toStartProblem = (error: unknown, order: AnalysisOrder): StartProblem => {
  const isShort = error instanceof HttpError && error.code === 'INSUFFICIENT_BALANCE'
  if (!isShort) return toProblem(error)
  const title = order.kind === 'CA_ANALYSIS' ? 'CA Analysis' : 'Wallet Finder'
  return { ...toProblem(error), waiting: { path: linkToOrder(order), title, points: 1 } }
}

/** A refusal is an answer; a server that is away, or that failed, may have taken the order all the same. */
const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError && error.status < 500 && !isTemporary(error)

const withLost = (isLost: boolean) => (view: ReportView) =>
  view.phase === 'running' || view.phase === 'loading' ? { ...view, isLost } : view

/** One window's report: started, followed live, cancelled, reopened. */
export const useReport = () => {
  const [view, setView] = useState<ReportView>({ phase: 'form' })
  const [problem, setProblem] = useState<StartProblem | null>(null)
  const following = useRef<AbortController | null>(null)
  const shown = useRef<string | null>(null)
  const asked = useRef<{ order: string; key: string } | null>(null)
  const queries = useQueryClient()

  const refresh = useCallback(() => {
    void queries.invalidateQueries({ queryKey: ['reports'] })
    void queries.invalidateQueries({ queryKey: ['balance'] })
    void queries.invalidateQueries({ queryKey: ['consumption-history'] })
  }, [queries])

  const stop = useCallback(() => {
    following.current?.abort()
    following.current = null
    shown.current = null
  }, [])
  useEffect(() => stop, [stop])

  const watch = useCallback(async (reportId: string, signal: AbortSignal) => {
    const first = await openReport(reportId, signal)
    setView(first)
    if (first.phase !== 'running') return
    const hearConnection = (isConnected: boolean) => setView(withLost(!isConnected))
    for await (const event of followReport(reportId, signal, hearConnection)) {
      if (event.type !== 'progress') break
      setView((before) =>
        before.phase === 'running' ? { ...before, progress: event.progress } : before,
      )
    }
    setView(await openReport(reportId, signal))
  }, [])

  const open = useCallback(
    async (reportId: string) => {
      stop()
      const controller = new AbortController()
      following.current = controller
      shown.current = reportId
      const { signal } = controller
      setProblem(null)
      setView({ phase: 'loading', reportId, isLost: false })
      try {
        await untilReached(() => watch(reportId, signal), {
          signal,
          onLost: () => setView(withLost(true)),
        })
        // It may have ended while the page was disconnected.
        refresh()
      } catch (error) {
        if (isAbort(error) || signal.aborted) return
        setView({ phase: 'unread', reportId, reason: toProblem(error).message })
      }
    },
    [refresh, stop, watch],
  )

  /** Returns the id of the started report, which is to be opened; null when it did not start. */
  const start = useCallback(
    async (order: AnalysisOrder): Promise<string | null> => {
      stop()
      setProblem(null)
      setView({ phase: 'starting' })
      const name = JSON.stringify(order)
      try {
        if (asked.current?.order !== name) asked.current = { order: name, key: randomId() }
        const reportId = await startReport(order, asked.current.key)
        asked.current = null
        refresh()
        return reportId
      } catch (error) {
        if (isRefusal(error)) asked.current = null
        const found = toStartProblem(error, order)
        setProblem(found)
        setView({ phase: 'form' })
        if (found.waiting !== undefined) askForTopUp(found.waiting)
        return null
      }
    },
    [refresh, stop],
  )

  /** Opens the report that a link names, unless it is shown already. */
  const follow = useCallback(
    async (reportId: string) => {
      if (shown.current !== reportId) await open(reportId)
    },
    [open],
  )

  const cancel = useCallback(async () => {
    if (view.phase !== 'running') return
    setView({ ...view, isCancelling: true })
    try {
      await removeReport(view.reportId)
    } catch (error) {
      showToast({
        title: 'We couldn’t cancel the analysis. Try again.',
        description: toProblem(error).message,
        tone: 'destructive',
      })
      setView((before) =>
        before.phase === 'running' ? { ...before, isCancelling: false } : before,
      )
    }
  }, [view])

  const remove = useCallback(
    async (reportId: string) => {
      await removeReport(reportId)
      refresh()
    },
    [refresh],
  )

  const reset = useCallback(() => {
    stop()
    setProblem(null)
    setView({ phase: 'form' })
  }, [stop])

  return { view, problem, start, open, follow, cancel, remove, reset }
}
