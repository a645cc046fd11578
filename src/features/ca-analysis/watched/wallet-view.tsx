import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Wallet from 'lucide-react/icons/wallet'
import { walletOverview, type HeldToken } from '#contract/analysis/watched.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import {
  linkToAddress,
  linkToMode,
  linkToReport,
  type AnalysisLink,
} from '#src/features/ca-analysis/analysis-link.ts'
import { formatTokens } from '#src/features/ca-analysis/report/report-format.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { shortenAddress } from '#src/ui/address.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import { WatchButton } from './watch-button.tsx'
import { ResultList, useWalletResults } from './wallet-results.tsx'
import { TradeList } from './watched-trades.tsx'
import { useWatching } from './watched-wallets.ts'

/** Each refresh reads the newest transactions again. */
const REFRESH_MS = 120_000
const SOL_DECIMALS = 9

type WalletViewProps = {
  address: string
  /** The report that Back opens. */
  origin: Pick<AnalysisLink, 'from' | 'tab'>
  onGo: (path: string) => void
}

/** Shows what a wallet holds, its last trades, and its results in the user's reports. */
export const WalletView = ({ address, origin, onGo }: WalletViewProps) => {
  const watching = useWatching()
  const { from, tab } = origin
  const query = useQuery({
    queryKey: ['wallet', address],
    queryFn: ({ signal }) => api.callForData(walletOverview, { params: { address }, signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  })
  const { data } = query
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <Button
          size="sm"
          variant="ghost"
          className="-ml-3"
          icon={<ArrowLeft size={15} />}
          onClick={() =>
            onGo(
              from === null ? linkToMode('watched') : linkToReport(from, { tab, wallet: address }),
            )
          }
        >
          {from === null ? 'Watched wallets' : 'Back to report'}
        </Button>
        <div className="mt-1 flex items-center gap-2">
          <h1 className="flex min-w-0 flex-1 items-center gap-2 text-xl leading-7 font-semibold tracking-tight">
            Wallet
            <ChainAddress address={address} />
          </h1>
          <WatchButton
            isOn={watching.isWatched(address)}
            onToggle={() => watching.toggle(address)}
          />
        </div>
      </div>
      {query.isPending && <LoadingRows label="Reading the wallet" />}
      <LoadFailure query={query}>{getErrorMessage(query.error)}</LoadFailure>
      {data !== undefined && (
        <>
          <Section title="Holds">
            <Holdings
              lamports={data.lamports}
              tokens={data.tokens}
              tokenCount={data.token_count}
              onGo={onGo}
            />
          </Section>
          <Section title="Latest trades">
            {data.trades.length > 0 ? (
              <TradeList label="Latest trades" trades={data.trades} onGo={onGo} />
            ) : (
              <EmptyState
                icon={<Wallet size={22} />}
                title={`No trades in its last ${data.transactions_read} transactions`}
              >
                Watch the wallet to hear when it trades.
              </EmptyState>
            )}
          </Section>
        </>
      )}
      <OwnResults address={address} onGo={onGo} />
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2" aria-label={title}>
    <h2 className="text-ui font-semibold">{title}</h2>
    {children}
  </section>
)

type HoldingsProps = {
  lamports: string
  tokens: readonly HeldToken[]
  tokenCount: number
  onGo: (path: string) => void
}

const Holdings = ({ lamports, tokens, tokenCount, onGo }: HoldingsProps) => (
  <>
    <ul className="tabular grid rounded-lg text-ui ring-1 ring-line ring-inset">
      <HoldingRow name="SOL" amount={formatTokens(lamports, SOL_DECIMALS)} />
      {tokens.map(({ mint, name, symbol, amount, decimals }) => (
        <HoldingRow
          key={mint}
          name={
            <Button
              variant="plain"
              className="min-w-0 truncate rounded-sm font-medium text-accent-ink hover:underline pointer-coarse:min-h-11"
              {...tip(name === null ? 'Analyze this token' : `${name}: analyze this token`)}
              onClick={() => onGo(linkToAddress(mint))}
            >
              {symbol ?? shortenAddress(mint)}
            </Button>
          }
          amount={decimals === null ? amount : formatTokens(amount, decimals)}
        />
      ))}
    </ul>
    {tokenCount > tokens.length && (
      <p className="text-ui text-ink-muted">
        {tokens.length} of {tokenCount} tokens.
      </p>
    )}
  </>
)

const HoldingRow = ({ name, amount }: { name: ReactNode; amount: string }) => (
  <li className="flex items-center justify-between gap-4 border-b px-3 py-2 last:border-b-0">
    {name}
    <span className="font-medium">{amount}</span>
  </li>
)

const OwnResults = ({ address, onGo }: Pick<WalletViewProps, 'address' | 'onGo'>) => {
  const results = useWalletResults(address)
  return results.length === 0 ? null : (
    <Section title="In your reports">
      <ResultList address={address} results={results} onGo={onGo} />
    </Section>
  )
}
