import { useState } from 'react'
import type { Evidence, ScoreTerms } from '#contract/analysis/report.ts'
import type { WalletDetail } from '#contract/analysis/report-parts.ts'
import {
  formatAxisPrice,
  formatLabel,
  formatLamportsShort,
  formatRatio,
  formatSignedSol,
  formatSol,
  formatSpan,
  formatTime,
  formatTokens,
  formatUsd,
} from '#src/features/ca-analysis/report/report-format.ts'
import { explorerUrl } from '#src/lib/explorer.ts'
import { Address, shortenAddress } from '#src/ui/address.tsx'
import { AreaChart } from '#src/ui/area-chart.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import { curvePath, pnlCurve } from './pnl-curve.ts'

type Figure = readonly [string, (wallet: WalletDetail, decimals: number) => string]

const METHODS = [
  { value: 'average', label: 'Average cost' },
  { value: 'fifo', label: 'First in, first out' },
] as const
type Method = (typeof METHODS)[number]['value']

const sol = (text: string): string => (text === '—' ? text : `${text} SOL`)
const price = (value: number | null): string =>
  value === null ? '—' : `${formatAxisPrice(value)} SOL`

const FIGURES: readonly Figure[] = [
  ['PnL', ({ pnl_sol }) => sol(formatSignedSol(pnl_sol))],
  ['PnL in dollars', ({ pnl_usd }) => formatUsd(pnl_usd)],
  ['Realized PnL', ({ realized_sol }) => sol(formatSignedSol(realized_sol))],
  ['Unrealized PnL', ({ unrealized_sol }) => sol(formatSignedSol(unrealized_sol))],
  ['Largest fall of the profit', ({ drawdown_sol }) => sol(formatSol(drawdown_sol))],
  ['Value at the last price', ({ paper_value_sol }) => sol(formatSol(paper_value_sol))],
  ['Paid for tokens', ({ cost_lamports }) => sol(formatLamportsShort(cost_lamports))],
  ['Received for tokens', ({ proceeds_lamports }) => sol(formatLamportsShort(proceeds_lamports))],
  ['Average purchase', ({ avg_buy_sol }) => price(avg_buy_sol)],
  ['Average sale', ({ avg_sell_sol }) => price(avg_sell_sol)],
  ['Return', ({ roi }) => formatRatio(roi, true)],
  ['Win rate', ({ win_rate }) => formatRatio(win_rate)],
  ['Still held', ({ held_tokens }, decimals) => formatTokens(held_tokens, decimals)],
  ['Value if sold now', ({ exit_value_sol }) => sol(formatSol(exit_value_sol))],
  ['Median hold', ({ hold_seconds_median }) => formatSpan(hold_seconds_median)],
  ['Copyability', ({ copyability }) => `${copyability.toFixed(0)} / 100`],
  ['First purchase', ({ first_buy }) => formatTime(first_buy?.time ?? null)],
  ['Market cap then', ({ first_buy }) => formatUsd(first_buy?.mcap_usd ?? null)],
  [
    'Network fees and tips',
    ({ fees_lamports, tips_lamports }) =>
      sol(formatSol((Number(fees_lamports) + Number(tips_lamports)) / 1e9)),
  ],
  [
    'Sold without buying (received tokens)',
    ({ unattributed_proceeds_sol }) => sol(formatSol(unattributed_proceeds_sol)),
  ],
]

type FiguresProps = {
  wallet: WalletDetail
  /** Shown in a second column. */
  other: WalletDetail | null
  onStop: () => void
  decimals: number
}

/** Returns the wallet with the results of one method; at average cost where an early report has no other. */
const byMethod = (wallet: WalletDetail, method: Method): WalletDetail =>
  method === 'average' || wallet.fifo === null
    ? wallet
    : { ...wallet, ...wallet.fifo, pnl_usd: null }

export const Figures = ({ wallet: books, other: otherBooks, ...rest }: FiguresProps) => {
  const [method, setMethod] = useState<Method>('average')
  return (
    <>
      {books.fifo !== null && (
        <div className="px-4 pt-3">
          <ToggleGroup
            look="segments"
            label="Cost of what is sold"
            items={METHODS}
            value={method}
            onChange={setMethod}
          />
        </div>
      )}
      <FigureList
        {...rest}
        wallet={byMethod(books, method)}
        other={otherBooks && byMethod(otherBooks, method)}
      />
    </>
  )
}

const FigureList = ({ wallet, other, onStop, decimals }: FiguresProps) =>
  other === null ? (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 p-4">
      {FIGURES.map(([name, read]) => (
        <div key={name} className="min-w-0">
          <dt className="text-2xs text-ink-muted">{name}</dt>
          <dd className="tabular text-ui font-medium wrap-anywhere">{read(wallet, decimals)}</dd>
        </div>
      ))}
    </dl>
  ) : (
    <div className="p-4">
      <table className="tabular w-full text-ui" aria-label="Two wallets compared">
        <thead>
          <tr className="text-ink-muted">
            <td>
              <Button size="sm" variant="ghost" className="-ml-3" onClick={onStop}>
                Stop comparing
              </Button>
            </td>
            {[wallet, other].map(({ address }) => (
              <th key={address} scope="col" className="pb-2 text-right font-mono font-medium">
                {shortenAddress(address)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.map(([name, read]) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-1 pr-2 text-left font-normal text-ink-muted">
                {name}
              </th>
              <td className="text-right font-medium">{read(wallet, decimals)}</td>
              <td className="pl-3 text-right font-medium">{read(other, decimals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )

const BOX = { width: 400, height: 80 }

export const Curve = ({ evidence }: { evidence: readonly Evidence[] }) => {
  const [place, setPlace] = useState<number | null>(null)
  const points = pnlCurve(evidence)
  const first = points[0]
  const last = points.at(-1)
  if (points.length < 2 || first === undefined || last === undefined) return null
  const at = place === null ? last.time : first.time + place * (last.time - first.time)
  const shown = points.findLast(({ time }) => time <= at) ?? first
  return (
    <section className="border-t border-line p-4">
      <h4 className="mb-2 flex justify-between text-ui font-semibold">
        Realized PnL
        <span className="tabular font-normal text-ink-muted">
          {formatSignedSol(shown.sol)} SOL · {formatTime(shown.time)}
        </span>
      </h4>
      <AreaChart
        path={curvePath(points, BOX)}
        box={BOX}
        label={`Realized profit over ${points.length} trades, ${formatSignedSol(last.sol)} SOL at the end`}
        className={last.sol < 0 ? 'h-20 w-full text-danger' : 'h-20 w-full text-positive'}
        place={place}
        onPlace={setPlace}
      />
    </section>
  )
}

type LinksProps = { wallet: WalletDetail; network: string; onOpen: (address: string) => void }

const MAX_MEMBERS = 12

/** Who sent the wallet its first SOL, and which wallets belong to it. */
export const Links = ({ wallet: { address, funder, cluster }, network, onOpen }: LinksProps) => {
  const members = (cluster?.members ?? []).filter((member) => member !== address)
  if (funder === null && members.length === 0) return null
  const kind = cluster === null ? '' : formatLabel(cluster.kind)
  return (
    <section className="border-t border-line p-4">
      <h4 className="mb-2 text-ui font-semibold">Where its SOL came from, and linked wallets</h4>
      <ul className="grid gap-1 text-ui">
        {funder !== null && (
          <li className="flex flex-wrap items-center gap-x-2">
            <span className="text-ink-muted">Funded by</span>
            <Address
              address={funder.address}
              href={explorerUrl('address', funder.address, network)}
            />
            {funder.sig !== null && (
              <Address
                address={funder.sig}
                href={explorerUrl('tx', funder.sig, network)}
                hasCopy={false}
              />
            )}
          </li>
        )}
        {members.length > 0 && (
          <li>
            <p className="text-ink-muted">
              {kind}, {members.length + 1} wallets:
            </p>
            <ul className="mt-1 ml-1 border-l-2 border-line-strong pl-3">
              {members.slice(0, MAX_MEMBERS).map((member) => (
                <li key={member}>
                  <Button
                    variant="plain"
                    className="rounded-sm font-mono text-accent-ink hover:underline pointer-coarse:min-h-11"
                    onClick={() => onOpen(member)}
                  >
                    {shortenAddress(member, 6)}
                  </Button>
                </li>
              ))}
              {members.length > MAX_MEMBERS && (
                <li className="text-ink-muted">and {members.length - MAX_MEMBERS} more</li>
              )}
            </ul>
          </li>
        )}
      </ul>
    </section>
  )
}

export const Labels = ({ wallet, network }: { wallet: WalletDetail; network: string }) => (
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

export const Terms = ({ terms }: { terms: ScoreTerms }) => (
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
