import { lamportsToSol } from '#contract/money.ts'
import { formatFixed } from '#contract/numbers.ts'
import { useState } from 'react'
import type { ScoreTerms } from '#contract/analysis/report.ts'
import { SCORE_POINTS } from '#contract/analysis/score-points.ts'
import type { WalletDetail } from '#contract/analysis/report-parts.ts'
import {
  formatAxisPrice,
  formatLabel,
  formatLamportsShort,
  formatRatio,
  formatSignedSol,
  formatSol,
  formatSolOrUsd,
  formatSpan,
  formatTime,
  formatTokens,
  formatSignedUsd,
  formatTrades,
  formatUsd,
  type TokenUnits,
} from '#src/features/ca-analysis/report/report-format.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { cn } from '#src/lib/cn.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { AreaChart } from '#src/ui/area-chart.tsx'
import { buildAreaPath, findPointAt } from '#src/ui/area-path.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import { applyCostBasis, COST_BASES, type CostBasis } from './cost-basis.ts'
import { listPnlPoints } from './pnl-curve.ts'

type Figure = readonly [string, (wallet: WalletDetail, units: TokenUnits) => string]

const formatSolAndUsd = (
  amount: number | null,
  { solUsd }: TokenUnits,
  isSigned = false,
): string => {
  if (amount === null) return '—'
  const text = `${isSigned ? formatSignedSol(amount) : formatSol(amount)} SOL`
  if (solUsd === null || amount === 0) return text
  return `${text} · ${(isSigned ? formatSignedUsd : formatUsd)(amount * solUsd)}`
}
/** Uses the dollar price at the time of each trade. Omits dollars where they are unknown. */
const formatPaid = (lamports: string, usd: number | null): string => {
  const text = `${formatLamportsShort(lamports)} SOL`
  return usd === null || usd === 0 ? text : `${text} · ${formatUsd(usd)}`
}
const formatPriceInSol = (value: number | null): string =>
  value === null ? '—' : `${formatAxisPrice(value)} SOL`

const FIGURES: readonly Figure[] = [
  ['Realized PnL', ({ realized_sol }, units) => formatSolAndUsd(realized_sol, units, true)],
  ['Unrealized PnL', ({ unrealized_sol }, units) => formatSolAndUsd(unrealized_sol, units, true)],
  ['Paid for tokens', ({ cost_lamports: paid, cost_usd: usd }) => formatPaid(paid, usd)],
  [
    'Received for tokens',
    ({ proceeds_lamports: received, proceeds_usd: usd }) => formatPaid(received, usd),
  ],
  ['Average buy price', ({ avg_buy_sol }) => formatPriceInSol(avg_buy_sol)],
  ['Average sell price', ({ avg_sell_sol }) => formatPriceInSol(avg_sell_sol)],
  ['Win rate', ({ win_rate }) => formatRatio(win_rate)],
  ['Median hold', ({ hold_seconds_median }) => formatSpan(hold_seconds_median)],
  ['Still held', ({ held_tokens }, { decimals }) => formatTokens(held_tokens, decimals)],
  ['Value if sold now', ({ exit_value_sol }, units) => formatSolAndUsd(exit_value_sol, units)],
  [
    'Value at the last price',
    ({ paper_value_sol }, units) => formatSolAndUsd(paper_value_sol, units),
  ],
  ['Max drawdown', ({ drawdown_sol }, units) => formatSolAndUsd(drawdown_sol, units)],
  ['First purchase', ({ first_buy }) => formatTime(first_buy?.time ?? null)],
  [
    'Market cap at first buy',
    ({ first_buy: buy }) => formatSolOrUsd(buy?.mcap_sol ?? null, buy?.mcap_usd ?? null),
  ],
  [
    'Copyability',
    ({ copyability, follower_pnl_sol: profit = null }) =>
      profit === null ? '—' : `${formatFixed(copyability, 0)} / 100`,
  ],
  [
    'Follower, each trade 15 s later',
    ({ follower_pnl_sol: profit = null, follower_roi: roi = null }, units) =>
      profit === null ? '—' : `${formatSolAndUsd(profit, units, true)} (${formatRatio(roi)})`,
  ],
  [
    'Network fees and tips',
    ({ fees_lamports, tips_lamports }, units) =>
      formatSolAndUsd(lamportsToSol(BigInt(fees_lamports) + BigInt(tips_lamports)), units),
  ],
  [
    'Sold without buying (received tokens)',
    ({ unattributed_proceeds_sol }, units) => formatSolAndUsd(unattributed_proceeds_sol, units),
  ],
]

/** First rows of a comparison of two wallets. */
const COMPARED: readonly Figure[] = [
  ['PnL', ({ pnl_sol }, units) => formatSolAndUsd(pnl_sol, units, true)],
  ['Return', ({ roi }) => formatRatio(roi, true)],
  ...FIGURES,
]

type FiguresProps = {
  wallet: WalletDetail
  other: WalletDetail | null
  onStop: () => void
  units: TokenUnits
}

export type BasisProps = { basis: CostBasis; onBasis: (basis: CostBasis) => void }

export const Figures = ({
  wallet: books,
  other: otherBooks,
  basis,
  onBasis,
  ...rest
}: FiguresProps & BasisProps) => (
  <>
    {books.fifo !== null && (
      <div className="px-4 pt-3">
        <ToggleGroup
          look="segments"
          label="Cost basis"
          items={COST_BASES}
          value={basis}
          onChange={onBasis}
        />
      </div>
    )}
    <FigureList
      {...rest}
      wallet={applyCostBasis(books, basis, rest.units.solUsd)}
      other={otherBooks && applyCostBasis(otherBooks, basis, rest.units.solUsd)}
    />
    {rest.units.solUsd !== null && (
      <p className="px-4 pb-4 text-2xs text-ink-muted">
        Dollars paid and received, and the market cap at first buy, are of that time. Others use
        SOL’s price of this report.
      </p>
    )}
  </>
)

const Profit = ({ wallet, units: { solUsd } }: { wallet: WalletDetail; units: TokenUnits }) => {
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

const FigureList = ({ wallet, other, onStop, units }: FiguresProps) =>
  other === null ? (
    <>
      <Profit wallet={wallet} units={units} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 p-4">
        {FIGURES.map(([name, read]) => (
          <div key={name} className="min-w-0">
            <dt className="text-2xs text-ink-muted">{name}</dt>
            <dd className="tabular text-ui font-medium wrap-anywhere">{read(wallet, units)}</dd>
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
              <ComparedFigure text={read(wallet, units)} />
              <ComparedFigure text={read(other, units)} />
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

type CurveProps = { wallet: Pick<WalletDetail, 'pnl_series' | 'evidence'>; basis: CostBasis }

export const Curve = ({ wallet, basis }: CurveProps) => {
  const [place, setPlace] = useState<number | null>(null)
  const points = listPnlPoints(wallet, basis)
  const path = buildAreaPath(points, BOX, { isStepped: true })
  const last = points.at(-1)
  const shown = findPointAt(points, place ?? 1)
  if (last === undefined || shown === undefined) return null
  return (
    <section className="border-t border-line p-4">
      <h4 className="mb-2 flex justify-between text-ui font-semibold">
        Realized PnL{' '}
        <span className="tabular font-normal text-ink-muted">
          {formatSignedSol(shown.value)} SOL · {formatTime(shown.time)}
        </span>
      </h4>
      {path === null ? (
        <p className="text-ui text-ink-muted">
          {points.length === 1
            ? 'A curve needs two trades; this wallet has one.'
            : 'All trades were in the same second, so there is no curve.'}
        </p>
      ) : (
        <AreaChart
          path={path}
          box={BOX}
          label={`Realized profit over ${points.length} trades, ${formatSignedSol(last.value)} SOL at the end`}
          className={last.value < 0 ? 'h-20 w-full text-danger' : 'h-20 w-full text-positive'}
          place={place}
          onPlace={setPlace}
        />
      )}
    </section>
  )
}

export const Labels = ({ wallet }: { wallet: WalletDetail }) => (
  <section className="border-t border-line p-4">
    <h4 className="mb-2 text-ui font-semibold">Labels</h4>
    <ul className="grid gap-3">
      {wallet.labels.map(({ label, hard, reason, proof }) => (
        <li key={`${label} ${reason}`} className="text-ui">
          <Badge tone={hard ? 'danger' : 'warning'}>{formatLabel(label)}</Badge>
          <p className="mt-1 text-ink-muted">{reason}</p>
          <p className="flex flex-wrap gap-x-2">
            {proof.slice(0, 3).map((signature) => (
              <ChainAddress key={signature} kind="tx" address={signature} hasCopy={false} />
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
