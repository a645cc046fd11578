import { formatNumber } from '#contract/numbers.ts'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useCallback, useRef, useState } from 'react'
import type { ReportHead } from '#contract/analysis/report-parts.ts'
import {
  linkToFinder,
  linkToReport,
  REPORT_TABS,
  type ReportTab,
} from '#src/features/ca-analysis/analysis-link.ts'
import { ShareReport } from '#src/features/ca-analysis/share/share-report.tsx'
import { ResultButtons } from '#src/features/ca-analysis/result-buttons.tsx'
import { NO_FILTER, type WalletFilter } from '#src/features/ca-analysis/table/wallet-filter.ts'
import { WalletDrawer, useWallet } from '#src/features/ca-analysis/wallet/wallet-drawer.tsx'
import { useWindowTitle } from '#src/platform/windows/window-title.ts'
import { Address, shortenAddress } from '#src/ui/address.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { ReportSummaryBar } from './report-summary.tsx'
import { WalletList, WalletTools } from './wallet-list.tsx'

const PriceChart = loadable(
  async () => (await import('#src/features/ca-analysis/chart/price-chart.tsx')).PriceChart,
  () => <Skeleton className="h-64 flex-1" />,
)

type ReportViewProps = {
  reportId: string
  report: ReportHead
  tab: ReportTab
  wallet: string | null
  network: string
  isDemo: boolean
  /** Changes the window's path, which names tab and wallet. */
  onGo: (path: string) => void
  /** What the owner of the report can do; null for everyone else. */
  actions: {
    onNew: () => void
    /** Analyzes the token again. */
    onRerun: () => void
    onExport: (format: 'csv' | 'json') => void
  } | null
}

export const ReportView = ({
  reportId,
  report,
  tab,
  wallet: selected,
  network,
  isDemo,
  onGo,
  actions,
}: ReportViewProps) => {
  useWindowTitle(report.token?.symbol ?? shortenAddress(report.mint))
  const root = useRef<HTMLDivElement>(null)
  const chartButton = useRef<HTMLButtonElement>(null)
  // On the chart, a wallet can be marked while its evidence is closed.
  const [isEvidenceOpen, setEvidenceOpen] = useState(selected !== null)
  const [filter, setFilter] = useState<WalletFilter>(NO_FILTER)
  const [compared, setCompared] = useState<string | null>(null)
  const { data: marked } = useWallet(reportId, selected)
  const go = (next: { tab?: ReportTab; wallet?: string | null }) =>
    onGo(linkToReport(reportId, { tab, wallet: selected, ...next }))
  const onFindElsewhere = actions === null ? null : () => onGo(linkToFinder([report.mint]))
  const { counts } = report
  const names: Record<ReportTab, string> = {
    ranked: `Ranked (${formatNumber(counts.wallets)})`,
    excluded: `Excluded (${formatNumber(counts.excluded)})`,
    chart: 'Price',
    coverage: 'Coverage',
  }
  const select = (address: string) => {
    const isAgain = isEvidenceOpen && address === selected
    go({ wallet: isAgain ? null : address })
    setEvidenceOpen(!isAgain)
  }
  const close = useCallback(() => {
    onGo(linkToReport(reportId, { tab }))
    setEvidenceOpen(false)
    const opener =
      selected === null ? null : (findRow(root.current, selected) ?? chartButton.current)
    opener?.focus()
  }, [onGo, reportId, tab, selected])
  return (
    <div ref={root} className="@container relative flex h-full min-h-110 flex-col gap-2 p-3">
      <ReportSummaryBar report={report} network={network} isDemo={isDemo}>
        {actions !== null && (
          <>
            <Button
              size="sm"
              icon={<RefreshCw size={14} aria-hidden="true" />}
              onClick={actions.onRerun}
            >
              Run again
            </Button>
            <ShareReport reportId={reportId} />
            <ResultButtons
              onExport={actions.onExport}
              newLabel="New analysis"
              onNew={actions.onNew}
            />
          </>
        )}
      </ReportSummaryBar>
      <div className="flex flex-wrap items-center gap-2">
        <ToggleGroup
          look="segments"
          label="Parts of the report"
          items={REPORT_TABS.map((name) => ({
            value: name,
            label: names[name],
            ...(name === 'chart' ? { ref: chartButton } : {}),
          }))}
          value={tab}
          onChange={(next) => go({ tab: next })}
        />
        {(tab === 'ranked' || tab === 'excluded') && (
          <WalletTools
            filter={filter}
            onFilter={setFilter}
            labels={counts.by_label}
            changes={tab === 'ranked' ? report.changes : null}
          />
        )}
        {tab === 'chart' && selected !== null && !isEvidenceOpen && (
          <>
            <span className="ml-auto @max-2xl:ml-0">
              <Address address={selected} keep={5} hasCopy={false} />
            </span>
            <Button size="sm" onClick={() => setEvidenceOpen(true)}>
              Evidence
            </Button>
            <Button size="sm" variant="ghost" onClick={() => go({ wallet: null })}>
              Clear
            </Button>
          </>
        )}
      </div>
      <div className="flex min-h-0 flex-1 gap-3">
        {tab === 'chart' && <PriceChart reportId={reportId} wallet={marked ?? null} />}
        {tab === 'coverage' && <CoveragePanel report={report} network={network} />}
        {(tab === 'ranked' || tab === 'excluded') && (
          <WalletList
            key={tab}
            reportId={reportId}
            report={report}
            group={tab}
            name={names[tab]}
            filter={filter}
            onFilter={setFilter}
            network={network}
            selected={isEvidenceOpen ? selected : null}
            onSelect={select}
            onOtherGroup={() => go({ tab: tab === 'ranked' ? 'excluded' : 'ranked' })}
            onCompare={(address) => {
              setCompared(address)
              if (selected === null) select(address)
            }}
            onFindElsewhere={onFindElsewhere}
          />
        )}
        {selected !== null && isEvidenceOpen && (
          <WalletDrawer
            reportId={reportId}
            address={selected}
            compared={compared}
            onCompare={setCompared}
            onOpen={(address) => go({ wallet: address })}
            token={{ decimals: report.decimals, solUsd: report.price.sol_usd }}
            network={network}
            onFindElsewhere={onFindElsewhere}
            onShowChart={() => {
              go({ tab: 'chart' })
              setEvidenceOpen(false)
              chartButton.current?.focus()
            }}
            onClose={close}
          />
        )}
      </div>
    </div>
  )
}

/** The wallet's own button in the table, while its row is drawn. */
const findRow = (root: HTMLElement | null, address: string) =>
  root?.querySelector<HTMLElement>(`[data-wallet="${CSS.escape(address)}"] button`)
