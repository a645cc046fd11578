import { listReports, type ReportSummary } from '#contract/analysis/analysis.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { usePagedList } from '#src/platform/lists/use-paged-list.ts'
import { Mono, shortenAddress } from '#src/ui/address.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { useDemoTokens } from './demo-tokens.ts'

/** A token that the user can enter by its symbol. */
export type KnownToken = { readonly address: string; readonly symbol: string }

const PAGE_SIZE = 10
const MAX_SHOWN = 6

export const useReports = () =>
  usePagedList({
    key: ['reports'],
    pageSize: PAGE_SIZE,
    load: (page, signal) => api.call(listReports, { query: page, signal }),
  })

/** Returns the symbols of the tokens that the reports name, by address. */
export const indexSymbols = (reports: readonly ReportSummary[]): Map<string, string> =>
  new Map(
    reports.flatMap(({ contract_addresses: mints, symbol, symbols }) =>
      mints.flatMap((mint, at) => {
        const known = symbols?.[at] ?? (mints.length === 1 ? symbol : null)
        return known === null || known === undefined || known === '' ? [] : [[mint, known] as const]
      }),
    ),
  )

/** Returns the tokens of the user's latest reports, then those of the demo market. */
export const useKnownTokens = (): readonly KnownToken[] => {
  const { rows } = useReports()
  const demoTokens = useDemoTokens()
  const symbols = indexSymbols(rows)
  for (const { contract_address: address, symbol } of demoTokens) {
    if (!symbols.has(address)) symbols.set(address, symbol)
  }
  return [...symbols].map(([address, symbol]) => ({ address, symbol }))
}

/** Returns the tokens whose symbols begin with the text, ignoring a leading `$`; empty for blank text. */
export const findTokens = (tokens: readonly KnownToken[], text: string): readonly KnownToken[] => {
  const typed = text.trim().replace(/^\$/, '').toLowerCase()
  return typed === ''
    ? []
    : tokens.filter(({ symbol }) => symbol.toLowerCase().startsWith(typed)).slice(0, MAX_SHOWN)
}

type TokenButtonsProps = {
  label: string
  tokens: readonly KnownToken[]
  onPick: (address: string) => void
}

export const TokenButtons = ({ label, tokens, onPick }: TokenButtonsProps) =>
  tokens.length > 0 && (
    <div className="flex flex-wrap items-center gap-2" role="group" aria-label={label}>
      <span className="text-ui text-ink-muted">{label}</span>
      {tokens.slice(0, MAX_SHOWN).map(({ address, symbol }) => (
        <Button
          key={address}
          size="sm"
          className="rounded-full"
          aria-label={`${symbol} ${address}`}
          onClick={() => onPick(address)}
        >
          <span className="max-w-32 truncate">{symbol}</span>
          <Mono className="font-normal text-ink-muted">{shortenAddress(address)}</Mono>
        </Button>
      ))}
    </div>
  )
