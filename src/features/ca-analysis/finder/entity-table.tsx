import { formatFixed } from '#contract/numbers.ts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import type { FinderHit, FinderMint, FinderWallet } from '#contract/analysis/finder.ts'
import {
  formatChance,
  formatLabel,
  formatLamportsShort,
  formatRatio,
  formatSignedSol,
  formatSpan,
  formatTrades,
} from '#src/features/ca-analysis/report/report-format.ts'
import { SortHeader } from '#src/features/ca-analysis/table/sort-header.tsx'
import { cn } from '#src/lib/cn.ts'
import { formatDate } from '#src/lib/dates.ts'
import { WatchButton, WatchedMark } from '#src/features/ca-analysis/watched/watch-button.tsx'
import type { Watching } from '#src/features/ca-analysis/watched/watched-wallets.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { Mono, shortenAddress } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import {
  listFigureColumns,
  RANK,
  sortWallets,
  type EntityColumn,
  type EntitySort,
} from './entity-columns.ts'
import type { TokenNames } from './token-names.ts'

type EntityTableProps = {
  wallets: readonly FinderWallet[]
  /** Tokens with a result, a column each. */
  mints: readonly FinderMint[]
  tokenName: TokenNames
  sort: EntitySort
  onSort: (column: EntityColumn) => void
  /** Null in a shared report. */
  watching: Watching | null
}

const formatTokensNeeded = ({ found, tokens_needed: tokens }: FinderWallet): string => {
  if (found) return '—'
  return tokens === null ? 'Never' : `${tokens} more`
}

const explainTokensNeeded = ({ found, tokens_needed: tokens }: FinderWallet): string => {
  if (found) return 'These tokens rule out luck already'
  return tokens === null
    ? 'Results like these can’t rule out luck in any number of tokens'
    : 'With results like these in so many more tokens, luck would be ruled out'
}

const CELL = 'border-b border-line px-2 whitespace-nowrap'
const HEAD = 'h-8 border-b border-line px-2 text-right font-medium whitespace-nowrap'
/** Columns beside those of the tokens. */
const EXTRA_COLUMNS = 6

export const EntityTable = ({
  wallets,
  mints,
  tokenName,
  sort,
  onSort,
  watching,
}: EntityTableProps) => {
  const [open, setOpen] = useState<string | null>(null)
  const columns = listFigureColumns(mints, tokenName)
  return (
    <div className="overflow-x-auto rounded-lg ring-1 ring-line ring-inset">
      <table className="tabular w-full border-separate border-spacing-0 text-ui">
        <TableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          {sortWallets(wallets, columns, sort).map((wallet) => (
            <EntityRows
              key={wallet.address}
              wallet={wallet}
              mints={mints}
              tokenName={tokenName}
              watching={watching}
              isOpen={wallet.address === open}
              onToggle={() => setOpen(wallet.address === open ? null : wallet.address)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type TableHeadProps = {
  columns: readonly EntityColumn[]
  sort: EntitySort
  onSort: (column: EntityColumn) => void
}

const TableHead = ({ columns, sort, onSort }: TableHeadProps) => {
  const renderHead = (column: EntityColumn, className: string) => (
    <SortHeader
      key={column.key}
      title={column.title}
      hint={column.hint}
      direction={sort.key !== column.key ? null : sort.isDescending ? 'descending' : 'ascending'}
      className={className}
      onSort={() => onSort(column)}
    />
  )
  return (
    <thead className="bg-surface-sunken text-ink-muted">
      <tr>
        {renderHead(RANK, cn(HEAD, 'w-10'))}
        <th scope="col" className={cn(HEAD, 'text-left')}>
          Wallet
        </th>
        {columns.map((column) => renderHead(column, HEAD))}
      </tr>
    </thead>
  )
}

type EntityRowsProps = Pick<EntityTableProps, 'mints' | 'tokenName' | 'watching'> & {
  wallet: FinderWallet
  isOpen: boolean
  onToggle: () => void
}

const EntityRows = ({ wallet, mints, tokenName, watching, isOpen, onToggle }: EntityRowsProps) => {
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <tr
        data-wallet={wallet.address}
        className="h-8 cursor-pointer hover:bg-hover pointer-coarse:h-11"
        onClick={onToggle}
      >
        <td className={cn(CELL, 'text-right text-ink-muted')}>{wallet.rank}</td>
        <td className={CELL}>
          <span className="flex items-center gap-1.5">
            <Button
              variant="plain"
              aria-expanded={isOpen}
              {...tip(wallet.address)}
              className="inline-flex items-center gap-1 rounded-sm pointer-coarse:min-h-11"
              onClick={(event) => {
                event.stopPropagation()
                onToggle()
              }}
            >
              <Chevron size={13} className="text-ink-muted" />
              <Mono>{shortenAddress(wallet.address)}</Mono>
            </Button>
            {watching !== null && wallet.members.some(watching.isWatched) && <WatchedMark />}
            {wallet.members.length > 1 && <Badge>{wallet.members.length} wallets</Badge>}
          </span>
        </td>
        <td
          className={cn(
            CELL,
            'text-right font-medium',
            wallet.pnl_sol < 0 ? 'text-danger' : 'text-positive',
          )}
        >
          {formatSignedSol(wallet.pnl_sol, { isColumn: true })}
        </td>
        <td className={cn(CELL, 'text-right')} {...tip(explainTokensNeeded(wallet))}>
          {formatTokensNeeded(wallet)}
        </td>
        <td className={cn(CELL, 'text-right')}>{formatChance(wallet.p_value)}</td>
        <td className={cn(CELL, 'text-right')}>{formatChance(wallet.q_value)}</td>
        {mints.map(({ mint }) => (
          <HitCell key={mint} wallet={wallet} mint={mint} />
        ))}
      </tr>
      {isOpen && (
        <tr>
          <td
            colSpan={mints.length + EXTRA_COLUMNS}
            className="border-b border-line bg-surface-sunken p-3"
          >
            <Details wallet={wallet} tokenName={tokenName} watching={watching} />
          </td>
        </tr>
      )}
    </>
  )
}

const HitCell = ({ wallet, mint }: { wallet: FinderWallet; mint: string }) => {
  const hit = wallet.hits.find((each) => each.mint === mint)
  const excluded = wallet.excluded_in.find((each) => each.mint === mint)
  if (hit !== undefined) {
    const note = `Better than ${formatRatio(hit.percentile)} of ${hit.peers} traders of like activity, rank ${hit.rank}`
    return (
      <td className={cn(CELL, 'text-right')} {...tip(note)}>
        <span className={hit.pnl_sol < 0 ? 'text-danger' : 'text-positive'}>
          {formatSignedSol(hit.pnl_sol, { isColumn: true })}
        </span>{' '}
        <span className="text-ink-muted">top {formatRatio(1 - hit.percentile)}</span>
      </td>
    )
  }
  return (
    <td className={cn(CELL, 'text-right text-ink-muted')} {...tip(excluded?.reason)}>
      {excluded === undefined ? '—' : formatLabel(excluded.label)}
    </td>
  )
}

const MAX_EVIDENCE = 12

type DetailsProps = Pick<EntityTableProps, 'tokenName' | 'watching'> & {
  wallet: FinderWallet
}

const Details = ({ wallet, tokenName, watching }: DetailsProps) => (
  // On a phone, the table is wider than the screen.
  <div className="grid max-w-[calc(100cqw-26px)] grid-cols-1 gap-3 whitespace-normal">
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {wallet.members.map((member) => (
        <span key={member} className="inline-flex items-center gap-1">
          <ChainAddress address={member} />
          {watching !== null && (
            <WatchButton
              isOn={watching.isWatched(member)}
              onToggle={() => watching.toggle(member)}
              size="sm"
            />
          )}
        </span>
      ))}
    </p>
    <p className="text-ink-muted">
      Traded {wallet.traded} of the tokens, {wallet.profitable} with a profit. Mean score{' '}
      {formatFixed(wallet.score, 1)}.
    </p>
    {wallet.hits.map((hit) => (
      <Evidence key={hit.mint} hit={hit} name={tokenName(hit.mint)} />
    ))}
    {wallet.excluded_in.map(({ mint, label, reason }) => (
      <p key={mint}>
        <Badge tone="danger">{formatLabel(label)}</Badge>{' '}
        <span {...tip(mint)}>{tokenName(mint)}</span>: {reason}
      </p>
    ))}
  </div>
)

type EvidenceProps = { hit: FinderHit; name: string }

const Evidence = ({ hit, name }: EvidenceProps) => (
  <section>
    <h4 className="font-medium">
      <span {...tip(hit.mint)}>{name}</span>: rank {hit.rank}, {formatSignedSol(hit.pnl_sol)} SOL,{' '}
      {formatTrades(hit.buys, hit.sells)}, held {formatSpan(hit.hold_seconds_median)}
    </h4>
    <ul className="tabular mt-1 grid grid-cols-[repeat(auto-fill,minmax(19rem,1fr))] gap-x-8 gap-y-1">
      {hit.evidence.slice(0, MAX_EVIDENCE).map((entry) => (
        <EvidenceRow key={entry.signature + entry.kind} entry={entry} />
      ))}
      {hit.evidence.length > MAX_EVIDENCE && (
        <li className="text-ink-muted">and {hit.evidence.length - MAX_EVIDENCE} more</li>
      )}
      {hit.evidence.length === 0 && (
        <li className="text-ink-muted">The JSON export has the transactions.</li>
      )}
    </ul>
  </section>
)

type EvidenceRowProps = { entry: FinderHit['evidence'][number] }

/** Reports of earlier versions lack value and time. */
const EvidenceRow = ({ entry }: EvidenceRowProps) => {
  const { signature, kind, time = null, value_lamports: lamports = null } = entry
  return (
    <li data-evidence={signature} className="flex flex-wrap items-center gap-x-2 whitespace-nowrap">
      <span className="min-w-8 text-ink-muted">{formatLabel(kind.toLowerCase())}</span>
      {lamports !== null && (
        <span className="min-w-20 text-right font-medium">{formatLamportsShort(lamports)} SOL</span>
      )}
      {time !== null && (
        <span className="text-ink-muted">{formatDate(time * 1_000, 'day and clock')}</span>
      )}
      <span className="ml-auto">
        <ChainAddress kind="tx" address={signature} hasCopy={false} />
      </span>
    </li>
  )
}
