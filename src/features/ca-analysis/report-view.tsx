import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useRef, useState } from 'react'
import type { CaReport } from '#contract/analysis/report.ts'
import { Address } from '#src/ui/address.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { ReportSummaryBar } from './report-summary.tsx'
import { WalletDrawer } from './wallet-drawer.tsx'
import { filterWallets, sortAfterClick, sortWallets, type WalletSort } from './wallet-order.ts'
import { WalletTable } from './wallet-table.tsx'

const PriceChart = loadable(
  async () => (await import('./price-chart.tsx')).PriceChart,
  () => <Skeleton className="h-64 flex-1" />,
)

const VIEWS = ['ranked', 'excluded', 'chart', 'coverage'] as const
type View = (typeof VIEWS)[number]

type ReportViewProps = {
  report: CaReport
  network: string
  isDemo: boolean
  onNew: () => void
  onExport: (format: 'csv' | 'json') => void
}

export const ReportView = ({ report, network, isDemo, onNew, onExport }: ReportViewProps) => {
  const root = useRef<HTMLDivElement>(null)
  const chartButton = useRef<HTMLButtonElement>(null)
  const [view, setView] = useState<View>('ranked')
  const [selected, setSelected] = useState<string | null>(null)
  const [isEvidenceOpen, setEvidenceOpen] = useState(false)
  const [sort, setSort] = useState<WalletSort>({ key: 'rank', isDescending: false })
  const [text, setText] = useState('')
  const [isProfitableOnly, setProfitableOnly] = useState(false)
  const [isRepeatedOnly, setRepeatedOnly] = useState(false)

  const listed = view === 'excluded' ? report.excluded : report.wallets
  const shown = useMemo(
    () => sortWallets(filterWallets(listed, { text, isProfitableOnly, isRepeatedOnly }), sort),
    [listed, text, isProfitableOnly, isRepeatedOnly, sort],
  )
  const otherView = view === 'excluded' ? 'ranked' : 'excluded'
  const elsewhere =
    shown.length > 0 || listed.length === 0
      ? 0
      : filterWallets(otherView === 'excluded' ? report.excluded : report.wallets, {
          text,
          isProfitableOnly,
          isRepeatedOnly,
        }).length
  const wallet = useMemo(
    () =>
      selected === null
        ? undefined
        : [...report.wallets, ...report.excluded].find(({ address }) => address === selected),
    [report, selected],
  )
  const names: Record<View, string> = {
    ranked: `Ranked (${report.wallets.length.toLocaleString('en-US')})`,
    excluded: `Excluded (${report.excluded.length.toLocaleString('en-US')})`,
    chart: 'Price',
    coverage: 'Coverage',
  }
  return (
    <div ref={root} className="@container relative flex h-full min-h-120 flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <ReportSummaryBar report={report} network={network} isDemo={isDemo} />
        <div className="flex gap-2">
          <Button
            size="sm"
            icon={<Download size={14} aria-hidden="true" />}
            onClick={() => onExport('csv')}
          >
            CSV
          </Button>
          <Button
            size="sm"
            icon={<Download size={14} aria-hidden="true" />}
            onClick={() => onExport('json')}
          >
            JSON
          </Button>
          <Button
            size="sm"
            variant="primary"
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={onNew}
          >
            New analysis
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ToggleGroup
          look="segments"
          label="Parts of the report"
          items={VIEWS.map((name) => ({
            value: name,
            label: names[name],
            ...(name === 'chart' ? { ref: chartButton } : {}),
          }))}
          value={view}
          onChange={setView}
        />
        {view === 'chart' && wallet !== undefined && !isEvidenceOpen && (
          <>
            <span className="ml-auto @max-2xl:ml-0">
              <Address address={wallet.address} keep={5} hasCopy={false} />
            </span>
            <Button size="sm" onClick={() => setEvidenceOpen(true)}>
              Evidence
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setSelected(null)}>
              Clear
            </Button>
          </>
        )}
        {(view === 'ranked' || view === 'excluded') && (
          <>
            <SearchField
              className="ml-auto max-w-56 @max-2xl:ml-0 @max-2xl:min-w-0 @max-2xl:flex-1"
              label="Filter wallets"
              placeholder="Address or label"
              value={text}
              onChange={setText}
            />
            <Button
              variant="toggle"
              aria-pressed={isProfitableOnly}
              onClick={() => setProfitableOnly(!isProfitableOnly)}
            >
              In profit
            </Button>
            <Button
              variant="toggle"
              aria-pressed={isRepeatedOnly}
              onClick={() => setRepeatedOnly(!isRepeatedOnly)}
            >
              2+ sales
            </Button>
          </>
        )}
      </div>
      <div className="flex min-h-0 flex-1 gap-3">
        {view === 'chart' && <PriceChart report={report} wallet={selected} />}
        {view === 'coverage' && <CoveragePanel report={report} network={network} />}
        {(view === 'ranked' || view === 'excluded') &&
          (shown.length === 0 ? (
            <div className="flex-1">
              <EmptyState
                title={listed.length === 0 ? 'No wallets here' : 'No wallets match'}
                action={
                  elsewhere > 0 && (
                    <Button size="sm" onClick={() => setView(otherView)}>
                      {elsewhere === 1 ? '1 match' : `${elsewhere} matches`} in{' '}
                      {otherView === 'excluded' ? 'Excluded' : 'Ranked'}
                    </Button>
                  )
                }
              >
                {view === 'ranked' && listed.length === 0
                  ? 'Nobody in this window traded the token in a way that can be ranked. The excluded wallets say why.'
                  : undefined}
              </EmptyState>
            </div>
          ) : (
            <WalletTable
              label={names[view]}
              wallets={shown}
              sort={sort}
              onSort={(key) => setSort((before) => sortAfterClick(before, key))}
              selected={isEvidenceOpen ? selected : null}
              onSelect={(address) => {
                const isAgain = isEvidenceOpen && address === selected
                setSelected(isAgain ? null : address)
                setEvidenceOpen(!isAgain)
              }}
            />
          ))}
        {wallet !== undefined && isEvidenceOpen && (
          <WalletDrawer
            wallet={wallet}
            decimals={report.decimals}
            network={network}
            onShowChart={() => {
              setView('chart')
              setEvidenceOpen(false)
              chartButton.current?.focus()
            }}
            onClose={() => {
              setSelected(null)
              const opener = rowOf(root.current, wallet.address) ?? chartButton.current
              opener?.focus()
            }}
          />
        )}
      </div>
    </div>
  )
}

/** The wallet's own button in the table, while its row is drawn. */
const rowOf = (root: HTMLElement | null, address: string) =>
  root?.querySelector<HTMLElement>(`[data-wallet="${CSS.escape(address)}"] button`)
