import { formatNumber } from '#contract/numbers.ts'
import Image from 'lucide-react/icons/image'
import { useState, type ReactNode } from 'react'
import { nameFinderFile } from '#src/features/ca-analysis/report-file.ts'
import { PictureDialog } from '#src/features/ca-analysis/share/picture-dialog.tsx'
import { pictureFinder } from '#src/features/ca-analysis/share/picture-facts.ts'
import { useDemoTokens } from '#src/features/ca-analysis/token/demo-tokens.ts'
import type { FinderMint, FinderPart, FinderWallet } from '#contract/analysis/finder.ts'
import { SHARED_FINDER_PATH } from '#contract/paths.ts'
import { ResultActions, toShareAction } from '#src/features/ca-analysis/result-actions.tsx'
import { ShareReport } from '#src/features/ca-analysis/share/share-report.tsx'
import { linkToAddress } from '#src/features/ca-analysis/analysis-link.ts'
import type { Watching } from '#src/features/ca-analysis/watched/watched-wallets.ts'
import { useWindowTitle } from '#src/platform/windows/window-title.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { shortenAddress } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import { BY_RANK, pressColumn, type EntityColumn } from './entity-columns.ts'
import { EntityTable } from './entity-table.tsx'
import { OverlapTable, RingList } from './overlap-table.tsx'
import { createTokenNames, type TokenNames } from './token-names.ts'

const VIEWS = ['wallets', 'overlap', 'rings', 'tokens'] as const
type View = (typeof VIEWS)[number]

type FinderViewProps = {
  report: FinderPart
  /** Null for a shared report. */
  actions: {
    reportId: string
    onNew: () => void
    onExport: (format: 'csv' | 'json') => void
    watching: Watching
  } | null
}

const matchesText = (text: string, { members, hits }: FinderWallet): boolean => {
  const wanted = text.trim().toLowerCase()
  const all = [
    ...members,
    ...hits.flatMap(({ labels }) => labels.map((label) => label.replaceAll('_', ' '))),
  ]
  return all.some((each) => each.toLowerCase().includes(wanted))
}

export const FinderView = ({ report, actions }: FinderViewProps) => {
  const [view, setView] = useState<View>('wallets')
  const [text, setText] = useState('')
  const [isProfitableOnly, setProfitableOnly] = useState(false)
  const { wallets, mints, counts, rings, overlap } = report
  const tokenName = createTokenNames(mints)
  useWindowTitle(mints.map(({ mint }) => tokenName(mint)).join(', '))
  const failed = mints.filter(({ error }) => error !== null)
  const read = mints.filter(({ error }) => error === null)
  const shown = wallets.filter(
    (wallet) => matchesText(text, wallet) && (!isProfitableOnly || wallet.pnl_sol > 0),
  )
  const names: Record<View, string> = {
    wallets: `Wallets (${formatNumber(report.wallets_total)})`,
    overlap: 'Overlap',
    rings: `Rings (${rings.length})`,
    tokens: `Tokens (${mints.length})`,
  }
  return (
    // On a phone, the head scrolls with the report.
    <div className="@container flex h-full min-h-110 flex-col gap-3 p-3 phone:min-h-0 phone:overflow-y-auto">
      <div className="flex items-start justify-between gap-x-3 gap-y-2 @md:flex-wrap">
        <div className="min-w-0">
          <h2 className="text-lead font-semibold">
            {counts.found === 1 ? '1 proven wallet found' : `${counts.found} proven wallets found`}
          </h2>
          <p className="text-ui text-ink-muted">
            {formatNumber(counts.tested)} wallets compared over {read.length} tokens and{' '}
            {formatNumber(counts.trades)} trades
          </p>
        </div>
        {actions !== null && <FinderActions {...actions} report={report} />}
      </div>
      {failed.map(({ mint, error }) => (
        <Alert key={mint} tone="warning" title={`${shortenAddress(mint)} was left out`}>
          {error}
        </Alert>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <ToggleGroup
          look="segments"
          label="Parts of the result"
          items={VIEWS.map((name) => ({ value: name, label: names[name] }))}
          value={view}
          onChange={setView}
        />
        {view === 'wallets' && (
          <WalletSearch
            text={text}
            onText={setText}
            isProfitableOnly={isProfitableOnly}
            onProfitableOnly={setProfitableOnly}
          />
        )}
      </div>
      <div
        className="min-h-0 flex-1 overflow-auto phone:flex-none"
        tabIndex={0}
        role="region"
        aria-label={names[view]}
      >
        {view === 'wallets' && (
          <WalletGroups
            report={report}
            shown={shown}
            mints={read}
            tokenName={tokenName}
            watching={actions?.watching ?? null}
          />
        )}
        {view === 'overlap' && <OverlapTable overlap={overlap} tokenName={tokenName} />}
        {view === 'rings' && <RingList rings={rings} tokenName={tokenName} />}
        {view === 'tokens' && <TokenList mints={mints} isShared={actions === null} />}
      </div>
    </div>
  )
}

type FinderActionsProps = NonNullable<FinderViewProps['actions']> & { report: FinderPart }

const FinderActions = ({ report, reportId, onNew, onExport }: FinderActionsProps) => {
  const [open, setOpen] = useState<'share' | 'picture' | null>(null)
  const demoTokens = useDemoTokens()
  const isDemo = report.mints.some(({ mint }) =>
    demoTokens.some(({ contract_address: demo }) => demo === mint),
  )
  const close = () => setOpen(null)
  return (
    <>
      <ResultActions
        actions={[
          {
            label: 'Share picture',
            icon: <Image size={16} />,
            isIcon: true,
            onSelect: () => setOpen('picture'),
          },
          toShareAction(() => setOpen('share')),
        ]}
        onExport={onExport}
        newLabel="New search"
        onNew={onNew}
      />
      {open === 'share' && (
        <ShareReport reportId={reportId} page={SHARED_FINDER_PATH} onClose={close} />
      )}
      {open === 'picture' && (
        <PictureDialog
          toFacts={(isPlayMoney) => pictureFinder(report, { isDemo, isPlayMoney })}
          fileName={nameFinderFile(report)}
          onClose={close}
        />
      )}
    </>
  )
}

type WalletSearchProps = {
  text: string
  onText: (text: string) => void
  isProfitableOnly: boolean
  onProfitableOnly: (isProfitableOnly: boolean) => void
}

const WalletSearch = ({ text, onText, isProfitableOnly, onProfitableOnly }: WalletSearchProps) => (
  <>
    <SearchField
      size="sm"
      className="ml-auto w-44 @max-2xl:ml-0 @max-2xl:flex-1"
      label="Filter wallets"
      placeholder="Address or label"
      maxLength={64}
      value={text}
      onChange={onText}
    />
    <Button
      variant="toggle"
      className="h-8"
      aria-pressed={isProfitableOnly}
      onClick={() => onProfitableOnly(!isProfitableOnly)}
    >
      In profit
    </Button>
  </>
)

type WalletGroupsProps = Pick<FinderViewProps, 'report'> & {
  watching: Watching | null
  /** Wallets of the report that pass the filter. */
  shown: readonly FinderWallet[]
  /** Tokens with a result. */
  mints: readonly FinderMint[]
  tokenName: TokenNames
}

const WalletGroups = ({ report, shown, mints, tokenName, watching }: WalletGroupsProps) => {
  const found = shown.filter((wallet) => wallet.found)
  const others = shown.filter((wallet) => !wallet.found)
  const [sort, setSort] = useState(BY_RANK)
  const table = {
    watching,
    mints,
    tokenName,
    sort,
    onSort: (column: EntityColumn) => setSort((before) => pressColumn(before, column)),
  }
  return (
    <div className="grid gap-5">
      <Group
        title={`Found (${found.length})`}
        note="Luck can’t explain these results: its share is at most 5% over all wallets."
      >
        {found.length === 0 ? (
          <p className="sticky left-0 max-w-[100cqw] rounded-lg px-3 py-4 text-ui text-ink-muted ring-1 ring-line ring-inset">
            {report.wallets.length === 0
              ? 'No wallet traded enough of these tokens.'
              : report.counts.found === 0
                ? 'No wallet’s results in these tokens rule out luck. More tokens tell more.'
                : 'None of the found wallets matches.'}
          </p>
        ) : (
          <EntityTable wallets={found} {...table} />
        )}
      </Group>
      {others.length > 0 && (
        <Group
          title={`Can’t be told from luck (${others.length})`}
          note="They may have skill. “Tokens needed” says how many more such tokens would show it."
        >
          <EntityTable wallets={others} {...table} />
        </Group>
      )}
      {report.wallets_total > report.wallets.length && (
        <p className="text-ui text-ink-muted">
          The first {report.wallets.length} of {report.wallets_total} wallets. The exports have all.
        </p>
      )}
    </div>
  )
}

type TokenListProps = { mints: readonly FinderMint[]; isShared: boolean }

const TokenList = ({ mints, isShared }: TokenListProps) => (
  <ul className="grid gap-2 text-ui">
    {mints.map(({ mint, name, error, complete, reasons, wallets: traders, trades }) => (
      <li key={mint} className="grid gap-1 border-b border-line pb-2">
        <span className="flex flex-wrap items-center gap-2">
          {name != null && <span className="font-medium">{name}</span>}
          <ChainAddress address={mint} />
          <Badge tone={error !== null ? 'danger' : complete ? 'positive' : 'warning'}>
            {error !== null ? 'Left out' : complete ? 'Complete history' : 'Partial history'}
          </Badge>
          <span className="tabular ml-auto text-ink-muted">
            {formatNumber(traders)} wallets, {formatNumber(trades)} trades
          </span>
          {!isShared && (
            <Button size="sm" onClick={() => openApp(linkToAddress(mint))}>
              Analyze
            </Button>
          )}
        </span>
        <span className="text-ink-muted">{error ?? reasons.join('. ')}</span>
      </li>
    ))}
  </ul>
)

const Group = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <section>
    <h3 className="sticky left-0 mb-2 flex w-fit max-w-[100cqw] flex-wrap items-baseline gap-x-3 text-ui font-semibold">
      {title} <span className="font-normal text-ink-muted">{note}</span>
    </h3>
    {children}
  </section>
)
