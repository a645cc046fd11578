import * as z from 'zod/mini'
import {
  getReport,
  startCaAnalysis,
  startWalletFinder,
  type AnalysisProgress,
} from '#contract/analysis/analysis.ts'
import { FinderPart } from '#contract/analysis/finder.ts'
import { ReportHead } from '#contract/analysis/report-parts.ts'
import { api } from '#src/platform/auth/page-session.ts'

export type AnalysisOrder =
  | { readonly kind: 'CA_ANALYSIS'; readonly address: string }
  | { readonly kind: 'WALLET_FINDER'; readonly addresses: readonly string[] }

type Running = {
  readonly phase: 'running'
  readonly reportId: string
  readonly order: AnalysisOrder
  /** null before the first progress event. */
  readonly progress: AnalysisProgress | null
  readonly isCancelling: boolean
  /** The server is unreachable. The analysis continues there. */
  readonly isLost: boolean
}

export type ReportView =
  | { readonly phase: 'form' }
  | { readonly phase: 'starting' }
  | Running
  | { readonly phase: 'loading'; readonly reportId: string; readonly isLost: boolean }
  /** `reason`: why the report could not be read. */
  | { readonly phase: 'unread'; readonly reportId: string; readonly reason: string }
  | {
      readonly phase: 'report'
      readonly reportId: string
      /** ISO time. */
      readonly madeAt: string
      readonly report: ReportHead
    }
  | { readonly phase: 'found'; readonly reportId: string; readonly report: FinderPart }
  | {
      readonly phase: 'ended'
      readonly status: 'failed' | 'cancelled'
      readonly reportId: string
      readonly order: AnalysisOrder
      /** Why it failed; null for a cancelled one. */
      readonly reason: string | null
      readonly isRefunded: boolean
    }

/**
 * Starts and pays for a report. Returns its id.
 * @param idempotencyKey the same for each try, so that a lost answer is not paid for twice
 */
export const startReport = async (
  order: AnalysisOrder,
  idempotencyKey: string,
): Promise<string> => {
  const { report_id: reportId } =
    order.kind === 'CA_ANALYSIS'
      ? await api.callForData(startCaAnalysis, {
          body: { contract_address: order.address },
          idempotencyKey,
        })
      : await api.callForData(startWalletFinder, {
          body: { contract_addresses: [...order.addresses] },
          idempotencyKey,
        })
  return reportId
}

/** Returns the view of a stored report. Throws when it cannot be fetched or read. */
export const openReport = async (reportId: string, signal: AbortSignal): Promise<ReportView> => {
  const data = await api.callForData(getReport, { params: { id: reportId }, signal })
  const { kind, contract_address: address, contract_addresses: addresses } = data
  const order: AnalysisOrder =
    kind === 'CA_ANALYSIS' ? { kind, address: address ?? '' } : { kind, addresses }
  switch (data.status) {
    case 'queued':
    case 'running':
      return {
        phase: 'running',
        reportId,
        order,
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
        order,
        reason: data.failure,
        isRefunded: data.is_refunded,
      }
    case 'done':
      return kind === 'CA_ANALYSIS'
        ? {
            phase: 'report',
            reportId,
            madeAt: data.finished_at ?? data.created_at,
            report: parseBody(ReportHead, data),
          }
        : { phase: 'found', reportId, report: parseBody(FinderPart, data) }
  }
}

const parseBody = <Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
): z.output<Schema> => {
  const parsed = z.safeParse(schema, data)
  if (parsed.success) return parsed.data
  throw new Error('This version of the page can’t read the report.', { cause: parsed.error })
}
