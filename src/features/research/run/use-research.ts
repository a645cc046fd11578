import { linkToRequest, type ResearchRequest } from '#src/features/research/research-link.ts'
import { usePaidRun, type PaidRunTool } from '#src/platform/runs/use-paid-run.ts'
import {
  beginResearch,
  follow,
  readResearch,
  removeResearch,
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
    const first = toView(await readResearch(researchId, signal))
    setView(first)
    if (first.phase !== 'running') return
    for await (const event of follow(researchId, signal, onConnection)) {
      if (event.type === 'stage' || event.type === 'source') {
        setView(whileRunning((running) => withEvent(running, event)))
      } else if (event.type === 'digest') {
        const { digest } = await readResearch(researchId, signal)
        setView(whileRunning((running) => ({ ...withEvent(running, event), digest })))
      }
    }
    setView(toView(await readResearch(researchId, signal)))
  },
  remove: removeResearch,
  queryKeys: ['researches', 'research-topics', 'balance', 'consumption-history'],
  cancelFailure: 'We couldn’t cancel the research. Try again.',
}

/** One window's research: started, followed live, cancelled, reopened. */
export const useResearch = () => {
  const { start: order, ...run } = usePaidRun(RESEARCHES)
  const start = async (request: ResearchRequest) => {
    const researchId = await order(request)
    if (researchId !== null) await run.open(researchId)
  }
  return { ...run, start }
}
