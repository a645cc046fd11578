import { formatFixed } from '#contract/numbers.ts'
import { useState } from 'react'
import type { Evidence, ScoreTerms } from '#contract/analysis/report.ts'
import { SCORE_POINTS } from '#contract/analysis/score-points.ts'
import type { WalletDetail } from '#contract/analysis/report-parts.ts'
import {
  formatAxisPrice,
  formatLabel,
  formatRatio,
  formatSignedSol,
  formatSol,
  formatSpan,
  formatTime,
  formatTokens,
  formatSignedUsd,
  formatTrades,
  formatUsd,
} from '#src/features/ca-analysis/report/report-format.ts'
import { cn } from '#src/lib/cn.ts'
import { buildExplorerUrl } from '#src/lib/explorer.ts'
import { Address, shortenAddress } from '#src/ui/address.tsx'
import { AreaChart } from '#src/ui/area-chart.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import { applyCostBasis, COST_BASES, type CostBasis } from './cost-basis.ts'
import { buildCurvePath, computePnlCurve } from './pnl-curve.ts'

/** Facts about the token that figures need. `solUsd` is the price of 1 SOL; null when unknown. */
export type FigureContext = { readonly decimals: number; readonly solUsd: number | null }
type Figure = readonly [string, (wallet: WalletDetail, context: FigureContext) => string]

const sol = (amount: number | null, { solUsd }: FigureContext, isSigned = false): string => {
  if (amount === null) return '—'
  const text = `${isSigned ? formatSignedSol(amount) : formatSol(amount)} SOL`
  if (solUsd === null || amount === 0) return text
  return `${text} · ${(isSigned ? formatSignedUsd : formatUsd)(amount * solUsd)}`
}
const lamports = (amount: string, context: FigureContext): string =>
  sol(Number(amount) / 1e9, context)
const price = (value: number | null): string =>
  value === null ? '—' : `${formatAxisPrice(value)} SOL`

const FIGURES: readonly Figure[] = [
  ['Realized PnL', ({ realized_sol }, token) => sol(realized_sol, token, true)],
  ['Unrealized PnL', ({ unrealized_sol }, token) => sol(unrealized_sol, token, true)],
  ['Paid for tokens', ({ cost_lamports }, token) => lamports(cost_lamports, token)],
  ['Received for tokens', ({ proceeds_lamports }, token) => lamports(proceeds_lamports, token)],
  ['Average buy price', ({ avg_buy_sol }) => price(avg_buy_sol)],
  ['Average sell price', ({ avg_sell_sol }) => price(avg_sell_sol)],
  ['Win rate', ({ win_rate }) => formatRatio(win_rate)],
  ['Median hold', ({ hold_seconds_median }) => formatSpan(hold_seconds_median)],
  ['Still held', ({ held_tokens }, { decimals }) => formatTokens(held_tokens, decimals)],
  ['Value if sold now', ({ exit_value_sol }, token) => sol(exit_value_sol, token)],
  ['Value at the last price', ({ paper_value_sol }, token) => sol(paper_value_sol, token)],
  ['Max drawdown', ({ drawdown_sol }, token) => sol(drawdown_sol, token)],
  ['First purchase', ({ first_buy }) => formatTime(first_buy?.time ?? null)],
  ['Market cap at first buy', ({ first_buy }) => formatUsd(first_buy?.mcap_usd ?? null)],
  ['Copyability', ({ copyability }) => `${formatFixed(copyability, 0)} / 100`],
  [
    'Network fees and tips',
    ({ fees_lamports, tips_lamports }, token) =>
      sol((Number(fees_lamports) + Number(tips_lamports)) / 1e9, token),
  ],
  [
    'Sold without buying (received tokens)',
    ({ unattributed_proceeds_sol }, token) => sol(unattributed_proceeds_sol, token),
  ],
]

/** First rows of a comparison of two wallets. */
const COMPARED: readonly Figure[] = [
  ['PnL', ({ pnl_sol }, token) => sol(pnl_sol, token, true)],
  ['Return', ({ roi }) => formatRatio(roi, true)],
  ...FIGURES,
]

type FiguresProps = {
  wallet: WalletDetail
  other: WalletDetail | null
  onStop: () => void
  token: FigureContext
}

export const Figures = ({ wallet: books, other: otherBooks, ...rest }: FiguresProps) => {
  const [basis, setBasis] = useState<CostBasis>('average')
  return (
    <>
      {books.fifo !== null && (
        <div className="px-4 pt-3">
          <ToggleGroup
            look="segments"
            label="Cost basis"
            items={COST_BASES}
            value={basis}
            onChange={setBasis}
          />
        </div>
      )}
      <FigureList
        {...rest}
        wallet={applyCostBasis(books, basis, rest.token.solUsd)}
        other={otherBooks && applyCostBasis(otherBooks, basis, rest.token.solUsd)}
      />
    </>
  )
}

const Profit = ({ wallet, token: { solUsd } }: { wallet: WalletDetail; token: FigureContext }) => {
  const { pnl_sol: pnl, roi, buys, sells } = wallet
  return (
    <div className="px-4 pt-3">
      <p className="text-2xs text-ink-muted">PnL</p>
      <p className="tabular flex flex-wrap items-baseline gap-x-3">
        <span
          className={cn(
            'text-2xl leading-8 font-semibold',
            pnl > 0 ? 'text-positive' : pnl < 0 ? 'text-danger' : 'text-ink-muted',
          )}
        >
          {formatSignedSol(pnl)} SOL
        </span>
        {solUsd !== null && <span className="font-medium">{formatSignedUsd(pnl * solUsd)}</span>}
        <span className="text-ui text-ink-muted">
          {roi === null ? '' : `${formatRatio(roi, true)} · `}
          {formatTrades(buys, sells)}
        </span>
      </p>
    </div>
  )
}

const FigureList = ({ wallet, other, onStop, token }: FiguresProps) =>
  other === null ? (
    <>
      <Profit wallet={wallet} token={token} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 p-4">
        {FIGURES.map(([name, read]) => (
          <div key={name} className="min-w-0">
            <dt className="text-2xs text-ink-muted">{name}</dt>
            <dd className="tabular text-ui font-medium wrap-anywhere">{read(wallet, token)}</dd>
          </div>
        ))}
      </dl>
    </>
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
          {COMPARED.map(([name, read]) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-1 pr-2 text-left font-normal text-ink-muted">
                {name}
              </th>
              <ComparedFigure text={read(wallet, token)} />
              <ComparedFigure text={read(other, token)} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )

/** Shows the amount in dollars below the amount in SOL, since two wallets leave no room beside it. */
const ComparedFigure = ({ text }: { text: string }) => (
  <td className="py-1 pl-3 text-right font-medium">
    {text.split(' · ').map((part) => (
      <span key={part} className="block not-first:font-normal not-first:text-ink-muted">
        {part}
      </span>
    ))}
  </td>
)

const BOX = { width: 400, height: 80 }

export const Curve = ({ evidence }: { evidence: readonly Evidence[] }) => {
  const [place, setPlace] = useState<number | null>(null)
  const points = computePnlCurve(evidence)
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
        path={buildCurvePath(points, BOX)}
        box={BOX}
        label={`Realized profit over ${points.length} trades, ${formatSignedSol(last.sol)} SOL at the end`}
        className={last.sol < 0 ? 'h-20 w-full text-danger' : 'h-20 w-full text-positive'}
        place={place}
        onPlace={setPlace}
      />
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
                href={buildExplorerUrl('tx', signature, network)}
                hasCopy={false}
              />
            ))}
          </p>
        </li>
      ))}
    </ul>
  </section>
)

const TERMS = [
  { key: 'P', name: 'Profit' },
  { key: 'R', name: 'Return' },
  { key: 'W', name: 'Win rate' },
  { key: 'En', name: 'Early entry' },
  { key: 'Ex', name: 'Exit timing' },
] as const

export const Terms = ({ terms }: { terms: ScoreTerms }) => (
  <section className="border-t border-line p-4">
    <h4 className="mb-2 text-ui font-semibold">Score breakdown</h4>
    <ul className="grid gap-2">
      {TERMS.map(({ key, name }) => (
        <li key={key} className="grid grid-cols-[88px_1fr_72px] items-center gap-2 text-ui">
          <span className="text-ink-muted">{name}</span>
          <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${Math.min(1, Math.max(0, terms[key])) * 100}%` }}
            />
          </span>
          <span className="tabular text-right">
            {formatFixed(terms[key] * SCORE_POINTS[key], 1)} / {SCORE_POINTS[key]}
          </span>
        </li>
      ))}
    </ul>
    <p className="mt-2 text-ui text-ink-muted">
      Confidence, by number of trades and timing: × {formatFixed(terms.E, 2)}
    </p>
  </section>
)
