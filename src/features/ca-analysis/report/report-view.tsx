import Bell from 'lucide-react/icons/bell'
import Image from 'lucide-react/icons/image'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useCallback, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { ReportHead, WalletDetail } from '#contract/analysis/report-parts.ts'
import {
  linkToFinder,
  linkToReport,
  type ReportTab,
} from '#src/features/ca-analysis/analysis-link.ts'
import { AlertDialog } from '#src/features/ca-analysis/alerts/alert-dialog.tsx'
import { nameReportFile } from '#src/features/ca-analysis/report-file.ts'
import { PictureDialog } from '#src/features/ca-analysis/share/picture-dialog.tsx'
import { pictureReport } from '#src/features/ca-analysis/share/picture-facts.ts'
import { ShareReport } from '#src/features/ca-analysis/share/share-report.tsx'
import { SHARED_REPORT_PATH } from '#contract/paths.ts'
import { ResultActions, toShareAction } from '#src/features/ca-analysis/result-actions.tsx'
import { NO_FILTER, type WalletFilter } from '#src/features/ca-analysis/table/wallet-filter.ts'
import type { Watching } from '#src/features/ca-analysis/watched/watched-wallets.ts'
import type { OwnerTools } from '#src/features/ca-analysis/wallet/owner-tools.ts'
import { WalletDrawer, useWallet } from '#src/features/ca-analysis/wallet/wallet-drawer.tsx'
import { cn } from '#src/lib/cn.ts'
import { useIsPhone } from '#src/platform/windows/model/windows-store.ts'
import { useWindowTitle } from '#src/platform/windows/window-title.ts'
import { Address, shortenAddress } from '#src/ui/address.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { ReportBar, titleTab } from './report-bar.tsx'
import { ReportSummaryBar } from './report-summary.tsx'
import { WalletList } from './wallet-list.tsx'

const PriceChart = loadable(
  async () => (await import('#src/features/ca-analysis/chart/price-chart.tsx')).PriceChart,
  () => <Skeleton className="h-64 flex-1" />,
)

const HoldersPanel = loadable(
  async () => (await import('#src/features/ca-analysis/holders/holders-panel.tsx')).HoldersPanel,
  () => <Skeleton className="h-64 flex-1" />,
)

type ReportViewProps = {
  reportId: string
  report: ReportHead
  tab: ReportTab
  wallet: string | null
  isDemo: boolean
  /** Changes the window's path, which names tab and wallet. */
  onGo: (path: string) => void
  /** Actions of the report's owner; null for other readers. */
  actions: {
    onNew: () => void
    /** Starts and pays for a new analysis of the token. */
    onRerun: () => void
    onExport: (format: 'csv' | 'json') => void
    watching: Watching
  } | null
}

export const ReportView = (props: ReportViewProps) => {
  const { reportId, report, tab, wallet: selected, onGo, actions } = props
  useWindowTitle(report.token?.symbol ?? shortenAddress(report.mint))
  const [filter, setFilter] = useState<WalletFilter>(NO_FILTER)
  const [compared, setCompared] = useState<string | null>(null)
  const { data: marked } = useWallet(reportId, selected)
  const evidence = useEvidence({ reportId, tab, selected, marked, onGo })
  const { root, go, select, shown } = evidence
  const owner = actions && createOwnerTools(report, actions.watching, onGo)
  const page = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  return (
    <ReportFrame
      root={root}
      page={page}
      isPhone={isPhone}
      isFilled={tab === 'chart'}
      head={<ReportTop {...props} evidence={evidence} filter={filter} onFilter={setFilter} />}
    >
      <div className="flex min-h-0 flex-1 gap-3 @max-4xl:has-data-comparing:flex-col">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {tab === 'chart' && <PriceChart reportId={reportId} report={report} wallet={marked} />}
          {tab === 'holders' && (
            <HoldersPanel reportId={reportId} report={report} selected={shown} onSelect={select} />
          )}
          {tab === 'coverage' && <CoveragePanel report={report} />}
          {(tab === 'ranked' || tab === 'excluded') && (
            <WalletList
              key={tab}
              reportId={reportId}
              report={report}
              group={tab}
              name={titleTab(report, tab)}
              filter={filter}
              onFilter={setFilter}
              selected={shown}
              onSelect={select}
              onOtherGroup={() => evidence.openTab(tab === 'ranked' ? 'excluded' : 'ranked')}
              onCompare={(address) => {
                setCompared(address)
                if (selected === null) select(address)
              }}
              owner={owner}
              page={isPhone ? page : null}
            />
          )}
        </div>
        {shown !== null && (
          <WalletDrawer
            reportId={reportId}
            address={shown}
            basis={filter.costBasis}
            onBasis={(costBasis) => setFilter({ ...filter, costBasis })}
            compared={compared}
            onCompare={setCompared}
            onOpen={(address) => go({ wallet: address })}
            report={report}
            isDemo={props.isDemo}
            owner={owner}
            onShowChart={evidence.leaveToChart}
            onClose={evidence.close}
          />
        )}
      </div>
    </ReportFrame>
  )
}

type ReportTopProps = ReportViewProps & {
  evidence: ReturnType<typeof useEvidence>
  filter: WalletFilter
  onFilter: (filter: WalletFilter) => void
}

const ReportTop = ({
  reportId,
  report,
  isDemo,
  actions,
  tab,
  wallet,
  evidence,
  filter,
  onFilter,
}: ReportTopProps) => (
  <>
    <ReportSummaryBar report={report} isDemo={isDemo}>
      {actions !== null && (
        <ReportActions reportId={reportId} report={report} isDemo={isDemo} actions={actions} />
      )}
    </ReportSummaryBar>
    <ReportBar
      report={report}
      tab={tab}
      chartButton={evidence.chartButton}
      onTab={evidence.openTab}
      filter={filter}
      onFilter={onFilter}
    >
      {tab === 'chart' && wallet !== null && evidence.shown === null && (
        <MarkedWallet
          address={wallet}
          onEvidence={evidence.show}
          onClear={() => evidence.go({ wallet: null })}
        />
      )}
    </ReportBar>
  </>
)

type ReportFrameProps = {
  root: RefObject<HTMLDivElement | null>
  page: RefObject<HTMLDivElement | null>
  isPhone: boolean
  /** True if the content fills the available height. */
  isFilled: boolean
  head: ReactNode
  children: ReactNode
}

/** On a phone, the head scrolls with the report. A larger screen keeps it in view. */
const ReportFrame = ({ root, page, isPhone, isFilled, head, children }: ReportFrameProps) => (
  <div
    ref={root}
    className={cn(
      '@container relative flex h-full flex-col',
      isPhone ? 'overflow-clip' : 'min-h-110',
    )}
  >
    {/* Not positioned, so that the evidence covers the report without scrolling with it. */}
    <div ref={page} className={cn('min-h-0 flex-1', isPhone && 'static overflow-auto')}>
      <div
        className={cn(
          'flex flex-col gap-2 p-3',
          isPhone && 'w-fit min-w-full',
          isPhone && !isFilled ? 'min-h-full' : 'h-full',
          isPhone && isFilled && 'min-h-110',
        )}
      >
        <div
          className={cn(
            'flex flex-col gap-2',
            // Stays when a table with many columns scrolls sideways.
            isPhone && 'sticky left-3 w-[calc(100cqw-1.5rem)]',
          )}
        >
          {head}
        </div>
        {children}
      </div>
    </div>
  </div>
)

/** Returns true if the wallet is in the other list. */
const isInOther = (tab: ReportTab, wallet: WalletDetail | undefined): boolean =>
  wallet !== undefined && tab === (wallet.rank === null ? 'ranked' : 'excluded')

const createOwnerTools = (
  { mint }: ReportHead,
  watching: Watching,
  onGo: (path: string) => void,
): OwnerTools => ({
  mint,
  watching,
  onFindElsewhere: () => onGo(linkToFinder([mint])),
  onGo,
})

type EvidenceOptions = Pick<ReportViewProps, 'reportId' | 'tab' | 'onGo'> & {
  selected: string | null
  /** The selected wallet, once it is loaded. */
  marked: WalletDetail | undefined
}

/** Opens and closes the evidence of the selected wallet, which the window's path names. */
const useEvidence = ({ reportId, tab, selected, marked, onGo }: EvidenceOptions) => {
  const root = useRef<HTMLDivElement>(null)
  const chartButton = useRef<HTMLButtonElement>(null)
  // On the chart, a wallet can be marked while its evidence is closed.
  const [isOpen, setOpen] = useState(selected !== null)
  const go = (next: { tab?: ReportTab; wallet?: string | null }) =>
    onGo(linkToReport(reportId, { tab, wallet: selected, ...next }))
  /** A list without the selected wallet closes its evidence. */
  const openTab = (next: ReportTab) =>
    go({ tab: next, ...(isInOther(next, marked) ? { wallet: null } : {}) })
  const select = (address: string) => {
    const isAgain = isOpen && address === selected
    go({ wallet: isAgain ? null : address })
    setOpen(!isAgain)
  }
  const leaveToChart = () => {
    go({ tab: 'chart' })
    setOpen(false)
    chartButton.current?.focus()
  }
  const close = useCallback(() => {
    onGo(linkToReport(reportId, { tab }))
    setOpen(false)
    const opener =
      selected === null ? null : (findRow(root.current, selected) ?? chartButton.current)
    opener?.focus()
  }, [onGo, reportId, tab, selected])
  const show = () => setOpen(true)
  return {
    root,
    chartButton,
    shown: isOpen ? selected : null,
    go,
    openTab,
    select,
    show,
    leaveToChart,
    close,
  }
}

type ReportActionsProps = Pick<ReportViewProps, 'reportId' | 'report' | 'isDemo'> & {
  actions: NonNullable<ReportViewProps['actions']>
}

const ReportActions = ({ reportId, report, isDemo, actions }: ReportActionsProps) => {
  const [open, setOpen] = useState<'alert' | 'share' | 'picture' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ResultActions
        actions={[
          {
            label: 'Price alert',
            icon: <Bell size={16} />,
            isIcon: true,
            onSelect: () => setOpen('alert'),
          },
          {
            label: 'Share picture',
            icon: <Image size={16} />,
            isIcon: true,
            onSelect: () => setOpen('picture'),
          },
          {
            label: 'Run again · 1 POINT',
            icon: <RefreshCw size={14} />,
            onSelect: actions.onRerun,
          },
          toShareAction(() => setOpen('share')),
        ]}
        onExport={actions.onExport}
        newLabel="New analysis"
        onNew={actions.onNew}
      />
      {open === 'share' && (
        <ShareReport reportId={reportId} page={SHARED_REPORT_PATH} onClose={close} />
      )}
      {open === 'picture' && (
        <PictureDialog
          toFacts={(isPlayMoney) => pictureReport({ report, isDemo, isPlayMoney })}
          fileName={nameReportFile(report)}
          onClose={close}
        />
      )}
      {open === 'alert' && (
        <AlertDialog
          address={report.mint}
          name={report.token?.symbol ?? shortenAddress(report.mint)}
          onClose={close}
        />
      )}
    </>
  )
}

type MarkedWalletProps = { address: string; onEvidence: () => void; onClear: () => void }

const MarkedWallet = ({ address, onEvidence, onClear }: MarkedWalletProps) => (
  <>
    <span className="ml-auto @max-2xl:ml-0">
      <Address address={address} hasCopy={false} />
    </span>
    <Button size="sm" onClick={onEvidence}>
      Evidence
    </Button>
    <Button size="sm" variant="ghost" onClick={onClear}>
      Clear
    </Button>
  </>
)

/** The wallet's own button in the table, while its row is drawn. */
const findRow = (root: HTMLElement | null, address: string) =>
  root?.querySelector<HTMLElement>(`[data-wallet="${CSS.escape(address)}"] button`)
