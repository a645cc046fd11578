import { CaReport } from '#contract/analysis/report.ts'
import {
  deleteReport,
  getReport,
  reportEvents,
  startCaAnalysis,
  type AnalysisEvent,
  type AnalysisProgress,
} from '#contract/analysis/analysis.ts'
import type { RunStatus } from '#contract/paid-run.ts'
import { api } from '#src/platform/auth/page-session.ts'

/** What the window shows of one report. */
export type ReportView =
  | { readonly phase: 'form' }
  | { readonly phase: 'starting'; readonly contractAddress: string }
  | {
      readonly phase: 'running'
      readonly reportId: string
      readonly progress: AnalysisProgress | null
      readonly isCancelling: boolean
      /** The server is away; the analysis goes on there. */
      readonly isLost: boolean
    }
  | { readonly phase: 'loading'; readonly reportId: string; readonly isLost: boolean }
  /** `reason`: why the report could not be read. */
  | { readonly phase: 'unread'; readonly reportId: string; readonly reason: string }
  | { readonly phase: 'report'; readonly reportId: string; readonly report: CaReport }
  | {
      readonly phase: 'ended'
      readonly status: 'failed' | 'cancelled'
      readonly reportId: string
      readonly contractAddress: string | null
      readonly reason: string | null
      readonly isRefunded: boolean
    }

/** @param idempotencyKey the same for each try, so that a lost answer is not paid for twice */
export const startReport = async (
  contractAddress: string,
  idempotencyKey: string,
): Promise<string> => {
  const { data } = await api.call(startCaAnalysis, {
    body: { contract_address: contractAddress },
    idempotencyKey,
    reportedBy: 'caller',
  })
  return data.report_id
}

const isFinal = (status: RunStatus): boolean => status !== 'queued' && status !== 'running'

/** Progress events until the report is finished; reconnects by itself until aborted. */
export const followReport = (
  reportId: string,
  signal: AbortSignal,
  onConnection: (isConnected: boolean) => void,
): AsyncGenerator<AnalysisEvent> =>
  api.stream(reportEvents, {
    params: { id: reportId },
    signal,
    isLast: (event) => isFinal(event.status),
    onConnection,
    reportedBy: 'caller',
  })

/** What a stored report is to be shown as. Throws when it cannot be fetched or read. */
export const openReport = async (reportId: string, signal: AbortSignal): Promise<ReportView> => {
  const { data } = await api.call(getReport, {
    params: { id: reportId },
    signal,
    reportedBy: 'caller',
  })
  switch (data.status) {
    case 'queued':
    case 'running':
      return {
        phase: 'running',
        reportId,
        progress: data.progress,
        isCancelling: false,
        isLost: false,
      }
    case 'failed':
    case 'cancelled':
      return {
        phase: 'ended',
        status: data.status,
        reportId,
        contractAddress: data.contract_address,
        reason: data.failure,
        isRefunded: data.is_refunded,
      }
    case 'done':
      return { phase: 'report', reportId, report: CaReport.parse(data.report) }
  }
}

/** Cancels a report that is not finished; takes a finished one out of the history. */
export const removeReport = async (reportId: string): Promise<void> => {
  await api.call(deleteReport, { params: { id: reportId }, reportedBy: 'caller' })
}
