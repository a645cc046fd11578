import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { Evidence, ScoreTerms, Wallet } from '#contract/analysis/report.ts'
import { formatLamports } from '#contract/money.ts'
import { explorerUrl } from '#src/lib/explorer.ts'
import { Address } from '#src/ui/address.tsx'
import { Badge, type Tone } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import {
  formatLabel,
  formatRatio,
  formatSignedSol,
  formatSpan,
  formatTime,
  formatTokens,
} from './report-format.ts'

type WalletDrawerProps = {
  wallet: Wallet
  decimals: number
  network: string
  /** Called by the button that a narrow window has because the drawer covers everything else. */
  onShowChart: () => void
  onClose: () => void
}

/** Calls back on Escape anywhere in the element's window, unless something above it has used the key. */
const useEscape = (element: RefObject<HTMLElement | null>, onEscape: () => void) => {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      const ground = element.current?.closest('[data-window]') ?? document.body
      const { target } = event
      if (!(target instanceof Node) || (target !== document.body && !ground.contains(target)))
        return
      // A search field is emptied by the key.
      if (target instanceof HTMLInputElement && target.value !== '') return
      event.preventDefault()
      onEscape()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [element, onEscape])
}

/** One wallet's numbers and, for each of them, the transactions that prove it. */
export const WalletDrawer = ({
  wallet,
  decimals,
  network,
  onShowChart,
  onClose,
}: WalletDrawerProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [wallet.address])
  useEscape(heading, onClose)
  return (
    <aside
      aria-label={`Evidence of ${wallet.address}`}
      className="animate-fade-in flex min-h-0 w-[380px] shrink-0 flex-col rounded-lg bg-surface-raised shadow-mid ring-1 ring-line @max-4xl:absolute @max-4xl:inset-0 @max-4xl:z-2 @max-4xl:w-auto"
    >
      <header className="flex items-start justify-between gap-2 border-b border-line p-4">
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="font-semibold focus:outline-none">
            {wallet.rank === null ? 'Excluded wallet' : `Rank ${wallet.rank}`}
            <span className="text-ink-muted"> · score {wallet.score.toFixed(1)}</span>
          </h3>
          <Address
            address={wallet.address}
            href={explorerUrl('address', wallet.address, network)}
            keep={8}
          />
        </div>
        <div className="flex shrink-0 items-center gap-2">
          <span className="hidden @max-4xl:block">
            <Button size="sm" onClick={onShowChart}>
              Show on chart
            </Button>
          </span>
          <IconButton
            label="Close evidence"
            icon={<X size={16} aria-hidden="true" />}
            onClick={onClose}
          />
        </div>
      </header>
      <div
        className="min-h-0 flex-1 overflow-y-auto"
        tabIndex={0}
        role="region"
        aria-label="Wallet details"
      >
        <Figures wallet={wallet} decimals={decimals} />
        {wallet.labels.length > 0 && <Labels wallet={wallet} network={network} />}
        <Terms terms={wallet.score_terms} />
        <EvidenceList evidence={wallet.evidence} decimals={decimals} network={network} />
      </div>
    </aside>
  )
}

const Figures = ({ wallet, decimals }: { wallet: Wallet; decimals: number }) => {
  const sol = (lamports: string) => `${formatLamports(BigInt(lamports))} SOL`
  const signed = (value: number | null) =>
    value === null ? 'Not known' : `${formatSignedSol(value)} SOL`
  const rows: readonly (readonly [string, string])[] = [
    ['Paid for tokens', sol(wallet.cost_lamports)],
    ['Received for tokens', sol(wallet.proceeds_lamports)],
    ['Realized PnL', `${formatSignedSol(wallet.realized_sol)} SOL`],
    ['Unrealized PnL', signed(wallet.unrealized_sol)],
    ['Value if sold now', signed(wallet.exit_value_sol)],
    ['Return', formatRatio(wallet.roi, true)],
    ['Win rate', formatRatio(wallet.win_rate)],
    ['Still held', formatTokens(wallet.held_tokens, decimals)],
    ['Median hold', formatSpan(wallet.hold_seconds_median)],
    ['First purchase', formatTime(wallet.first_buy?.time ?? null)],
    [
      'Network fees and tips',
      sol((BigInt(wallet.fees_lamports) + BigInt(wallet.tips_lamports)).toString()),
    ],
    [
      'Sold without buying (received tokens)',
      `${formatSignedSol(wallet.unattributed_proceeds_sol)} SOL`,
    ],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 p-4">
      {rows.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-2xs text-ink-muted">{name}</dt>
          <dd className="tabular text-ui font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Labels = ({ wallet, network }: { wallet: Wallet; network: string }) => (
  <section className="border-t border-line p-4">
    <h4 className="mb-2 text-ui font-semibold">Labels</h4>
    <ul className="grid gap-3">
      {wallet.labels.map(({ label, hard, reason, proof }) => (
        <li key={label} className="text-ui">
          <Badge tone={hard ? 'danger' : 'warning'}>{formatLabel(label)}</Badge>
          <p className="mt-1 text-ink-muted">{reason}</p>
          <p className="flex flex-wrap gap-x-2">
            {proof.slice(0, 3).map((signature) => (
              <Address
                key={signature}
                address={signature}
                href={explorerUrl('tx', signature, network)}
                hasCopy={false}
              />
            ))}
          </p>
        </li>
      ))}
    </ul>
  </section>
)

const TERMS: readonly { key: keyof ScoreTerms; name: string; weight: number }[] = [
  { key: 'P', name: 'Profit', weight: 25 },
  { key: 'R', name: 'Return', weight: 15 },
  { key: 'W', name: 'Win rate', weight: 20 },
  { key: 'En', name: 'Early entry', weight: 20 },
  { key: 'Ex', name: 'Exit timing', weight: 20 },
]

const Terms = ({ terms }: { terms: ScoreTerms }) => (
  <section className="border-t border-line p-4">
    <h4 className="mb-2 text-ui font-semibold">Score breakdown</h4>
    <ul className="grid gap-2">
      {TERMS.map(({ key, name, weight }) => (
        <li key={key} className="grid grid-cols-[88px_1fr_72px] items-center gap-2 text-ui">
          <span className="text-ink-muted">{name}</span>
          <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${Math.min(1, Math.max(0, terms[key])) * 100}%` }}
            />
          </span>
          <span className="tabular text-right">
            {(terms[key] * weight).toFixed(1)} / {weight}
          </span>
        </li>
      ))}
    </ul>
    <p className="mt-2 text-ui text-ink-muted">
      Confidence by number of trades: × {terms.E.toFixed(2)}
    </p>
  </section>
)

const KIND_TONES: Readonly<Partial<Record<Evidence['kind'], Tone>>> = {
  BUY: 'accent',
  SELL: 'positive',
  TRANSFER_IN: 'warning',
  TRANSFER_OUT: 'warning',
}

type EvidenceListProps = { evidence: readonly Evidence[]; decimals: number; network: string }

const EvidenceList = ({ evidence, decimals, network }: EvidenceListProps) => (
  <section className="border-t border-line p-4">
    <h4 className="mb-2 text-ui font-semibold">
      Transactions <span className="font-normal text-ink-muted">({evidence.length})</span>
    </h4>
    <ol className="grid gap-2">
      {evidence.map((entry) => (
        <li
          key={`${entry.signature}-${entry.kind}`}
          data-evidence={entry.signature}
          className="rounded-md p-2.5 text-ui ring-1 ring-line ring-inset"
        >
          <p className="flex items-center justify-between gap-2">
            <Badge tone={KIND_TONES[entry.kind] ?? 'neutral'}>
              {formatLabel(entry.kind.toLowerCase())}
            </Badge>
            <span className="text-ink-muted">{formatTime(entry.time)}</span>
          </p>
          <p className="tabular mt-1.5 flex flex-wrap justify-between gap-x-3">
            <span>{formatTokens(entry.token_raw, decimals)} tokens</span>
            {entry.value_lamports !== null && (
              <span className="font-medium">
                {formatLamports(BigInt(entry.value_lamports))} SOL
              </span>
            )}
          </p>
          <p className="mt-1 flex items-center justify-between gap-2">
            <Address
              address={entry.signature}
              href={explorerUrl('tx', entry.signature, network)}
              keep={7}
            />
            <span className="tabular text-ink-muted">
              slot {entry.slot.toLocaleString('en-US')}
            </span>
          </p>
          {entry.flags.length > 0 && (
            <p className="mt-1 text-2xs text-ink-muted">
              {entry.flags.map(formatLabel).join(', ')}
            </p>
          )}
        </li>
      ))}
    </ol>
  </section>
)
