import { formatNumber } from '#contract/numbers.ts'
import type { FinderPart } from '#contract/analysis/finder.ts'
import type { ReportHead, WalletDetail } from '#contract/analysis/report-parts.ts'
import {
  formatRatio,
  formatSignedSol,
  formatSignedUsd,
  formatTime,
  formatTrades,
} from '#src/features/ca-analysis/report/report-format.ts'
import { createTokenNames } from '#src/features/ca-analysis/finder/token-names.ts'
import { listTokenFacts } from '#src/features/ca-analysis/token/token-facts.ts'
import { getTokenStyle, type TokenStyle } from '#src/features/ca-analysis/token/token-style.ts'
import { applyCostBasis, type CostBasis } from '#src/features/ca-analysis/wallet/cost-basis.ts'
import { formatDate } from '#src/lib/dates.ts'
import { shortenAddress } from '#src/ui/address.tsx'

type Fact = { readonly name: string; readonly value: string }

/** The content of a shared picture. All texts are formatted as in the report. */
export type PictureFacts = {
  readonly tool: 'CA Analysis' | 'Wallet Finder'
  readonly look: TokenStyle
  /** The token's symbol, or its short address where it has none; of a search, the tool. */
  readonly title: string
  readonly tokenName: string | null
  readonly marks: readonly string[]
  /** The kind of `address`. */
  readonly kind: 'Wallet' | 'Token' | 'Tokens'
  readonly address: string
  readonly main: Fact & { readonly detail: string; readonly sign: number }
  readonly facts: readonly Fact[]
}

type Source = {
  isDemo: boolean
  /** True if the report is of the local chain. */
  isPlayMoney: boolean
}

type Origin = Source & { report: ReportHead }

const listMarks = ({ isDemo, isPlayMoney }: Source, isComplete: boolean): string[] => [
  ...(isDemo ? ['DEMO'] : []),
  ...(isPlayMoney ? ['Play money'] : []),
  ...(isComplete ? [] : ['Partial history']),
]

const describeToken = ({ report: { mint, token, coverage }, ...source }: Origin) => ({
  tool: 'CA Analysis' as const,
  look: getTokenStyle(mint, token?.symbol ?? null),
  title: token?.symbol ?? shortenAddress(mint),
  tokenName: token?.name ?? null,
  marks: listMarks(source, coverage.complete),
})

const ANALYZED = 'Analyzed'

/** Includes the year, because pictures are kept. */
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

/** Returns the picture of a search for wallets, with its best one. */
export const pictureFinder = (report: FinderPart, source: Source): PictureFacts => {
  const { mints, counts, rings } = report
  const read = mints.filter(({ error }) => error === null)
  const tokenName = createTokenNames(mints)
  const [first] = read
  const [best] = report.wallets
  return {
    tool: 'Wallet Finder',
    look: getTokenStyle(first?.mint ?? '', first?.symbol ?? null),
    title: 'Wallet Finder',
    tokenName: null,
    marks: listMarks(
      source,
      read.every(({ complete }) => complete),
    ),
    kind: 'Tokens',
    address: read.map(({ mint }) => tokenName(mint)).join(', '),
    main: {
      name: 'Proven wallets',
      value: formatNumber(counts.found),
      detail: `${formatNumber(counts.tested)} compared`,
      sign: 0,
    },
    facts: [
      ...(best === undefined
        ? []
        : [
            { name: 'Best wallet', value: shortenAddress(best.address) },
            { name: 'Its PnL', value: `${formatSignedSol(best.pnl_sol)} SOL` },
            { name: 'Profitable in', value: `${best.profitable} of ${best.traded} tokens` },
          ]),
      { name: 'Tokens', value: formatNumber(read.length) },
      { name: 'Trades', value: formatNumber(counts.trades) },
      { name: 'Rings', value: formatNumber(rings.length) },
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
