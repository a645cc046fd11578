import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { reportCsv, reportJson } from '#contract/analysis/report-parts.ts'
import { saveFile } from '#src/lib/save-file.ts'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { configStore } from '#src/platform/config/config-store.ts'
import { ShortBalance } from '#src/platform/top-up/short-balance.tsx'
import { useStartedWork } from '#src/platform/top-up/top-up-store.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Opening, OpeningFailure } from '#src/ui/feedback/opening.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import {
  ANALYSIS_MODES,
  isAnalysisStep,
  linkToMode,
  linkToReport,
  linkToWallet,
  readAnalysisLink,
  type AnalysisLink,
  type AnalysisMode,
} from './analysis-link.ts'
import { FinderView } from './finder/finder-view.tsx'
import type { AnalysisOrder, ReportView as ReportState } from './report-job.ts'
import { ReportView } from './report/report-view.tsx'
import { AnalysisForm } from './start/analysis-form.tsx'
import { AnalysisProgressPanel } from './start/analysis-progress.tsx'
import { useDraft, type Draft } from './start/draft.ts'
import { FinderForm } from './start/finder-form.tsx'
import { ReportHistory } from './start/report-history.tsx'
import { useDemoTokens, type DemoToken } from './token/demo-tokens.ts'
import { nameFinderFile, nameReportFile } from './report-file.ts'
import { useReport } from './use-report.ts'
import { WalletView } from './watched/wallet-view.tsx'
import { WatchedView } from './watched/watched-view.tsx'
import { useWatching } from './watched/watched-wallets.ts'
import { useKeptFocus } from '#src/platform/windows/use-kept-focus.ts'
import { useWindowTitle } from '#src/platform/windows/window-title.ts'
import { useWindowPath } from '#src/platform/windows/use-window-path.ts'

const download = async (reportId: string, format: 'csv' | 'json', name: string): Promise<void> => {
  const endpoint = format === 'csv' ? reportCsv : reportJson
  try {
    const response = await api.open(endpoint, { params: { id: reportId } })
    saveFile(await response.blob(), `${name}.${format}`)
  } catch {
    showToast({ title: 'We couldn’t create the file. Try again.', tone: 'destructive' })
  }
}

const toOrder = ({ mode, addresses }: AnalysisLink): AnalysisOrder | null => {
  if (mode === 'finder') {
    return addresses.length < 2 ? null : { kind: 'WALLET_FINDER', addresses }
  }
  const [address] = addresses
  return address === undefined ? null : { kind: 'CA_ANALYSIS', address }
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
  useKeptFocus(windowId, view.phase)
  const network = useStore(configStore, (state) => state.config?.network ?? 'mainnet-beta')
  const demoTokens = useDemoTokens()
  const linked = link.addresses.join(',')
  const [draft, setDraft] = useDraft(windowId)
  const shownDraft = draft.linked === linked || linked === '' ? draft : toDraft(link)
  const start = async (order: AnalysisOrder) => {
    const started = await job.start(order)
    if (started !== null) go(linkToReport(started))
  }
  useStartedWork(path, () => {
    const order = toOrder(link)
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
        network={network}
        demoTokens={demoTokens}
        onGo={go}
        onNew={leave('analysis')}
        onRerun={() => void start({ kind: 'CA_ANALYSIS', address: view.report.mint })}
      />
    )
  }
  if (view.phase === 'found') {
    return (
      <FinderView
        report={view.report}
        network={network}
        onNew={leave('finder')}
        onExport={(format) => void download(view.reportId, format, nameFinderFile(view.report))}
      />
    )
  }
  return (
    <StartScreen
      key={link.mode}
      link={link}
      draft={shownDraft}
      onDraft={(change) => setDraft({ ...shownDraft, ...change })}
      job={job}
      demoTokens={demoTokens}
      network={network}
      onGo={go}
      onStart={(order) => void start(order)}
    />
  )
}

type OwnReportProps = {
  view: ReportState & { phase: 'report' }
  link: AnalysisLink
  network: string
  demoTokens: readonly DemoToken[]
  onGo: (path: string) => void
  onNew: () => void
  onRerun: () => void
}

const OwnReport = ({ view, link, network, demoTokens, onGo, onNew, onRerun }: OwnReportProps) => {
  const { report, reportId } = view
  const watching = useWatching()
  return (
    <ReportView
      reportId={reportId}
      report={report}
      tab={link.tab}
      wallet={link.wallet}
      network={network}
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

type StartScreenProps = {
  link: AnalysisLink
  draft: Draft
  onDraft: (change: Partial<Draft>) => void
  job: ReturnType<typeof useReport>
  demoTokens: readonly DemoToken[]
  onStart: (order: AnalysisOrder) => void
  network: string
  /** Changes the window's path. */
  onGo: (path: string) => void
}

const TITLES = {
  analysis: {
    tab: 'CA Analysis',
    title: 'Find this token’s smart wallets',
    text: 'See every trader ranked by on-chain profit, timing and consistency. Insiders, bots and linked wallets are filtered out, and we show why.',
  },
  finder: {
    tab: 'Wallet Finder',
    title: 'Find wallets that did well in several tokens',
    text: 'We compare the traders of 2 to 10 tokens, count linked wallets once, and tell skill from luck.',
  },
  watched: {
    tab: 'Watched',
    title: 'Watch wallets',
    text: 'We tell you when they buy or sell, and show how they did in the tokens you analyzed.',
  },
} as const

const StartScreen = ({
  link,
  draft,
  onDraft,
  job,
  demoTokens,
  onStart,
  network,
  onGo,
}: StartScreenProps) => {
  const queries = useQueryClient()
  const mode = getOrder(job.view)?.kind === 'WALLET_FINDER' ? 'finder' : link.mode
  useWindowTitle(mode === 'analysis' ? null : TITLES[mode].tab)
  const { title, text } = TITLES[mode]
  const content = (
    <div className="grid grid-cols-1 gap-8">
      <div>
        <h1 className="text-xl leading-7 font-semibold tracking-tight">{title}</h1>
        <p className="mt-1 text-ink-muted">{text}</p>
      </div>
      {mode === 'watched' ? (
        <WatchedWallets wallet={link.wallet} network={network} onGo={onGo} />
      ) : (
        <>
          <StartForm
            isFinder={mode === 'finder'}
            draft={draft}
            onDraft={onDraft}
            job={job}
            demoTokens={demoTokens}
            onStart={onStart}
            onGo={onGo}
          />
          <ReportHistory
            kind={mode === 'finder' ? 'WALLET_FINDER' : 'CA_ANALYSIS'}
            onOpen={(id) => onGo(linkToReport(id))}
            onRemove={(id) => {
              job.remove(id).catch(() => {
                showToast({
                  title: 'We couldn’t remove the report. Try again.',
                  tone: 'destructive',
                })
                void queries.invalidateQueries({ queryKey: ['reports'] })
              })
            }}
          />
        </>
      )}
    </div>
  )
  return (
    <div className="h-full overflow-auto">
      <div className="mx-auto w-full max-w-3xl px-6 py-6 max-sm:px-4">
        <Tabs
          label="Tools"
          value={mode}
          onValueChange={(next) => {
            const chosen = ANALYSIS_MODES.find((each) => each === next)
            if (chosen !== undefined) onGo(linkToMode(chosen))
          }}
          tabs={ANALYSIS_MODES.map((each) => ({
            value: each,
            label: TITLES[each].tab,
            content: mode === each && content,
          }))}
        />
      </div>
    </div>
  )
}

type WatchedWalletsProps = Pick<StartScreenProps, 'network' | 'onGo'> & { wallet: string | null }

const WatchedWallets = ({ wallet, network, onGo }: WatchedWalletsProps) =>
  wallet === null ? (
    <WatchedView network={network} onGo={onGo} />
  ) : (
    <WalletView key={wallet} address={wallet} network={network} onGo={onGo} />
  )

type StartFormProps = Omit<StartScreenProps, 'link' | 'network'> & { isFinder: boolean }

const StartForm = ({
  isFinder,
  draft,
  onDraft,
  job,
  demoTokens,
  onStart,
  onGo,
}: StartFormProps) => {
  const { view, problem } = job
  const form = {
    isBusy: view.phase === 'starting',
    problem: problem?.waiting === undefined ? (problem?.message ?? null) : null,
    retryAtMs: problem?.retryAtMs ?? null,
  }
  const dropFailure = () => {
    if (view.phase === 'ended' || view.phase === 'unread') job.reset()
  }
  const edit = (change: Partial<Draft>) => {
    dropFailure()
    onDraft(change)
  }
  return (
    <div className="grid grid-cols-1 gap-3" onInputCapture={dropFailure}>
      {isFinder ? (
        <FinderForm
          {...form}
          addresses={draft.tokens}
          onChange={(next) => edit({ tokens: next })}
          onStart={() => onStart({ kind: 'WALLET_FINDER', addresses: draft.tokens })}
          onRefuse={dropFailure}
        />
      ) : (
        <AnalysisForm
          {...form}
          key={draft.linked}
          initialAddress={draft.text}
          onType={(next) => edit({ text: next })}
          demoTokens={demoTokens}
          onOpen={(id) => onGo(linkToReport(id))}
          onWallet={(address) => onGo(linkToWallet(address))}
          onStart={(address) => onStart({ kind: 'CA_ANALYSIS', address })}
          onRefuse={dropFailure}
        />
      )}
      {problem?.waiting !== undefined && (
        <ShortBalance
          waiting={problem.waiting}
          noun="query"
          onStart={() => {
            const order = toOrder(readAnalysisLink(problem.waiting?.path ?? ''))
            if (order !== null) onStart(order)
          }}
        />
      )}
      {view.phase === 'unread' && (
        <OpeningFailure
          title="We couldn’t open this report"
          reason={view.reason}
          onRetry={() => void job.open(view.reportId)}
        />
      )}
      {view.phase === 'ended' && <Ended view={view} onRetry={onStart} />}
    </div>
  )
}

const getOrder = (view: ReportState): AnalysisOrder | null => ('order' in view ? view.order : null)

type EndedProps = {
  view: ReportState & { phase: 'ended' }
  onRetry: (order: AnalysisOrder) => void
}

const Ended = ({ view, onRetry }: EndedProps) => {
  const reason = (view.reason ?? '').replace(/\.$/, '')
  return (
    <Alert
      tone={view.status === 'failed' ? 'danger' : 'info'}
      title={view.status === 'failed' ? 'The analysis failed' : 'The analysis was cancelled'}
      action={
        <Button size="sm" onClick={() => onRetry(view.order)}>
          Retry
        </Button>
      }
    >
      {reason === '' ? '' : `${reason}. `}
      {view.isRefunded && !reason.includes('refunded') ? 'Your POINT was refunded.' : ''}
    </Alert>
  )
}
