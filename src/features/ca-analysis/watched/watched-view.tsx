import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import { useState } from 'react'
import { SOL_MINT } from '#contract/analysis/alerts.ts'
import {
  MAX_NOTE_CHARACTERS,
  unwatchWallet,
  watchWallet,
  type WatchedWallet,
} from '#contract/analysis/watched.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { AlertButton } from '#src/features/ca-analysis/alerts/alert-dialog.tsx'
import { AlertList } from '#src/features/ca-analysis/alerts/alert-list.tsx'
import {
  findAddress,
  findAddressProblem,
  linkToAddress,
  linkToWallet,
} from '#src/features/ca-analysis/analysis-link.ts'
import { StartField } from '#src/features/ca-analysis/start/start-field.tsx'
import { useAddress } from '#src/features/ca-analysis/token/use-address.ts'
import { formatDate } from '#src/lib/dates.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { shortenAddress } from '#src/ui/address.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { LoadFailure, LoadingRows, LoadMore } from '#src/ui/feedback/list-states.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { RemoveButton } from '#src/ui/overlay/remove-button.tsx'
import { showFailure, showToast } from '#src/ui/toast/toast-store.ts'
import { ResultList } from './wallet-results.tsx'
import { Trades } from './watched-trades.tsx'
import { useWatchedWallets, WATCHED_KEY } from './watched-wallets.ts'

/** The trades of a new wallet arrive after a few seconds. */
const REFRESH_MS = 10_000

type WatchedViewProps = { onGo: (path: string) => void }

/** Shows the watched wallets with their last trades and their results in the user's reports. */
export const WatchedView = ({ onGo }: WatchedViewProps) => {
  const { query, rows } = useWatchedWallets({ everyMs: REFRESH_MS })
  return (
    <div className="grid grid-cols-1 gap-6">
      <WatchForm onGo={onGo} />
      {query.isPending && <LoadingRows label="Loading watched wallets" />}
      <LoadFailure query={query}>We couldn’t load your watched wallets.</LoadFailure>
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon={<Star size={22} />} title="You watch no wallets yet">
          Press the star beside a wallet in a report, or paste an address above.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="grid gap-3" aria-label="Watched wallets">
          {rows.map((wallet) => (
            <WatchedItem key={wallet.address} wallet={wallet} onGo={onGo} />
          ))}
        </ul>
      )}
      <LoadMore query={query} />
      <PriceAlerts />
    </div>
  )
}

/** Shows the user's price alerts, and a button for one on SOL, which has no report. */
const PriceAlerts = () => {
  const { data: balances } = useQuery(balanceQuery(null))
  return (
    <section className="grid grid-cols-1 gap-2" aria-label="Your price alerts">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-ui font-semibold">Price alerts</h2>
        {balances?.usd_per_sol != null && (
          <AlertButton address={SOL_MINT} name="SOL">
            Alert for SOL
          </AlertButton>
        )}
      </div>
      <p className="text-ui text-ink-muted">The bell in a token’s report sets one.</p>
      <AlertList />
    </section>
  )
}

const WatchForm = ({ onGo }: Pick<WatchedViewProps, 'onGo'>) => {
  const [text, setText] = useState('')
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: (address: string) => api.call(watchWallet, { params: { address }, body: {} }),
    onSuccess: async () => {
      setText('')
      await queries.invalidateQueries({ queryKey: WATCHED_KEY })
    },
  })
  const address = findAddress(text)
  const isToken = useAddress(address)?.kind === 'token'
  const typo =
    findAddressProblem(text) ??
    (isToken ? 'This is a token, not a wallet. An analysis finds its wallets.' : null)
  const message = typo ?? (add.isError ? getErrorMessage(add.error) : null)
  const submit = () => {
    if (address !== null && typo === null) add.mutate(address)
  }
  return (
    <Form className="grid gap-2" onSubmit={submit}>
      <StartField
        label="Wallet address"
        placeholder="Paste the address of a wallet"
        maxLength={200}
        value={text}
        onChange={(event) => {
          add.reset()
          setText(event.target.value)
        }}
        action="Watch"
        icon={<Star size={16} />}
        isBusy={add.isPending}
        isDisabled={address === null || typo !== null}
        message={message}
        isTypo={message === typo}
      >
        Free. We check for new trades every few minutes and notify you.
      </StartField>
      {isToken && address !== null && (
        <div>
          <Button size="sm" onClick={() => onGo(linkToAddress(address))}>
            Analyze this token
          </Button>
        </div>
      )}
    </Form>
  )
}

type WatchedItemProps = { wallet: WatchedWallet } & WatchedViewProps

const WatchedItem = ({ wallet, onGo }: WatchedItemProps) => {
  const { address, note, trades, results, looked_at: lookedAt } = wallet
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: () => api.call(watchWallet, { params: { address }, body: { note } }),
    onSettled: () => queries.invalidateQueries({ queryKey: WATCHED_KEY }),
    onError: (error) => showFailure(getErrorMessage(error)),
  })
  const remove = useMutation({
    mutationFn: () => api.call(unwatchWallet, { params: { address } }),
    onSettled: () => queries.invalidateQueries({ queryKey: WATCHED_KEY }),
    onSuccess: () =>
      showToast({
        title: `You no longer watch ${note === '' ? shortenAddress(address) : note}`,
        action: { label: 'Undo', onSelect: () => undo.mutate() },
      }),
    onError: (error) => showFailure(getErrorMessage(error)),
  })
  return (
    <li className="grid gap-3 rounded-lg p-4 ring-1 ring-line ring-inset">
      <div className="flex flex-wrap items-center gap-2">
        <ChainAddress address={address} />
        <Button size="sm" variant="ghost" onClick={() => onGo(linkToWallet(address))}>
          Holdings
        </Button>
        <Note wallet={wallet} />
        <RemoveButton
          label={`Stop watching ${shortenAddress(address)}`}
          question={null}
          description=""
          confirm=""
          onRemove={() => remove.mutate()}
        />
      </div>
      {results.length > 0 && <ResultList address={address} results={results} onGo={onGo} />}
      {trades.length > 0 ? (
        <Trades address={address} recent={trades} onGo={onGo} />
      ) : (
        <p className="text-ui text-ink-muted">
          {lookedAt === null
            ? 'Looking for its trades…'
            : `No trades seen. Last checked ${formatDate(lookedAt, 'day and clock')}.`}
        </p>
      )}
    </li>
  )
}

/** The user's note on a wallet, saved on Enter and on blur. */
const Note = ({ wallet: { address, note } }: { wallet: WatchedWallet }) => {
  const [text, setText] = useState(note)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (next: string) =>
      api.call(watchWallet, { params: { address }, body: { note: next } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: WATCHED_KEY }),
    onError: (error) => showFailure(getErrorMessage(error)),
  })
  const keep = () => {
    const saved = save.isPending ? save.variables : note
    if (text.trim() !== saved) save.mutate(text.trim())
  }
  return (
    <Form className="min-w-0 flex-1 basis-48" onSubmit={keep}>
      <Input
        className="h-8"
        aria-label={`Note on ${shortenAddress(address)}`}
        placeholder="Add a note"
        maxLength={MAX_NOTE_CHARACTERS}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
      />
    </Form>
  )
}
