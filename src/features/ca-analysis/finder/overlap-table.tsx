import { formatNumber } from '#contract/numbers.ts'
import type { FinderOverlap, FinderRing } from '#contract/analysis/finder.ts'
import { formatChance, formatSignedSol } from '#src/features/ca-analysis/report/report-format.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import type { TokenNames } from './token-names.ts'

const HEADS = [
  ['Traded both', 'Wallets that traded both tokens'],
  ['Also in others', 'How many of them traded a third token too'],
  ['Expected by chance', 'How many traders of a third token would trade both by chance'],
  ['Chance of this many or more', 'How likely that many trade both by chance'],
  ['Good in both', 'Wallets in the best quarter of each token'],
  ['Good in both by chance', 'How many wallets would be good in both by chance'],
  ['Chance of as many good', 'How likely that many are good in both by chance'],
] as const

const formatCount = (value: number | null): string =>
  value === null ? '—' : formatNumber(value, { maximumFractionDigits: 1 })

/** Removes probabilities that cannot be tested, because no trader of another token traded one of the two. */
const hideUntestable = (pair: FinderOverlap): FinderOverlap =>
  pair.expected === 0 ? { ...pair, others_both: null, expected: null, p_value: null } : pair

/** Compares how many entities traded two tokens with the number expected by chance. */
export const OverlapTable = ({
  overlap,
  tokenName,
}: {
  overlap: readonly FinderOverlap[]
  tokenName: TokenNames
}) => (
  <div className="overflow-x-auto rounded-lg ring-1 ring-line ring-inset">
    <table className="tabular w-full text-ui">
      <thead className="bg-surface-sunken text-ink-muted">
        <tr>
          <th scope="col" className="h-8 px-3 text-left font-medium">
            Tokens
          </th>
          {HEADS.map(([head, hint]) => (
            <th key={head} scope="col" className="px-3 text-right font-medium whitespace-nowrap">
              <span {...tip(hint)} tabIndex={0}>
                {head}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {overlap.map(hideUntestable).map((pair) => (
          <tr key={pair.mints.join(' ')} className="border-t border-line">
            <th scope="row" className="h-8 px-3 text-left font-normal whitespace-nowrap">
              {pair.mints.map(tokenName).join(' and ')}
            </th>
            <td className="px-3 text-right font-medium">{formatCount(pair.traded_both)}</td>
            <td className="px-3 text-right">{formatCount(pair.others_both)}</td>
            <td className="px-3 text-right">{formatCount(pair.expected)}</td>
            <td className="px-3 text-right">{formatChance(pair.p_value)}</td>
            <td className="px-3 text-right font-medium">{formatCount(pair.good_both)}</td>
            <td className="px-3 text-right">{formatCount(pair.good_expected)}</td>
            <td className="px-3 text-right">{formatChance(pair.good_p_value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const MAX_MEMBERS = 20

type RingListProps = { rings: readonly FinderRing[]; tokenName: TokenNames }

export const RingList = ({ rings, tokenName }: RingListProps) =>
  rings.length === 0 ? (
    <EmptyState title="No rings">
      No wallets kept buying within seconds of each other in several tokens.
    </EmptyState>
  ) : (
    <ul className="grid gap-4 text-ui">
      {rings.map(({ id, members, pnl_sol: pnl, entries }) => (
        <li key={id} className="rounded-lg p-3 ring-1 ring-line ring-inset">
          <h3 className="font-semibold">
            {members.length} wallets, {entries.length} tokens, {formatSignedSol(pnl)} SOL
          </h3>
          <p className="mt-1 flex flex-wrap gap-x-4">
            {members.slice(0, MAX_MEMBERS).map((member) => (
              <ChainAddress key={member} address={member} />
            ))}
            {members.length > MAX_MEMBERS && <span>and {members.length - MAX_MEMBERS} more</span>}
          </p>
          <ul className="mt-2 grid gap-1 text-ink-muted">
            {entries.map(({ mint, from_slot: from, to_slot: to, purchases }) => (
              <li key={mint} className="flex flex-wrap gap-x-3">
                <span {...tip(mint)}>{tokenName(mint)}</span>
                <span className="tabular">
                  {purchases.length} purchases in slots {formatNumber(from)} to {formatNumber(to)}
                </span>
                {purchases.slice(0, 3).map(({ sig }) => (
                  <ChainAddress key={sig} kind="tx" address={sig} hasCopy={false} />
                ))}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
