import type { ReactNode, RefObject } from 'react'
import { formatNumber } from '#contract/numbers.ts'
import type { ReportHead } from '#contract/analysis/report-parts.ts'
import { REPORT_TABS, type ReportTab } from '#src/features/ca-analysis/analysis-link.ts'
import type { WalletFilter } from '#src/features/ca-analysis/table/wallet-filter.ts'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import { WalletTools } from './wallet-list.tsx'

const TAB_NAMES: Readonly<Record<ReportTab, string>> = {
  ranked: 'Ranked',
  excluded: 'Excluded',
  holders: 'Holders',
  chart: 'Price',
  coverage: 'Coverage',
}

/** Returns the number of wallets in a tab, formatted for its title. */
const countTab = ({ counts }: ReportHead, tab: ReportTab): string => {
  if (tab === 'ranked') return ` (${formatNumber(counts.wallets)})`
  return tab === 'excluded' ? ` (${formatNumber(counts.excluded)})` : ''
}

type ReportBarProps = {
  report: ReportHead
  tab: ReportTab
  chartButton: RefObject<HTMLButtonElement | null>
  onTab: (tab: ReportTab) => void
  filter: WalletFilter
  onFilter: (filter: WalletFilter) => void
  children: ReactNode
}

export const ReportBar = ({
  report,
  tab,
  chartButton,
  onTab,
  filter,
  onFilter,
  children,
}: ReportBarProps) => {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ToggleGroup
        look="segments"
        label="Parts of the report"
        items={REPORT_TABS.map((name) => ({
          value: name,
          label: (
            <>
              {TAB_NAMES[name]}
              <span className="@max-md:sr-only">{countTab(report, name)}</span>
            </>
          ),
          ...(name === 'chart' ? { ref: chartButton } : {}),
        }))}
        value={tab}
        onChange={onTab}
      />
      {(tab === 'ranked' || tab === 'excluded') && (
        <WalletTools
          filter={filter}
          onFilter={onFilter}
          labels={report.counts.by_label}
          changes={tab === 'ranked' ? report.changes : null}
        />
      )}
      {children}
    </div>
  )
}

export const titleTab = (report: ReportHead, tab: ReportTab): string =>
  TAB_NAMES[tab] + countTab(report, tab)
