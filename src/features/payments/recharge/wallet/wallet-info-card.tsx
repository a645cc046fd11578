import { useQuery } from '@tanstack/react-query'
import Landmark from 'lucide-react/icons/landmark'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { formatSol } from '#contract/money.ts'
import type { WalletBalances } from '#contract/payments.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { formatSolAsPoints, formatUsd } from '#src/features/payments/recharge/form/amount.ts'
import { LowBalance } from '#src/platform/top-up/low-balance.tsx'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'
import { BalanceChanges } from '#src/features/payments/history/balance-changes.tsx'
import { BalancePicture } from '#src/features/payments/history/balance-picture.tsx'
import { RETRY_ON_FAILURE, isUnanswered } from './retry-query.ts'

type WalletInfoCardProps = { wallet: string | null }

const createEmptyBalances = (): WalletBalances => ({
  wallet_balance: 0,
  user_sol_balance: 0,
  usdValue: null,
  lastUpdated: new Date().toISOString(),
})

export const WalletInfoCard = ({ wallet }: WalletInfoCardProps) => {
  const query = useQuery({ ...balanceQuery(wallet), ...RETRY_ON_FAILURE })
  const hasFailed = isUnanswered(query)
  const balances = hasFailed ? createEmptyBalances() : query.data
  const points = formatSolAsPoints(balances?.user_sol_balance)
  return (
    <Card title="Wallet Information">
      {wallet === null ? (
        <div className="mb-4 rounded-lg bg-surface-sunken p-3">
          <p className="font-medium text-ink">Wallet not connected</p>
          <p className="text-ui text-ink-muted">Please connect your wallet to continue</p>
        </div>
      ) : (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-2 rounded-lg bg-surface-sunken px-3 py-2">
          <span className="text-ui text-ink-muted">Connected address</span>
          <ChainAddress address={wallet} />
        </div>
      )}
      <div className="grid gap-3 @lg:grid-cols-2 @2xl:grid-cols-1">
        <Tile
          icon={<Landmark size={16} />}
          title="Account Balance"
          note="Available Solana balance in your account"
          amount={balances?.user_sol_balance}
          isLoading={query.isPending && !hasFailed}
          worth={[points, formatUsd(balances?.usdValue)].filter(Boolean).join(' · ')}
          hint={<LowBalance sol={query.data?.user_sol_balance} />}
          picture={
            <>
              <BalancePicture />
              <BalanceChanges />
            </>
          }
        />
        <Tile
          icon={<Wallet size={16} />}
          title="Wallet Balance"
          note="Available in your connected Solana wallet"
          amount={wallet === null ? null : balances?.wallet_balance}
          isLoading={query.isPending && !hasFailed}
        />
      </div>
      {hasFailed && (
        <p role="alert" className="mt-3 text-danger">
          Failed to load wallet information
        </p>
      )}
      <Button
        isWide
        className="mt-4"
        icon={<RefreshCw size={15} />}
        isLoading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Refresh Balances
      </Button>
    </Card>
  )
}

type TileProps = {
  icon: ReactNode
  title: string
  note: string
  amount: number | string | null | undefined
  isLoading: boolean
  /** The amount in other units. */
  worth?: string
  hint?: ReactNode
  picture?: ReactNode
}

const Tile = ({ icon, title, note, amount, isLoading, worth, hint, picture }: TileProps) => {
  const shown = formatSol(amount)
  return (
    <div className="rounded-lg p-4 ring-1 ring-line ring-inset">
      <p className="flex items-center gap-2 text-ui font-medium text-ink-muted">
        {icon}
        {title}
      </p>
      {isLoading ? (
        <Skeleton className="my-1 h-7 w-28" />
      ) : (
        <p className="tabular my-0.5 text-xl leading-8 font-semibold tracking-tight text-ink">
          {shown === 'N/A' ? shown : `${shown} SOL`}
        </p>
      )}
      {worth !== undefined && !isLoading && (
        <p className="tabular text-ui font-medium text-ink-muted">{worth}</p>
      )}
      <p className="text-ui text-ink-muted">{note}</p>
      {!isLoading && hint}
      {picture}
    </div>
  )
}
