import { formatNumber } from '#contract/numbers.ts'
import type { ReportHead } from '#contract/analysis/report-parts.ts'
import {
  formatAxisPrice,
  formatPrice,
  formatRatio,
  formatSolOrUsd,
  formatSpan,
  formatTime,
  formatUsd,
} from '#src/features/ca-analysis/report/report-format.ts'
import { formatDate } from '#src/lib/dates.ts'
import { shortenAddress } from '#src/ui/address.tsx'

export type TokenFact = {
  readonly name: string
  readonly value: string
  readonly hint: string
  /** True for a warning. */
  readonly isRisky?: boolean
}

/** Above these shares, a few wallets can move the price at will. */
const RISKY_TOP10 = 0.3
const RISKY_SHARE = 0.1

const listShareFact = (
  name: string,
  ratio: number | null,
  limit: number,
  hint: string,
): readonly TokenFact[] =>
  ratio === null
    ? []
    : [{ name, value: formatRatio(ratio), hint, ...(ratio > limit ? { isRisky: true } : {}) }]

/** Returns the facts for the head of a report: price, size and risks. Unknown ones are left out. */
export const listTokenFacts = (report: ReportHead): readonly TokenFact[] => {
  const { price, token, counts, asof_time: asOf } = report
  const facts: TokenFact[] = [
    {
      name: 'Pool price',
      value:
        price.usd === null
          ? price.sol === null
            ? '—'
            : `${formatAxisPrice(price.sol)} SOL`
          : formatUsd(price.usd),
      hint: `${price.sol === null ? 'Price' : `${formatPrice(price.sol)} SOL`} in the deepest pool when the report was made`,
    },
  ]
  const madeAt = report.made_at === null ? asOf : Date.parse(report.made_at) / 1_000
  if (token !== null) facts.push(...listSizeFacts(token, madeAt), ...listRiskFacts(token))
  facts.push({
    name: 'Trades',
    value: formatNumber(counts.trades),
    hint: `${formatNumber(counts.buyers)} buyers, ${formatNumber(counts.sellers)} sellers, as of ${formatTime(asOf)}`,
  })
  if (report.made_at !== null) {
    facts.push({
      name: 'Analyzed',
      value: formatDate(report.made_at, 'day and clock'),
      hint: 'Price, holders and age are those of that time',
    })
  }
  return facts
}

type Token = NonNullable<ReportHead['token']>

const listSizeFacts = (token: Token, madeAt: number | null): TokenFact[] => [
  {
    name: 'Market cap',
    value: formatSolOrUsd(token.market_cap_sol, token.market_cap_usd),
    hint: 'Supply × price when the report was made',
  },
  {
    name: 'Liquidity',
    value: formatSolOrUsd(token.liquidity_sol, token.liquidity_usd),
    hint: 'SOL and dollars in this token’s pools',
  },
  ...(token.created_at === null || madeAt === null
    ? []
    : [
        {
          name: 'Age',
          value: formatSpan(madeAt - token.created_at),
          hint: `Created ${formatTime(token.created_at)}`,
        },
      ]),
  ...(token.holders === null
    ? []
    : [
        {
          name: 'Holders',
          value: formatNumber(token.holders),
          hint: 'Wallets that hold the token, excluding pools',
        },
      ]),
]

const listRiskFacts = (token: Token): TokenFact[] => [
  ...listShareFact(
    'Top 10',
    token.top10_share,
    RISKY_TOP10,
    'Share of the supply held by ten wallets',
  ),
  ...listShareFact(
    'Dev',
    token.developer_share,
    RISKY_SHARE,
    `Share that ${token.developer === null ? 'the creator' : shortenAddress(token.developer)} holds`,
  ),
  ...listShareFact(
    'Bundles',
    token.bundle_share,
    RISKY_SHARE,
    'Share bought in bundles at the launch',
  ),
  ...listShareFact(
    'Snipers',
    token.sniper_share,
    RISKY_SHARE,
    'Share bought right after the launch',
  ),
  buildAuthorityFact(token),
]

/** Returns the fact about who can create more tokens or freeze tokens. */
const buildAuthorityFact = ({
  mint_authority: mint,
  freeze_authority: freeze,
}: Token): TokenFact => {
  const can = [
    ...(mint === null ? [] : [`${shortenAddress(mint)} can create more tokens`]),
    ...(freeze === null ? [] : [`${shortenAddress(freeze)} can freeze your tokens`]),
  ]
  if (can.length === 0) {
    return {
      name: 'Authorities',
      value: 'None',
      hint: 'No one can create more tokens or freeze yours',
    }
  }
  const value = [...(mint === null ? [] : ['mint']), ...(freeze === null ? [] : ['freeze'])]
  return { name: 'Authorities', value: value.join(', '), hint: can.join('; '), isRisky: true }
}
