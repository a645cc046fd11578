import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { reportCsv, reportJson } from '#contract/analysis/analysis.ts'
import { saveFile } from '#src/lib/save-file.ts'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { configStore } from '#src/platform/config/config-store.ts'
import { ShortBalance } from '#src/platform/top-up/short-balance.tsx'
import { useStartedWork } from '#src/platform/top-up/use-started-work.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Opening, OpeningFailure } from '#src/ui/feedback/opening.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { AnalysisForm } from './analysis-form.tsx'
import { readAnalysisLink } from './analysis-link.ts'
import { AnalysisProgressPanel } from './analysis-progress.tsx'
import { ReportHistory } from './report-history.tsx'
import type { ReportView as ReportState } from './report-job.ts'
import { ReportView } from './report-view.tsx'
import { useReport } from './use-report.ts'

const download = async (reportId: string, format: 'csv' | 'json'): Promise<void> => {
  const endpoint = format === 'csv' ? reportCsv : reportJson
  const response = await api.open(endpoint, { params: { id: reportId } })
  saveFile(await response.blob(), `ca-report-${reportId}.${format}`)
}

/**
 * Paste a contract address, pay one POINT, read who traded it with skill. The query of its path may bring the address
 * or an earlier report.
 */
export const CaAnalysisWindow = ({ path }: Pick<AppBodyProps, 'path'>) => {
  const job = useReport()
  const { open, reset, start } = job
  const { contractAddress, reportId } = readAnalysisLink(path)
  const queries = useQueryClient()
  const network = useStore(configStore, (state) => state.config?.network ?? 'mainnet-beta')
  const demo = useStore(configStore, (state) => state.config?.demo?.contract_address ?? null)
  const { view } = job
  const [typed, setTyped] = useState<{ link: string | null; text: string } | null>(null)
  // A link followed while another report is shown leaves that one to the history.
  useEffect(() => {
    if (reportId !== null) void open(reportId)
    else if (contractAddress !== null) reset()
  }, [reportId, contractAddress, open, reset])
  useStartedWork(path, () => {
    if (contractAddress !== null) void start(contractAddress)
  })
  if (view.phase === 'running') {
    return (
      <AnalysisProgressPanel
        progress={view.progress}
        isCancelling={view.isCancelling}
        isLost={view.isLost}
        onCancel={() => void job.cancel()}
      />
    )
  }
  if (view.phase === 'loading') {
    return <Opening label="Opening the report" isLost={view.isLost} onBack={reset} />
  }
  if (view.phase === 'report') {
    return (
      <ReportView
        report={view.report}
        network={network}
        isDemo={demo !== null && view.report.mint === demo}
        onNew={() => {
          setTyped(null)
          reset()
        }}
        onExport={(format) => {
          download(view.reportId, format).catch(() =>
            showToast({ title: 'We couldn’t create the file. Try again.', tone: 'destructive' }),
          )
        }}
      />
    )
  }
  return (
    <div className="mx-auto grid h-full w-full max-w-3xl content-start gap-8 overflow-auto px-6 py-8 max-sm:px-4">
      <div>
        <h1 className="text-xl leading-7 font-semibold tracking-tight">
          Find this token’s smart wallets
        </h1>
        <p className="mt-1 text-ink-muted">
          See every trader ranked by on-chain profit, timing and consistency. Insiders, bots and
          linked wallets are filtered out, and we show why.
        </p>
      </div>
      <div className="grid gap-3">
        <AnalysisForm
          key={contractAddress}
          initialAddress={typed?.link === contractAddress ? typed.text : (contractAddress ?? '')}
          onType={(text) => setTyped({ link: contractAddress, text })}
          retryAtMs={job.problem?.retryAtMs ?? null}
          isBusy={view.phase === 'starting'}
          problem={job.problem?.waiting === undefined ? (job.problem?.message ?? null) : null}
          demoAddress={demo}
          onStart={(address) => void job.start(address)}
        />
        {job.problem?.waiting !== undefined && (
          <ShortBalance
            waiting={job.problem.waiting}
            noun="query"
            onStart={() => {
              const { contractAddress: waitingFor } = readAnalysisLink(
                job.problem?.waiting?.path ?? '',
              )
              if (waitingFor !== null) void job.start(waitingFor)
            }}
          />
        )}
        {view.phase === 'unread' && (
          <OpeningFailure
            title="We couldn’t open this report"
            reason={view.reason}
            onRetry={() => void open(view.reportId)}
          />
        )}
        {view.phase === 'ended' && <Ended view={view} onRetry={(mint) => void job.start(mint)} />}
      </div>
      <ReportHistory
        onOpen={(id) => void job.open(id)}
        onRemove={(id) => {
          job.remove(id).catch(() => {
            showToast({ title: 'We couldn’t remove the report. Try again.', tone: 'destructive' })
            void queries.invalidateQueries({ queryKey: ['reports'] })
          })
        }}
      />
    </div>
  )
}

type EndedProps = {
  view: ReportState & { phase: 'ended' }
  onRetry: (contractAddress: string) => void
}

const Ended = ({ view, onRetry }: EndedProps) => {
  const mint = view.contractAddress
  const reason = (view.reason ?? '').replace(/\.$/, '')
  return (
    <Alert
      tone={view.status === 'failed' ? 'danger' : 'info'}
      title={view.status === 'failed' ? 'The analysis failed' : 'The analysis was cancelled'}
      {...(mint === null
        ? {}
        : {
            action: (
              <Button size="sm" onClick={() => onRetry(mint)}>
                Retry
              </Button>
            ),
          })}
    >
      {reason === '' ? '' : `${reason}. `}
      {view.isRefunded && !reason.includes('refunded') ? 'Your POINT was refunded.' : ''}
    </Alert>
  )
}
