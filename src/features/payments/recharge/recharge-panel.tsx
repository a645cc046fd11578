import ArrowLeft from 'lucide-react/icons/arrow-left'
import Wallet from 'lucide-react/icons/wallet'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { findAmountProblem } from '#src/features/payments/recharge/form/amount.ts'
import { ConfirmCard } from '#src/features/payments/recharge/payment/confirm-card.tsx'
import { PhonePayment } from '#src/features/payments/recharge/phone/phone-payment.tsx'
import type { PaymentTerms } from '#src/features/payments/recharge/form/payment-terms.ts'
import type { PaymentWallet } from '#src/features/payments/recharge/payment/payment-wallet.ts'
import { setAmount, setCurrency, startRecharge } from '#src/features/payments/payments-store.ts'
import { RechargeForm } from '#src/features/payments/recharge/form/recharge-form.tsx'
import { ResultCard } from '#src/features/payments/recharge/payment/result-card.tsx'
import type { Payment } from '#src/features/payments/recharge/payment/use-payment.ts'

const PRODUCT = 'Account recharge'

type RechargePanelProps = {
  wallet: PaymentWallet
  terms: PaymentTerms
  payment: Payment
}

export const RechargePanel = (props: RechargePanelProps) => {
  const panel = useRef<HTMLDivElement>(null)
  const { stage, flow } = props.payment
  const place = `${stage} ${flow.phase}`
  const placeBefore = useRef(place)
  useEffect(() => {
    if (placeBefore.current === place) return
    placeBefore.current = place
    // The pressed button is gone or disabled, so the focus moves to the panel.
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
    // On a low screen, the outcome may be out of view.
    panel.current?.querySelector('[data-outcome]')?.scrollIntoView({ block: 'nearest' })
  }, [place])
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <Stage {...props} />
    </div>
  )
}

const Stage = ({ wallet, terms, payment }: RechargePanelProps) => {
  const [problem, setProblem] = useState<string | null>(null)
  const { address } = wallet
  const isPaid = payment.stage === 'result' && payment.result !== null
  if (address === null && !isPaid) {
    return <ConnectCard wallet={wallet} otherWay={<PayByPhone terms={terms} payment={payment} />} />
  }
  if (payment.stage === 'form' && address !== null) {
    return (
      <RechargeForm
        amountSol={payment.amountSol}
        error={problem}
        onAmount={(amountSol) => {
          setProblem(null)
          setAmount(amountSol)
        }}
        currency={terms.token === null ? 'SOL' : payment.currency}
        onCurrency={setCurrency}
        token={terms.token}
        maxSol={terms.maxSol}
        wallet={address}
        tokenBalance={(mint) => wallet.tokenBalance(mint)}
        otherWay={<PayByPhone terms={terms} payment={payment} />}
        onStart={() => {
          const found = findAmountProblem(payment.amountSol, terms)
          setProblem(found)
          if (found === null) startRecharge(address)
        }}
      />
    )
  }
  if (payment.stage === 'result' && payment.result !== null) {
    return <ResultCard result={payment.result} onNewOrder={payment.leave} />
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3"
          icon={<ArrowLeft size={15} />}
          onClick={payment.leave}
        >
          Back
        </Button>
      </div>
      <ConfirmCard
        flow={payment.flow}
        orderId={payment.shownOrder}
        amountSol={payment.amountSol}
        paidText={payment.paidText}
        productName={PRODUCT}
        description="Complete recharge using Solana Blockchain"
        wallet={address}
        receiver={terms.receiver}
        isResumed={payment.isResumed}
        onConfirm={() => void payment.confirm()}
        onCancel={payment.leave}
      />
      {payment.failure !== null && (
        <ResultCard result={payment.failure} onNewOrder={payment.leave} />
      )}
    </div>
  )
}

type PayByPhoneProps = { terms: PaymentTerms; payment: Payment }

/** Only for SOL, because the QR code requests an amount in SOL. */
const PayByPhone = ({ terms, payment }: PayByPhoneProps) => {
  const { data: balances } = useQuery(balanceQuery(null))
  const { amountSol, currency } = payment
  if (currency !== 'SOL' || findAmountProblem(amountSol, terms) !== null) return null
  return (
    <PhonePayment
      amountSol={amountSol}
      network={terms.network}
      usdPerSol={balances?.usd_per_sol}
      onPaid={payment.showPaidByPhone}
    />
  )
}

type ConnectCardProps = { wallet: PaymentWallet; otherWay: ReactNode }

const ConnectCard = ({ wallet, otherWay }: ConnectCardProps) => (
  <Card
    title="Connect Wallet"
    description="Use Phantom wallet for quick and easy SOL recharges and payments."
  >
    <Button
      variant="primary"
      size="lg"
      isWide
      icon={<Wallet size={18} />}
      isLoading={wallet.isConnecting}
      onClick={() => void wallet.connect()}
    >
      {wallet.isConnecting ? 'Connecting...' : 'Connect Wallet'}
    </Button>
    <div className="mt-3">{otherWay}</div>
    {wallet.connectError !== null && (
      <p role="alert" className="mt-3 text-danger">
        {wallet.connectError}
      </p>
    )}
  </Card>
)
