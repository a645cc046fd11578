import { deleteReport, reportEvents } from '#contract/analysis/analysis.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { isFinal } from '#src/platform/runs/run-status.tsx'
import { usePaidRun, type PaidRunTool } from '#src/platform/runs/use-paid-run.ts'
import { linkToAddress, linkToFinder } from './analysis-link.ts'
import { openReport, startReport, type AnalysisOrder, type ReportView } from './report-job.ts'

const REPORTS: PaidRunTool<AnalysisOrder, ReportView> = {
  idleView: { phase: 'form' },
  toStartingView: () => ({ phase: 'starting' }),
  toRefusedView: () => ({ phase: 'form' }),
  toLoadingView: (reportId) => ({ phase: 'loading', reportId, isLost: false }),
  toUnreadView: (reportId, reason) => ({ phase: 'unread', reportId, reason }),
  toWaitingWork: (order) =>
    order.kind === 'CA_ANALYSIS'
      ? { path: linkToAddress(order.address), title: 'CA Analysis', points: 1 }
      : { path: linkToFinder(order.addresses), title: 'Wallet Finder', points: 1 },
  start: startReport,
  watch: async (reportId, { signal, setView, onConnection }) => {
    const first = await openReport(reportId, signal)
    setView(first)
    if (first.phase !== 'running') return
    const events = api.stream(reportEvents, {
      params: { id: reportId },
      signal,
      isLast: ({ status }) => isFinal(status),
      onConnection,
    })
    for await (const event of events) {
      if (event.type !== 'progress') break
      setView((before) =>
        before.phase === 'running' ? { ...before, progress: event.progress } : before,
      )
    }
    setView(await openReport(reportId, signal))
  },
  remove: (id) => api.call(deleteReport, { params: { id } }),
  queryKeys: ['reports', 'balance', 'consumption-history'],
  cancelFailure: 'We couldn’t cancel the analysis. Try again.',
  removeFailure: 'We couldn’t remove the report. Try again.',
}

export const useReport = () => usePaidRun(REPORTS)
