import { formatFixed } from '#contract/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import Scale from 'lucide-react/icons/scale'
import Search from 'lucide-react/icons/search'
import Wallet from 'lucide-react/icons/wallet'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type RefObject } from 'react'
import type { ReportHead, WalletDetail } from '#contract/analysis/report-parts.ts'
import { linkToWallet } from '#src/features/ca-analysis/analysis-link.ts'
import { useReportSource } from '#src/features/ca-analysis/report-source.ts'
import type { TokenUnits } from '#src/features/ca-analysis/report/report-format.ts'
import { nameReportFile } from '#src/features/ca-analysis/report-file.ts'
import { PictureButton } from '#src/features/ca-analysis/share/picture-dialog.tsx'
import { pictureWallet } from '#src/features/ca-analysis/share/picture-facts.ts'
import { cn } from '#src/lib/cn.ts'
import { OtherResults } from '#src/features/ca-analysis/watched/wallet-results.tsx'
import { WatchButton } from '#src/features/ca-analysis/watched/watch-button.tsx'
import type { Watching } from '#src/features/ca-analysis/watched/watched-wallets.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { EvidenceList } from './evidence-list.tsx'
import type { OwnerTools } from './owner-tools.ts'
import { Links } from './wallet-links.tsx'
import { Curve, Figures, Labels, Terms, type BasisProps } from './wallet-parts.tsx'

/** Loads a wallet of a report with its transactions. Loads nothing for null. */
export const useWallet = (reportId: string, address: string | null) => {
  const source = useReportSource()
  return useQuery({
    queryKey: ['report-wallet', reportId, address],
    enabled: address !== null,
    queryFn: async ({ signal }) => (await source.wallet(reportId, address ?? '', signal)).data,
    staleTime: Infinity,
  })
}

type WalletDrawerProps = BasisProps & {
  reportId: string
  address: string
  /** Address of the wallet that this one is compared with; null for none. */
  compared: string | null
  onCompare: (address: string | null) => void
  /** Opens another wallet, such as one linked to this one. */
  onOpen: (address: string) => void
  report: ReportHead
  isDemo: boolean
  /** Null for readers of a shared report. */
  owner: OwnerTools | null
  /** Called by a button for narrow windows, where the drawer covers everything else. */
  onShowChart: () => void
  onClose: () => void
}

/** Calls back on Escape anywhere in the element's window, unless something else has handled the key. */
const useEscape = (element: RefObject<HTMLElement | null>, onEscape: () => void) => {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      const ground = element.current?.closest('[data-window]') ?? document.body
      const { target } = event
      if (!(target instanceof Node) || (target !== document.body && !ground.contains(target)))
        return
      // Escape clears a search field.
      if (target instanceof HTMLInputElement && target.value !== '') return
      event.preventDefault()
      onEscape()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [element, onEscape])
}

/** Moves the focus to the opened wallet, unless the user is moving through the table by keyboard. */
const useFocusOnOpen = (heading: RefObject<HTMLElement | null>, address: string) => {
  const opened = useRef<string | null>(null)
  useEffect(() => {
    const isNext = opened.current !== null && opened.current !== address
    opened.current = address
    if (isNext && document.activeElement?.closest('[data-index]') != null) return
    heading.current?.focus({ preventScroll: true })
  }, [heading, address])
}

export const WalletDrawer = ({
  reportId,
  address,
  basis,
  onBasis,
  compared,
  onCompare,
  onOpen,
  report,
  isDemo,
  owner,
  onShowChart,
  onClose,
}: WalletDrawerProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useWallet(reportId, address)
  const other = useWallet(reportId, compared === address ? null : compared).data
  useFocusOnOpen(heading, address)
  useEscape(heading, onClose)
  const wallet = query.data
  const isCompared = compared === address
  return (
    <aside
      aria-label={`Evidence of ${address}`}
      data-comparing={isCompared ? '' : undefined}
      className={cn(
        'animate-fade-in flex min-h-0 w-[400px] shrink-0 flex-col rounded-lg bg-surface-raised shadow-mid ring-1 ring-line @max-4xl:absolute @max-4xl:inset-0 @max-4xl:z-2 @max-4xl:w-auto',
        // Keeps the rows of a narrow window visible, to choose the other wallet from.
        isCompared && '@max-4xl:static @max-4xl:order-first',
      )}
    >
      <DrawerHeader
        address={address}
        wallet={wallet}
        headingRef={heading}
        isCompared={isCompared}
        onCompare={onCompare}
        watching={owner?.watching ?? null}
        report={report}
        isDemo={isDemo}
        basis={basis}
        onShowChart={onShowChart}
        onClose={onClose}
      />
      {isCompared && (
        <p className="bg-accent-soft px-4 py-2 text-ui text-accent-ink @max-4xl:rounded-b-lg">
          Select another wallet to compare it with this one.
        </p>
      )}
      <div
        className={cn('min-h-0 flex-1 overflow-y-auto', isCompared && '@max-4xl:hidden')}
        tabIndex={0}
        role="region"
        aria-label="Wallet details"
      >
        {wallet === undefined && (
          <div className="p-4">
            {query.isPending && <LoadingRows label="Loading the wallet" />}
            <LoadFailure query={query}>We couldn’t load this wallet.</LoadFailure>
          </div>
        )}
        {wallet !== undefined && (
          <WalletDetails
            wallet={wallet}
            other={other ?? null}
            basis={basis}
            onBasis={onBasis}
            onCompare={onCompare}
            onOpen={onOpen}
            units={{ decimals: report.decimals, solUsd: report.price.sol_usd }}
            reportId={reportId}
            owner={owner}
          />
        )}
      </div>
    </aside>
  )
}

type DrawerHeaderProps = Pick<
  WalletDrawerProps,
  'address' | 'report' | 'isDemo' | 'basis' | 'onCompare' | 'onShowChart' | 'onClose'
> & {
  watching: Watching | null
  wallet: WalletDetail | undefined
  headingRef: RefObject<HTMLHeadingElement | null>
  isCompared: boolean
}

const DrawerHeader = ({
  address,
  wallet,
  headingRef,
  isCompared,
  onCompare,
  watching,
  report,
  isDemo,
  basis,
  onShowChart,
  onClose,
}: DrawerHeaderProps) => (
  <header className="grid grid-cols-[1fr_auto] items-center gap-x-2 border-b border-line py-2 pr-2 pl-4">
    <h3 ref={headingRef} tabIndex={-1} className="truncate font-semibold focus:outline-none">
      {wallet === undefined ? 'Wallet' : formatTitle(wallet)}
      {wallet !== undefined && (
        <span className="text-ink-muted"> · score {formatFixed(wallet.score, 1)}</span>
      )}
    </h3>
    <IconButton
      label="Close evidence"
      icon={<X size={16} />}
      className="justify-self-end"
      onClick={onClose}
    />
    <ChainAddress address={address} />
    <div className="flex items-center gap-1">
      <IconButton
        label="Show on chart"
        icon={<ChartCandlestick size={16} />}
        className="hidden @max-4xl:inline-flex"
        onClick={onShowChart}
      />
      {watching !== null && (
        <WatchButton isOn={watching.isWatched(address)} onToggle={() => watching.toggle(address)} />
      )}
      {wallet !== undefined && (
        <PictureButton
          toFacts={(isPlayMoney) => pictureWallet(wallet, basis, { report, isDemo, isPlayMoney })}
          fileName={`${nameReportFile(report)}-${wallet.address.slice(0, 8)}`}
        />
      )}
      <IconButton
        label={isCompared ? 'Stop comparing' : 'Compare with another wallet'}
        aria-pressed={isCompared}
        icon={<Scale size={16} />}
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        onClick={() => onCompare(isCompared ? null : address)}
      />
    </div>
  </header>
)

type WalletDetailsProps = Pick<
  WalletDrawerProps,
  'reportId' | 'basis' | 'onBasis' | 'onCompare' | 'onOpen' | 'owner'
> & {
  units: TokenUnits
  wallet: WalletDetail
  other: WalletDetail | null
}

const WalletDetails = ({
  reportId,
  wallet,
  other,
  basis,
  onBasis,
  onCompare,
  onOpen,
  units,
  owner,
}: WalletDetailsProps) => (
  <>
    <Figures
      wallet={wallet}
      other={other}
      basis={basis}
      onBasis={onBasis}
      onStop={() => onCompare(null)}
      units={units}
    />
    {owner !== null && (
      <div className="flex flex-wrap gap-2 px-4 pb-4">
        <Button size="sm" icon={<Search size={14} />} onClick={owner.onFindElsewhere}>
          Find in other tokens
        </Button>
        <Button
          size="sm"
          icon={<Wallet size={14} />}
          onClick={() => {
            const tab = wallet.rank === null ? 'excluded' : 'ranked'
            owner.onGo(linkToWallet(wallet.address, { from: reportId, tab }))
          }}
        >
          Holdings and trades
        </Button>
      </div>
    )}
    {owner !== null && (
      <OtherResults address={wallet.address} mint={owner.mint} onGo={owner.onGo} />
    )}
    {wallet.labels.length > 0 && <Labels wallet={wallet} />}
    <Curve wallet={wallet} basis={basis} />
    <Terms terms={wallet.score_terms} />
    <Links wallet={wallet} onOpen={onOpen} />
    <EvidenceList evidence={wallet.evidence} decimals={units.decimals} />
  </>
)

const formatTitle = ({ rank }: WalletDetail): string =>
  rank === null ? 'Excluded wallet' : `Rank ${rank}`
