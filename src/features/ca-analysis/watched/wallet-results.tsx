import { useQuery } from '@tanstack/react-query'
import { walletResults, type WalletResult } from '#contract/analysis/watched.ts'
import { linkToReport } from '#src/features/ca-analysis/analysis-link.ts'
import { formatLabel, formatSignedSol } from '#src/features/ca-analysis/report/report-format.ts'
import { cn } from '#src/lib/cn.ts'
import { formatDate } from '#src/lib/dates.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { Button } from '#src/ui/form/button.tsx'

type OtherResultsProps = {
  address: string
  /** The token of the report that is open. */
  mint: string
  onGo: (path: string) => void
}

/** Loads a wallet's results in the user's reports. */
export const useWalletResults = (address: string): readonly WalletResult[] => {
  const { data } = useQuery({
    queryKey: ['wallet-results', address],
    queryFn: ({ signal }) => api.callForData(walletResults, { params: { address }, signal }),
  })
  return data ?? []
}

/** Shows the wallet's results in the user's reports of other tokens. Renders nothing without such reports. */
export const OtherResults = ({ address, mint, onGo }: OtherResultsProps) => {
  const others = useWalletResults(address).filter((result) => result.mint !== mint)
  if (others.length === 0) return null
  return (
    <section className="border-t border-line p-4">
      <h4 className="mb-2 text-ui font-semibold">In your other reports</h4>
      <ResultList address={address} results={others} onGo={onGo} />
    </section>
  )
}

type ResultListProps = {
  address: string
  results: readonly WalletResult[]
  onGo: (path: string) => void
}

export const ResultList = ({ address, results, onGo }: ResultListProps) => (
  <ul className="grid gap-1">
    {results.map((result) => (
      <li key={result.report_id}>
        <Button
          variant="plain"
          className="tabular flex w-full items-center gap-3 rounded-md px-2 py-1.5 text-left text-ui ring-1 ring-line hover:bg-hover pointer-coarse:min-h-11"
          onClick={() => onGo(linkToResult(address, result))}
        >
          <span className="min-w-0 flex-1 truncate">
            <span className="font-medium">{result.symbol ?? shortenAddress(result.mint)}</span>
            <span className="text-ink-muted"> · {formatPlace(result)}</span>
          </span>
          <span
            className={cn(
              'font-medium',
              result.pnl_sol > 0 ? 'text-positive' : result.pnl_sol < 0 && 'text-danger',
            )}
          >
            {formatSignedSol(result.pnl_sol)} SOL
          </span>
          <span className="w-16 text-right text-ink-muted">
            {formatDate(result.made_at, 'day')}
          </span>
        </Button>
      </li>
    ))}
  </ul>
)

const linkToResult = (wallet: string, { report_id, rank }: WalletResult): string =>
  linkToReport(report_id, { wallet, tab: rank === null ? 'excluded' : 'ranked' })

const formatPlace = ({ rank, labels }: WalletResult): string => {
  if (rank !== null) return `rank ${rank}`
  const [reason] = labels
  return reason === undefined ? 'excluded' : `excluded: ${formatLabel(reason).toLowerCase()}`
}
