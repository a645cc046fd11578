import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cn } from '#src/lib/cn.ts'
import { useState } from 'react'
import { demoTokens } from '#contract/payments.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { tokenText } from './amount.ts'
import type { Currency, TokenTerms } from './payment-terms.ts'

type CurrencyChoiceProps = {
  currency: Currency
  onCurrency: (currency: Currency) => void
  token: TokenTerms
  wallet: string
  tokenBalance: (mint: string) => Promise<bigint>
}

/** SOL, or the product's own token with what one POINT costs in it and what the wallet holds. */
export const CurrencyChoice = ({
  currency,
  onCurrency,
  token,
  wallet,
  tokenBalance,
}: CurrencyChoiceProps) => {
  const choices = [
    { value: 'SOL', name: 'SOL', price: '0.01 SOL per POINT' },
    {
      value: 'TOKEN',
      name: token.symbol,
      price: `${tokenText(token.rawPerPoint, token)} per POINT`,
    },
  ] as const
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-ui font-medium text-ink">Pay with</legend>
      <div className="grid gap-2 @md:grid-cols-2">
        {choices.map(({ value, name, price }) => (
          <label
            key={value}
            className={cn(
              'flex min-w-0 cursor-pointer items-start gap-2.5 rounded-lg p-3 ring-inset has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
              currency === value
                ? 'bg-accent-soft ring-2 ring-accent-ink'
                : 'bg-surface-raised shadow-low ring-1 ring-line-strong hover:bg-surface-sunken',
            )}
          >
            <input
              type="radio"
              name="currency"
              value={value}
              checked={currency === value}
              onChange={() => onCurrency(value)}
              className="mt-0.5 size-4 shrink-0 appearance-none rounded-full bg-surface-raised ring-1 ring-ink-faint outline-none ring-inset checked:border-[5px] checked:border-accent checked:bg-accent-on checked:ring-0"
            />
            <span className="min-w-0">
              <span className="block truncate font-medium text-ink">{name}</span>
              <span className="block text-ui text-ink-muted">{price}</span>
            </span>
          </label>
        ))}
      </div>
      {currency === 'TOKEN' && (
        <TokenBalance token={token} wallet={wallet} tokenBalance={tokenBalance} />
      )}
    </fieldset>
  )
}

type TokenBalanceProps = Pick<CurrencyChoiceProps, 'token' | 'wallet' | 'tokenBalance'>

const TokenBalance = ({ token, wallet, tokenBalance }: TokenBalanceProps) => {
  const queries = useQueryClient()
  const [isFilling, setIsFilling] = useState(false)
  const { data, isPending } = useQuery({
    queryKey: ['token-balance', wallet, token.mint],
    queryFn: () => tokenBalance(token.mint),
    retry: false,
  })
  const fill = async () => {
    setIsFilling(true)
    try {
      await api.call(demoTokens, { body: { wallet_address: wallet }, reportedBy: 'caller' })
      await queries.invalidateQueries({ queryKey: ['token-balance'] })
    } catch (error) {
      showToast({
        title: `No ${token.symbol} for this wallet`,
        description: error instanceof Error ? error.message : String(error),
        tone: 'destructive',
      })
    }
    setIsFilling(false)
  }
  const held = data === undefined ? (isPending ? '…' : 'N/A') : tokenText(data, token)
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-ui text-ink-muted">
      <p>
        In your wallet: <span className="tabular font-medium text-ink">{held}</span>
      </p>
      {token.hasFaucet && (
        <Button size="sm" variant="ghost" isLoading={isFilling} onClick={() => void fill()}>
          Get {token.symbol} for free
        </Button>
      )}
    </div>
  )
}
