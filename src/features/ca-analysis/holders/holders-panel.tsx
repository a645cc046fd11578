import { useQuery } from '@tanstack/react-query'
import CircleDot from 'lucide-react/icons/circle-dot'
import { useMemo } from 'react'
import type { ReportHead } from '#contract/analysis/report-parts.ts'
import { formatNumber } from '#contract/numbers.ts'
import {
  formatLabel,
  formatRatio,
  formatSignedSol,
  formatTokens,
} from '#src/features/ca-analysis/report/report-format.ts'
import { useReportSource } from '#src/features/ca-analysis/report-source.ts'
import { cn } from '#src/lib/cn.ts'
import { Mono, shortenAddress } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { HolderMap } from './holder-map.tsx'
import { listGroups, listHolders, sumShares, type Holder, type HolderGroup } from './holders.ts'

/** The largest; more bubbles would be too small to see. */
const SHOWN = 100

type HoldersPanelProps = {
  reportId: string
  report: Pick<ReportHead, 'decimals' | 'supply_raw' | 'coverage'>
  selected: string | null
  onSelect: (address: string) => void
}

/** Shows the holders of the token at the end of the report, as a map and as a list. */
export const HoldersPanel = ({ reportId, report, selected, onSelect }: HoldersPanelProps) => {
  const source = useReportSource()
  const query = useQuery({
    queryKey: ['report-holders', reportId],
    queryFn: async ({ signal }) => {
      const request = { group: 'all', sort: 'held_tokens', order: 'desc', limit: SHOWN } as const
      return (await source.wallets(reportId, { ...request, offset: 0 }, signal)).data
    },
    // A report never changes.
    staleTime: Infinity,
  })
  const holders = useMemo(() => listHolders(query.data ?? [], report), [query.data, report])
  const groups = useMemo(() => listGroups(holders), [holders])
  if (query.isPending) return <LoadingRows label="Loading the holders" />
  if (query.isError) return <LoadFailure query={query}>We couldn’t load the holders.</LoadFailure>
  if (holders.length === 0) {
    return (
      <EmptyState
        icon={<CircleDot size={22} />}
        title="No wallet of this report holds the token now"
      />
    )
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1 gap-3 @max-3xl:flex-col phone:min-h-fit">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 phone:aspect-square phone:flex-none">
        <p className="text-ui text-ink-muted">{summarize(holders, groups)}</p>
        <div className="min-h-0 flex-1">
          <HolderMap holders={holders} groups={groups} selected={selected} onSelect={onSelect} />
        </div>
        <Legend hasGroups={groups.length > 0} />
      </div>
      <HolderList
        holders={holders}
        groups={groups}
        decimals={report.decimals}
        selected={selected}
        onSelect={onSelect}
      />
    </div>
  )
}

const summarize = (holders: readonly Holder[], groups: readonly HolderGroup[]): string => {
  const linked = groups.flatMap(({ members }) => members)
  const {
    wallets = [],
    held = [],
    burned = [],
  } = Object.groupBy(holders, ({ custodian }) =>
    custodian === null ? 'wallets' : custodian === 'burn_address' ? 'burned' : 'held',
  )
  const clauses = [
    `The ${formatNumber(wallets.length)} largest wallets have ${formatRatio(sumShares(wallets))} of the supply`,
  ]
  if (held.length > 0) clauses.push(`${formatRatio(sumShares(held))} is in pools or with exchanges`)
  if (burned.length > 0) clauses.push(`${formatRatio(sumShares(burned))} is burned`)
  const all = `${clauses.join(', and ')}.`
  if (groups.length === 0) return all
  const share = formatRatio(sumShares(linked))
  return `${all} ${formatNumber(linked.length)} linked wallets in ${groups.length === 1 ? 'one group' : `${groups.length} groups`} have ${share}.`
}

const Legend = ({ hasGroups }: { hasGroups: boolean }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-2xs text-ink-muted" aria-hidden="true">
    {[
      ['In profit', 'bg-positive-soft ring-positive'],
      ['At a loss', 'bg-danger-soft ring-danger'],
      ['Pool, or without a result', 'bg-surface-sunken ring-line-strong'],
      ...(hasGroups ? [['Linked wallets', 'bg-warning-soft ring-warning']] : []),
    ].map(([label, look]) => (
      <li key={label} className="flex items-center gap-1.5">
        <span className={cn('size-2.5 rounded-full ring-1', look)} />
        {label}
      </li>
    ))}
  </ul>
)

type HolderListProps = Omit<HoldersPanelProps, 'reportId' | 'report'> & {
  decimals: number
  holders: readonly Holder[]
  groups: readonly HolderGroup[]
}

const HolderList = ({ holders, groups, decimals, selected, onSelect }: HolderListProps) => {
  const names = new Map(groups.map(({ id }, nth) => [id, `Group ${nth + 1}`] as const))
  return (
    <ol
      aria-label="Largest holders"
      className="tabular min-h-0 w-80 shrink-0 overflow-y-auto rounded-lg text-ui ring-1 ring-line ring-inset @max-3xl:w-full @max-3xl:flex-1 phone:flex-none"
    >
      {holders.map(({ address, held, share, pnlSol, custodian, groupId }, nth) => (
        <li key={address} data-wallet={address} className="border-b border-line last:border-b-0">
          <Button
            variant="plain"
            aria-pressed={address === selected}
            className="flex w-full items-center gap-2 px-3 py-1.5 text-left hover:bg-hover aria-pressed:bg-accent-soft pointer-coarse:min-h-11"
            onClick={() => onSelect(address)}
          >
            <span className="w-6 text-right text-ink-muted">{nth + 1}</span>
            <Mono>{shortenAddress(address)}</Mono>
            {custodian !== null && <Badge>{formatLabel(custodian)}</Badge>}
            {groupId !== null && names.has(groupId) && (
              <Badge tone="warning">{names.get(groupId)}</Badge>
            )}
            <span className="ml-auto flex flex-col items-end leading-tight">
              <span className="font-medium">
                {share === null ? formatTokens(String(held), decimals) : formatRatio(share)}
              </span>
              {custodian === null && (
                <span className={cn('text-2xs', pnlSol < 0 ? 'text-danger' : 'text-positive')}>
                  {formatSignedSol(pnlSol)} SOL
                </span>
              )}
            </span>
          </Button>
        </li>
      ))}
    </ol>
  )
}
