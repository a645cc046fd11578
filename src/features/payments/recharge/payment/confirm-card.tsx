import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatSol } from '#contract/money.ts'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Progress } from '#src/ui/feedback/progress.tsx'
import {
  findAmountWarning,
  NETWORK_FEE_SOL,
  formatWorth,
} from '#src/features/payments/recharge/form/amount.ts'
import {
  getMainButtonText,
  getProgressPercent,
  getStatusText,
  type PaymentFlow,
} from './payment-flow.ts'

const DECLINED = 'You cancelled the payment in your wallet.'

type ConfirmCardProps = {
  flow: PaymentFlow
  orderId: string | null
  amountSol: number
  /** The amount to pay with its symbol, if it is not SOL. */
  paidText?: string | null
  productName?: string
  wallet?: string | null
  /** Base58 address that the payment goes to. */
  receiver?: string | null
  description?: string
  /** The payment was under way when its page was closed. */
  isResumed?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export const ConfirmCard = ({
  flow,
  orderId,
  amountSol,
  paidText = null,
  productName = 'Product',
  wallet = null,
  receiver = null,
  description = 'Complete your purchase with Solana',
  isResumed = false,
  onConfirm,
  onCancel,
}: ConfirmCardProps) => {
  const isBusy = flow.phase === 'processing'
  return (
    <Card
      title="Confirm payment"
      description={description}
      footer={
        <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
          <Button disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isLoading={isBusy}
            disabled={isBusy || flow.phase === 'success'}
            onClick={onConfirm}
          >
            {getMainButtonText(flow)}
          </Button>
        </div>
      }
    >
      <PaymentRows
        orderId={orderId}
        productName={productName}
        amountSol={amountSol}
        paidText={paidText}
        wallet={wallet}
        receiver={receiver}
      />
      <PaymentState flow={flow} isResumed={isResumed} />
    </Card>
  )
}

type PaymentRowsProps = Required<
  Pick<
    ConfirmCardProps,
    'orderId' | 'productName' | 'amountSol' | 'paidText' | 'wallet' | 'receiver'
  >
>

const PaymentRows = ({
  orderId,
  productName,
  amountSol,
  paidText,
  wallet,
  receiver,
}: PaymentRowsProps) => {
  const { data: balances } = useQuery({ ...balanceQuery(wallet), enabled: wallet !== null })
  const worth = formatWorth(amountSol, balances?.usd_per_sol)
  const warning = paidText === null ? findAmountWarning(amountSol, balances?.wallet_balance) : null
  return (
    <>
      <dl className="divide-y divide-line rounded-lg ring-1 ring-line ring-inset">
        {orderId !== null && <Row name="Order ID" value={orderId} isCode />}
        <Row name="Project" value={productName} />
        <Row name="Amount" value={`${formatSol(amountSol)} SOL`} />
        {paidText !== null && <Row name="You pay" value={paidText} />}
        {worth !== null && <Row name="You get" value={worth} />}
        {receiver !== null && <Row name="Receiver" value={<ChainAddress address={receiver} />} />}
        <Row name="Network fee" value={`about ${formatSol(NETWORK_FEE_SOL)} SOL`} />
      </dl>
      {warning !== null && <p className="mt-3 text-ui text-warning">{warning}</p>}
    </>
  )
}

const PaymentState = ({ flow, isResumed }: { flow: PaymentFlow; isResumed: boolean }) => {
  const isBusy = flow.phase === 'processing'
  return (
    <div className="mt-4 grid gap-3 empty:mt-0">
      {(isBusy || flow.phase === 'success') && <PaymentProgress flow={flow} />}
      {isBusy && isResumed && (
        <Alert title="Looking for your payment">
          You left during this payment. If it was sent, it is credited automatically. Don’t pay
          again before this ends.
        </Alert>
      )}
      {isBusy && flow.step === 'awaiting-wallet' && (
        <Alert title="Check your wallet">
          Please confirm the transaction in your wallet pop-up
        </Alert>
      )}
      {flow.phase === 'failed' && (
        <Alert tone="danger" title="Payment failed">
          Payment error: {flow.isDeclined ? DECLINED : flow.reason}
          {flow.isDeclined && (
            <p className="mt-1.5">Nothing was paid. Retry asks your wallet again.</p>
          )}
          {flow.signature !== null && (
            <p className="mt-1.5">
              Your transaction was sent and is credited by itself once it confirms. Retrying looks
              for it first, so nothing is paid twice.
            </p>
          )}
        </Alert>
      )}
      {flow.phase === 'success' && (
        <Alert tone="positive" title="Payment successful">
          Your payment has been successfully processed
        </Alert>
      )}
    </div>
  )
}

const PaymentProgress = ({ flow }: { flow: PaymentFlow }) => {
  const percent = getProgressPercent(flow)
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between text-ui text-ink-muted">
        <span role="status">{getStatusText(flow)}</span>
        <span className="tabular">{percent}%</span>
      </div>
      <Progress percent={percent} label="Payment progress" />
    </div>
  )
}

type RowProps = { name: string; value: ReactNode; isCode?: boolean }

const Row = ({ name, value, isCode = false }: RowProps) => (
  <div className="flex items-center justify-between gap-4 px-4 py-2.5">
    <dt className="shrink-0 text-ink-muted">{name}</dt>
    <dd
      className={
        isCode
          ? 'min-w-0 text-right font-mono text-ui wrap-anywhere text-ink'
          : 'tabular text-right font-medium text-ink'
      }
    >
      {value}
    </dd>
  </div>
)
