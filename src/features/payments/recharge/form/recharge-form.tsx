import { useQuery } from '@tanstack/react-query'
import { useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import {
  findAmountWarning,
  computeMaxAmount,
  MIN_SOL,
  STEP_SOL,
  computeTokenPrice,
  formatToken,
  formatWorth,
} from './amount.ts'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'
import { CurrencyChoice } from './currency-choice.tsx'
import type { Currency, TokenTerms } from './payment-terms.ts'

const QUICK_SOL = [0.1, 0.5, 1, 5]

type RechargeFormProps = {
  amountSol: number
  onAmount: (amountSol: number) => void
  currency: Currency
  onCurrency: (currency: Currency) => void
  /** The product's own token; null if only SOL is accepted. */
  token: TokenTerms | null
  /** Maximum of one order, in SOL. */
  maxSol: number
  wallet: string
  /** Reads the wallet's balance, in raw units. */
  tokenBalance: (mint: string) => Promise<bigint>
  onStart: () => void
  otherWay?: ReactNode
  error: string | null
}

/** Replaces a typed comma, which number fields drop: 1,5 would become a payment of 15. */
const takeCommaForPoint = (event: KeyboardEvent) => {
  if (event.key !== ',') return
  event.preventDefault()
  // The only API that inserts text at the caret of a number field.
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
  const walletSol = currency === 'SOL' ? balances?.wallet_balance : undefined
  const isTokenPayment = currency === 'TOKEN' && token !== null
  return (
    <Card
      title="Create Recharge Order"
      description="Select the amount you want to recharge and start the process, Each query costs one POINT(0.01 SOL)."
    >
      <Form
        noValidate
        className="grid gap-5"
        onSubmit={() => {
          // The field shows the reason and is where the user can fix it.
          field.current?.focus()
          onStart()
        }}
      >
        <div className="grid gap-2.5">
          <AmountField
            ref={field}
            amountSol={amountSol}
            onAmount={onAmount}
            error={error}
            worth={formatWorth(amountSol, balances?.usd_per_sol)}
            price={isTokenPayment ? formatToken(computeTokenPrice(amountSol, token), token) : null}
            warning={findAmountWarning(amountSol, walletSol)}
          />
          <QuickAmounts
            amountSol={amountSol}
            affordableSol={currency === 'SOL' ? computeMaxAmount(walletSol, maxSol) : 0}
            onAmount={onAmount}
          />
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
      </Form>
    </Card>
  )
}

type AmountFieldProps = {
  ref: Ref<HTMLInputElement>
  amountSol: number
  onAmount: (amountSol: number) => void
  error: string | null
  /** The value of the amount in POINTS and dollars; null for an invalid amount. */
  worth: string | null
  /** The price in the product's token; null for SOL. */
  price: string | null
  warning: string | null
}

const AmountField = ({
  ref,
  amountSol,
  onAmount,
  error,
  worth,
  price,
  warning,
}: AmountFieldProps) => {
  const hint =
    worth === null ? undefined : (
      <>
        {price === null ? worth : `${worth} · You pay ${price}`}{' '}
        {warning !== null && <span className="block text-warning">{warning}</span>}
      </>
    )
  return (
    <Field label="Recharge amount (SOL)" error={error} hint={hint}>
      <Input
        ref={ref}
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
    </Field>
  )
}

type QuickAmountsProps = {
  amountSol: number
  /** Maximum that the wallet and the order allow, in SOL; 0 when unknown, and for tokens. */
  affordableSol: number
  onAmount: (amountSol: number) => void
}

const QuickAmounts = ({ amountSol, affordableSol, onAmount }: QuickAmountsProps) => {
  const amounts = [
    ...QUICK_SOL.map((sol) => ({
      sol,
      label: String(sol),
      unit: ' SOL',
      isChosen: amountSol === sol,
    })),
    ...(affordableSol > 0
      ? [
          {
            sol: affordableSol,
            label: 'Max',
            unit: '',
            isChosen: amountSol === affordableSol && !QUICK_SOL.includes(affordableSol),
          },
        ]
      : []),
  ]
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label="Common amounts">
      {amounts.map(({ sol, label, unit, isChosen }) => (
        <Button
          key={label}
          size="sm"
          aria-pressed={isChosen}
          className="tabular aria-pressed:bg-accent-soft aria-pressed:text-accent-ink aria-pressed:ring-accent-ink max-sm:flex-1 max-sm:px-2"
          onClick={() => onAmount(sol)}
        >
          <span>
            {label}
            <span className="max-sm:sr-only">{unit}</span>
          </span>
        </Button>
      ))}
    </div>
  )
}
