import { formatNumber } from '#contract/numbers.ts'
import type { ReportHead, WalletDetail } from '#contract/analysis/report-parts.ts'
import {
  formatRatio,
  formatSignedSol,
  formatSignedUsd,
  formatTime,
  formatTrades,
} from '#src/features/ca-analysis/report/report-format.ts'
import { listTokenFacts } from '#src/features/ca-analysis/token/token-facts.ts'
import { getTokenStyle, type TokenStyle } from '#src/features/ca-analysis/token/token-style.ts'
import { applyCostBasis, type CostBasis } from '#src/features/ca-analysis/wallet/cost-basis.ts'
import { formatDate } from '#src/lib/dates.ts'
import { shortenAddress } from '#src/ui/address.tsx'

type Fact = { readonly name: string; readonly value: string }

/** What a shared picture shows. All texts are formatted as in the report. */
export type PictureFacts = {
  readonly look: TokenStyle
  /** The token's symbol; its short address where it has none. */
  readonly title: string
  readonly tokenName: string | null
  readonly marks: readonly string[]
  /** What `address` is of. */
  readonly kind: 'Wallet' | 'Token'
  readonly address: string
  readonly main: Fact & { readonly detail: string; readonly sign: number }
  readonly facts: readonly Fact[]
}

type Origin = {
  report: ReportHead
  isDemo: boolean
  /** True if the report is of the local chain. */
  isPlayMoney: boolean
}

const describeToken = ({ report: { mint, token, coverage }, isDemo, isPlayMoney }: Origin) => ({
  look: getTokenStyle(mint, token?.symbol ?? null),
  title: token?.symbol ?? shortenAddress(mint),
  tokenName: token?.name ?? null,
  marks: [
    ...(isDemo ? ['DEMO'] : []),
    ...(isPlayMoney ? ['Play money'] : []),
    ...(coverage.complete ? [] : ['Partial history']),
  ],
})

const ANALYZED = 'Analyzed'

/** With the year, because a picture outlives its page. */
const analyzedFact = ({ made_at: madeAt, asof_time: asOf }: ReportHead): Fact => ({
  name: ANALYZED,
  value: madeAt === null ? formatTime(asOf) : formatDate(madeAt, 'date'),
})

/** Returns the picture of a report's summary. */
export const pictureReport = (origin: Origin): PictureFacts => {
  const { report } = origin
  return {
    ...describeToken(origin),
    kind: 'Token',
    address: shortenAddress(report.mint),
    main: {
      name: 'Ranked wallets',
      value: formatNumber(report.counts.wallets),
      detail: `${formatNumber(report.counts.excluded)} excluded`,
      sign: 0,
    },
    facts: [
      ...listTokenFacts(report).filter(({ name }) => name !== ANALYZED),
      analyzedFact(report),
    ],
  }
}

/** Returns the picture of a wallet's result at a cost basis. */
export const pictureWallet = (
  books: WalletDetail,
  basis: CostBasis,
  origin: Origin,
): PictureFacts => {
  const { report } = origin
  const { sol_usd: solUsd } = report.price
  const wallet = applyCostBasis(books, basis, solUsd)
  const isFifo = basis === 'fifo' && books.fifo !== null
  const { pnl_sol: pnl, rank } = wallet
  return {
    ...describeToken(origin),
    kind: 'Wallet',
    address: shortenAddress(wallet.address),
    main: {
      name: isFifo ? 'PnL · first in, first out' : 'PnL',
      value: `${formatSignedSol(pnl)} SOL`,
      detail: solUsd === null || pnl === 0 ? '' : formatSignedUsd(pnl * solUsd),
      sign: Math.sign(pnl),
    },
    facts: [
      { name: 'Realized', value: `${formatSignedSol(wallet.realized_sol)} SOL` },
      { name: 'Return', value: formatRatio(wallet.roi, true) },
      { name: 'Trades', value: formatTrades(wallet.buys, wallet.sells) },
      {
        name: 'Rank',
        value:
          rank === null
            ? 'Excluded'
            : `${formatNumber(rank)} of ${formatNumber(report.counts.wallets)}`,
      },
      analyzedFact(report),
    ],
  }
}

/** Returns the picture in words. */
export const describePicture = ({ title, kind, address, main, marks, facts }: PictureFacts) =>
  [
    [title, kind, address].join(' '),
    [main.name, main.value, main.detail].filter((part) => part !== '').join(' '),
    ...facts.map(({ name, value }) => `${name} ${value}`),
    ...marks,
  ].join(', ')
