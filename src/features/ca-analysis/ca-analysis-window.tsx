import { useEffect } from 'react'
import { reportCsv, reportJson } from '#contract/analysis/report-parts.ts'
import { saveFile } from '#src/lib/save-file.ts'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { useStartedWork } from '#src/platform/top-up/top-up-store.ts'
import { Opening } from '#src/ui/feedback/opening.tsx'
import { showFailure } from '#src/ui/toast/toast-store.ts'
import {
  isAnalysisStep,
  linkToMode,
  linkToReport,
  readAnalysisLink,
  type AnalysisLink,
  type AnalysisMode,
} from './analysis-link.ts'
import { FinderView } from './finder/finder-view.tsx'
import type { AnalysisOrder, ReportView as ReportState } from './report-job.ts'
import { ReportView } from './report/report-view.tsx'
import { AnalysisProgressPanel } from './start/analysis-progress.tsx'
import { useDraft, type Draft } from './start/draft.ts'
import { toAnalysisOrder } from './start/analysis-order.ts'
import { StartScreen } from './start/start-screen.tsx'
import { useDemoTokens, type DemoToken } from './token/demo-tokens.ts'
import { nameFinderFile, nameReportFile } from './report-file.ts'
import { useReport } from './use-report.ts'
import { useWatching } from './watched/watched-wallets.ts'
import { useRestoredFocus } from '#src/platform/windows/use-restored-focus.ts'
import { useWindowPath } from '#src/platform/windows/use-window-path.ts'

const download = async (reportId: string, format: 'csv' | 'json', name: string): Promise<void> => {
  const endpoint = format === 'csv' ? reportCsv : reportJson
  try {
    const response = await api.open(endpoint, { params: { id: reportId } })
    saveFile(await response.blob(), `${name}.${format}`)
  } catch {
    showFailure('We couldn’t create the file. Try again.')
  }
}

/** Opens the report that the link names. A link without one closes the report. */
const useLinkedReport = ({ mode, addresses, reportId }: AnalysisLink) => {
  const job = useReport()
  const { follow, reset } = job
  const linked = addresses.join(',')
  useEffect(() => {
    if (reportId !== null) void follow(reportId)
    else reset()
  }, [reportId, mode, linked, follow, reset])
  return job
}

/**
 * Two tools in one window: who traded a token with skill, and who did so in several. The path names the tool, the
 * addresses that it starts with, or a report with its tab and wallet.
 */
export const CaAnalysisWindow = ({ windowId, path: given }: AppBodyProps) => {
  const [path, setPath] = useWindowPath(windowId, given)
  const go = (next: string) => setPath(next, { isStep: isAnalysisStep(path, next) })
  const link = readAnalysisLink(path)
  const job = useLinkedReport(link)
  const { view } = job
  useRestoredFocus(windowId, view.phase)
  const demoTokens = useDemoTokens()
  const linked = link.addresses.join(',')
  const [draft, setDraft] = useDraft(windowId)
  const shownDraft = draft.linked === linked || linked === '' ? draft : toDraft(link)
  const start = async (order: AnalysisOrder) => {
    const started = await job.start(order)
    if (started !== null) go(linkToReport(started))
  }
  useStartedWork(path, () => {
    const order = toAnalysisOrder(link)
    if (order !== null) void start(order)
  })
  const leave = (to: AnalysisMode) => () => go(linkToMode(to))
  if (view.phase === 'running') {
    const isFinder = view.order.kind === 'WALLET_FINDER'
    return (
      <AnalysisProgressPanel
        title={isFinder ? 'Comparing the tokens' : 'Analyzing the token'}
        progress={view.progress}
        isCancelling={view.isCancelling}
        isLost={view.isLost}
        onCancel={() => void job.cancel()}
      />
    )
  }
  if (view.phase === 'loading') {
    return <Opening label="Opening the report" isLost={view.isLost} onBack={leave('analysis')} />
  }
  if (view.phase === 'report') {
    return (
      <OwnReport
        key={view.reportId}
        view={view}
        link={link}
        demoTokens={demoTokens}
        onGo={go}
        onNew={leave('analysis')}
        onRerun={() => void start({ kind: 'CA_ANALYSIS', address: view.report.mint })}
      />
    )
  }
  if (view.phase === 'found') {
    return <OwnFinder view={view} onNew={leave('finder')} />
  }
  return (
    <StartScreen
      key={link.mode}
      link={link}
      draft={shownDraft}
      onDraft={(change) => setDraft({ ...shownDraft, ...change })}
      job={job}
      demoTokens={demoTokens}
      onGo={go}
      onStart={(order) => void start(order)}
    />
  )
}

type OwnFinderProps = {
  view: ReportState & { phase: 'found' }
  onNew: () => void
}

const OwnFinder = ({ view: { report, reportId }, onNew }: OwnFinderProps) => {
  const watching = useWatching()
  return (
    <FinderView
      report={report}
      actions={{
        reportId,
        onNew,
        onExport: (format) => void download(reportId, format, nameFinderFile(report)),
        watching,
      }}
    />
  )
}

type OwnReportProps = {
  view: ReportState & { phase: 'report' }
  link: AnalysisLink
  demoTokens: readonly DemoToken[]
  onGo: (path: string) => void
  onNew: () => void
  onRerun: () => void
}

const OwnReport = ({ view, link, demoTokens, onGo, onNew, onRerun }: OwnReportProps) => {
  const { report, reportId } = view
  const watching = useWatching()
  return (
    <ReportView
      reportId={reportId}
      report={report}
      tab={link.tab}
      wallet={link.wallet}
      isDemo={demoTokens.some(({ contract_address: mint }) => mint === report.mint)}
      onGo={onGo}
      actions={{
        onNew,
        onRerun,
        onExport: (format) => void download(reportId, format, nameReportFile(report)),
        watching,
      }}
    />
  )
}

const toDraft = ({ mode, addresses }: AnalysisLink): Draft => ({
  linked: addresses.join(','),
  text: mode === 'analysis' ? (addresses[0] ?? '') : '',
  tokens: mode === 'finder' ? addresses : [],
})
