import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { HttpError, isAbort, isTemporary, retryTimeOf } from '#src/lib/api/api-error.ts'
import { untilReached } from '#src/lib/api/until-reached.ts'
import { randomId } from '#src/lib/random-id.ts'
import { askForTopUp, type WaitingWork } from '#src/platform/top-up/top-up-store.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'
import {
  begin,
  follow,
  readResearch,
  removeResearch,
  toView,
  withEvent,
  type ResearchView,
  type Running,
} from './research-job.ts'
import { linkToRequest, type ResearchRequest } from '#src/features/research/research-link.ts'

type StartProblem = {
  readonly message: string
  readonly retryAtMs: number | null
  /** What the balance does not cover; it waits until that has changed. */
  readonly waiting?: WaitingWork
}

const toProblem = (error: unknown): StartProblem => ({
  message: error instanceof Error ? error.message : String(error),
  retryAtMs: retryTimeOf(error),
})

const toStartProblem = (error: unknown, request: ResearchRequest): StartProblem => {
  const isShort = error instanceof HttpError && error.code === 'INSUFFICIENT_BALANCE'
  if (!isShort) return toProblem(error)
  return {
    ...toProblem(error),
    waiting: { path: linkToRequest(request), title: 'Research', points: 1 },
  }
}

const whileRunning = (change: (running: Running) => Running) => (view: ResearchView) =>
  view.phase === 'running' ? change(view) : view

/** A refusal is an answer; a server that is away, or that failed, may have taken the order all the same. */
const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError && error.status < 500 && !isTemporary(error)

const withLost = (isLost: boolean) => (view: ResearchView) =>
  view.phase === 'running' || view.phase === 'loading' ? { ...view, isLost } : view

const NOTHING_ASKED: ResearchView = { phase: 'ask', request: null }

/** One window's research: started, followed live, cancelled, reopened. */
export const useResearch = () => {
  const [view, setView] = useState<ResearchView>(NOTHING_ASKED)
  const [problem, setProblem] = useState<StartProblem | null>(null)
  const following = useRef<AbortController | null>(null)
  const wish = useRef<{ link: string; key: string } | null>(null)
  const queries = useQueryClient()

  const refresh = useCallback(() => {
    for (const key of ['researches', 'research-topics', 'balance', 'consumption-history']) {
      void queries.invalidateQueries({ queryKey: [key] })
    }
  }, [queries])

  const stop = useCallback(() => {
    following.current?.abort()
    following.current = null
  }, [])
  useEffect(() => stop, [stop])

  const watch = useCallback(async (researchId: string, signal: AbortSignal) => {
    const first = toView(await readResearch(researchId, signal))
    setView(first)
    if (first.phase !== 'running') return
    const hearConnection = (isConnected: boolean) => setView(withLost(!isConnected))
    for await (const event of follow(researchId, signal, hearConnection)) {
      if (event.type === 'stage' || event.type === 'source') {
        setView(whileRunning((running) => withEvent(running, event)))
      } else if (event.type === 'digest') {
        const { digest } = await readResearch(researchId, signal)
        setView(whileRunning((running) => ({ ...withEvent(running, event), digest })))
      }
    }
    setView(toView(await readResearch(researchId, signal)))
  }, [])

  const open = useCallback(
    async (researchId: string) => {
      stop()
      const controller = new AbortController()
      following.current = controller
      const { signal } = controller
      setProblem(null)
      setView({ phase: 'loading', researchId, isLost: false })
      try {
        await untilReached(() => watch(researchId, signal), {
          signal,
          onLost: () => setView(withLost(true)),
        })
        // It may have ended while the page was disconnected.
        refresh()
      } catch (error) {
        if (isAbort(error) || signal.aborted) return
        setView({ phase: 'unread', researchId, reason: toProblem(error).message })
      }
    },
    [refresh, stop, watch],
  )

  const start = useCallback(
    async (request: ResearchRequest) => {
      stop()
      setProblem(null)
      const link = linkToRequest(request)
      if (wish.current?.link !== link) wish.current = { link, key: randomId() }
      const { key } = wish.current
      setView({ phase: 'starting', request })
      try {
        const researchId = await begin(request, key)
        wish.current = null
        refresh()
        await open(researchId)
      } catch (error) {
        if (isRefusal(error)) wish.current = null
        const found = toStartProblem(error, request)
        setProblem(found)
        setView({ phase: 'ask', request })
        if (found.waiting !== undefined) askForTopUp(found.waiting)
      }
    },
    [open, refresh, stop],
  )

  const cancel = useCallback(async () => {
    if (view.phase !== 'running') return
    setView({ ...view, isCancelling: true })
    try {
      await removeResearch(view.researchId)
    } catch (error) {
      showToast({
        title: 'We couldn’t cancel the research. Try again.',
        description: toProblem(error).message,
        tone: 'destructive',
      })
      setView(whileRunning((running) => ({ ...running, isCancelling: false })))
    }
  }, [view])

  const reset = useCallback(() => {
    stop()
    setProblem(null)
    setView(NOTHING_ASKED)
  }, [stop])

  return { view, problem, start, open, cancel, reset, refresh }
}
