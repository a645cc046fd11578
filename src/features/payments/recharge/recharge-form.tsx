import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import {
  amountWarning,
  maxAmount,
  MIN_SOL,
  STEP_SOL,
  tokenPrice,
  tokenText,
  worthText,
} from './amount.ts'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'
import { CurrencyChoice } from './currency-choice.tsx'
import type { Currency, TokenTerms } from './payment-terms.ts'

const QUICK_SOL = [0.1, 0.5, 1, 5]
const QUICK_CLASS =
  'tabular aria-pressed:bg-accent-soft aria-pressed:text-accent-ink aria-pressed:ring-accent-ink'

type RechargeFormProps = {
  amountSol: number
  onAmount: (amountSol: number) => void
  currency: Currency
  onCurrency: (currency: Currency) => void
  /** The product's own token; without one there is nothing to choose. */
  token: TokenTerms | null
  /** The most that one order takes. */
  maxSol: number
  wallet: string
  /** Raw units in the wallet. */
  tokenBalance: (mint: string) => Promise<bigint>
  onStart: () => void
  /** Offered below the button, such as another way to pay. */
  otherWay?: ReactNode
  /** Why the amount was not taken, next to the field. */
  error: string | null
}

/** Number fields drop a comma, so that 1,5 would become 15 and a tenfold payment. */
const takeCommaForPoint = (event: KeyboardEvent) => {
  if (event.key !== ',') return
  event.preventDefault()
  // No other interface inserts text at the caret of a number field.
  document.execCommand('insertText', false, '.')
}

export const RechargeForm = ({
  amountSol,
  onAmount,
  currency,
  onCurrency,
  token,
  maxSol,
  wallet,
  tokenBalance,
  onStart,
  otherWay,
  error,
}: RechargeFormProps) => {
  const field = useRef<HTMLInputElement>(null)
  const { data: balances } = useQuery(balanceQuery(wallet))
  const worth = worthText(amountSol, balances?.usd_per_sol)
  const price =
    currency === 'TOKEN' && token !== null && worth !== null
      ? `You pay ${tokenText(tokenPrice(amountSol, token), token)}`
      : null
  const warning = amountWarning(
    amountSol,
    currency === 'SOL' ? balances?.wallet_balance : undefined,
  )
  const most = currency === 'SOL' ? maxAmount(balances?.wallet_balance, maxSol) : 0
  const hints = [worth, price].filter(Boolean).join(' · ')
  return (
    <Card
      title="Create Recharge Order"
      description="Select the amount you want to recharge and start the process, Each query costs one POINT(0.01 SOL)."
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          // The field shows the reason and is where the user can fix it.
          field.current?.focus()
          onStart()
        }}
      >
        <div className="grid gap-2.5">
          <Field
            label="Recharge amount (SOL)"
            error={error}
            hint={
              worth === null ? undefined : (
                <>
                  {hints}{' '}
                  {warning !== null && <span className="block text-warning">{warning}</span>}
                </>
              )
            }
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                type="number"
                inputMode="decimal"
                min={MIN_SOL}
                step={STEP_SOL}
                suffix="SOL"
                className="tabular"
                value={Number.isNaN(amountSol) ? '' : amountSol}
                onKeyDown={takeCommaForPoint}
                onChange={(event) => onAmount(Number.parseFloat(event.target.value))}
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-2" role="group" aria-label="Common amounts">
            {QUICK_SOL.map((sol) => (
              <Button
                key={sol}
                size="sm"
                aria-pressed={amountSol === sol}
                className={QUICK_CLASS}
                onClick={() => onAmount(sol)}
              >
                {sol} SOL
              </Button>
            ))}
            {most > 0 && (
              <Button
                size="sm"
                aria-pressed={amountSol === most && !QUICK_SOL.includes(most)}
                className={QUICK_CLASS}
                onClick={() => onAmount(most)}
              >
                Max
              </Button>
            )}
          </div>
        </div>
        {token !== null && (
          <CurrencyChoice
            currency={currency}
            onCurrency={onCurrency}
            token={token}
            wallet={wallet}
            tokenBalance={tokenBalance}
          />
        )}
        <Button type="submit" variant="primary" size="lg" isWide>
          Start Recharge
        </Button>
        {otherWay}
      </form>
    </Card>
  )
}
