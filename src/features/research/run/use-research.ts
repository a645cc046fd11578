import { deleteResearch, getResearch, researchEvents } from '#contract/research/research.ts'
import { linkToRequest, type ResearchRequest } from '#src/features/research/research-link.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { isFinal } from '#src/platform/runs/run-status.tsx'
import { usePaidRun, type PaidRunTool } from '#src/platform/runs/use-paid-run.ts'
import {
  beginResearch,
  toView,
  withEvent,
  type ResearchView,
  type Running,
} from './research-job.ts'

const whileRunning = (change: (running: Running) => Running) => (view: ResearchView) =>
  view.phase === 'running' ? change(view) : view

const RESEARCHES: PaidRunTool<ResearchRequest, ResearchView> = {
  idleView: { phase: 'ask', request: null },
  toStartingView: (request) => ({ phase: 'starting', request }),
  toRefusedView: (request) => ({ phase: 'ask', request }),
  toLoadingView: (researchId) => ({ phase: 'loading', researchId, isLost: false }),
  toUnreadView: (researchId, reason) => ({ phase: 'unread', researchId, reason }),
  toWaitingWork: (request) => ({ path: linkToRequest(request), title: 'Research', points: 1 }),
  start: beginResearch,
  watch: async (researchId, { signal, setView, onConnection }) => {
    const request = { params: { id: researchId }, signal }
    const read = () => api.callForData(getResearch, request)
    const first = toView(await read())
    setView(first)
    if (first.phase !== 'running') return
    const events = api.stream(researchEvents, {
      ...request,
      isLast: ({ status }) => isFinal(status),
      onConnection,
    })
    for await (const event of events) {
      if (event.type === 'stage' || event.type === 'source') {
        setView(whileRunning((running) => withEvent(running, event)))
      } else if (event.type === 'digest') {
        const { digest } = await read()
        setView(whileRunning((running) => ({ ...withEvent(running, event), digest })))
      }
    }
    setView(toView(await read()))
  },
  remove: (id) => api.call(deleteResearch, { params: { id } }),
  queryKeys: ['researches', 'research-topics', 'balance', 'consumption-history'],
  cancelFailure: 'We couldn’t cancel the research. Try again.',
  removeFailure: 'We couldn’t delete the research. Try again.',
}

export const useResearch = () => {
  const { start: order, ...run } = usePaidRun(RESEARCHES)
  const start = async (request: ResearchRequest) => {
    const researchId = await order(request)
    if (researchId !== null) await run.open(researchId)
  }
  return { ...run, start }
}
