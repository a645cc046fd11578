import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { demoTokens } from '#contract/payments.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { showFailure } from '#src/ui/toast/toast-store.ts'
import { formatToken } from './amount.ts'
import type { Currency, TokenTerms } from './payment-terms.ts'

type CurrencyChoiceProps = {
  currency: Currency
  onCurrency: (currency: Currency) => void
  token: TokenTerms
  wallet: string
  tokenBalance: (mint: string) => Promise<bigint>
}

const CHOICE = {
  className:
    'flex min-w-0 items-start gap-2.5 rounded-lg bg-surface-raised p-3 shadow-low ring-1 ring-line-strong ring-inset hover:bg-surface-sunken has-checked:bg-accent-soft has-checked:shadow-none has-checked:ring-2 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
}

/** Lets the user pay in SOL or in the product's own token. */
export const CurrencyChoice = ({
  currency,
  onCurrency,
  token,
  wallet,
  tokenBalance,
}: CurrencyChoiceProps) => {
  const choices: Record<Currency, { name: string; price: string }> = {
    SOL: { name: 'SOL', price: '0.01 SOL per POINT' },
    TOKEN: { name: token.symbol, price: `${formatToken(token.rawPerPoint, token)} per POINT` },
  }
  return (
    <div className="grid gap-1.5">
      <RadioGroup
        legend="Pay with"
        values={['SOL', 'TOKEN']}
        value={currency}
        onChange={onCurrency}
        className="grid gap-2 @md:grid-cols-2"
        choiceProps={() => CHOICE}
        inputClass="mt-0.5 size-4 shrink-0 appearance-none rounded-full bg-surface-raised ring-1 ring-ink-faint outline-none ring-inset checked:border-[5px] checked:border-accent checked:bg-accent-on checked:ring-0"
      >
        {(value) => (
          <span className="min-w-0">
            <span className="block truncate font-medium text-ink">{choices[value].name}</span>
            <span className="block text-ui text-ink-muted">{choices[value].price}</span>
          </span>
        )}
      </RadioGroup>
      {currency === 'TOKEN' && (
        <TokenBalance token={token} wallet={wallet} tokenBalance={tokenBalance} />
      )}
    </div>
  )
}

type TokenBalanceProps = Pick<CurrencyChoiceProps, 'token' | 'wallet' | 'tokenBalance'>

const TokenBalance = ({ token, wallet, tokenBalance }: TokenBalanceProps) => {
  const queries = useQueryClient()
  const { data, isPending } = useQuery({
    queryKey: ['token-balance', wallet, token.mint],
    queryFn: () => tokenBalance(token.mint),
    retry: false,
  })
  const fill = useMutation({
    mutationFn: () => api.call(demoTokens, { body: { wallet_address: wallet } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['token-balance'] }),
    onError: ({ message }) => showFailure(`No ${token.symbol} for this wallet`, message),
  })
  const held = data === undefined ? (isPending ? '…' : 'N/A') : formatToken(data, token)
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-ui text-ink-muted">
      <p>
        In your wallet: <span className="tabular font-medium text-ink">{held}</span>
      </p>
      {token.hasFaucet && (
        <Button size="sm" variant="ghost" isLoading={fill.isPending} onClick={() => fill.mutate()}>
          Get {token.symbol} for free
        </Button>
      )}
    </div>
  )
}
