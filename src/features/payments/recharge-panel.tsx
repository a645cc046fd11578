import ArrowLeft from 'lucide-react/icons/arrow-left'
import Wallet from 'lucide-react/icons/wallet'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ConfirmCard } from './confirm-card.tsx'
import type { PaymentWallet } from './payment-wallet.ts'
import { setAmount, startRecharge } from './payments-store.ts'
import { amountProblem, RechargeForm } from './recharge-form.tsx'
import { ResultCard } from './result-card.tsx'
import type { Payment } from './use-payment.ts'

const PRODUCT = 'Account recharge'

type RechargePanelProps = { wallet: PaymentWallet; network: string; payment: Payment }

/** The recharge tab. */
export const RechargePanel = (props: RechargePanelProps) => {
  const panel = useRef<HTMLDivElement>(null)
  const { stage, flow } = props.payment
  const place = `${stage} ${flow.phase}`
  const placeBefore = useRef(place)
  useEffect(() => {
    if (placeBefore.current === place) return
    placeBefore.current = place
    // The button that was pressed is gone or disabled: reading goes on at what took its place.
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [place])
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <Stage {...props} />
    </div>
  )
}

/** Connect, form, payment in progress, result. */
const Stage = ({ wallet, network, payment }: RechargePanelProps) => {
  const [problem, setProblem] = useState<string | null>(null)
  const { address } = wallet
  if (address === null) return <ConnectCard wallet={wallet} />
  if (payment.stage === 'form') {
    return (
      <RechargeForm
        amountSol={payment.amountSol}
        error={problem}
        onAmount={(amountSol) => {
          setProblem(null)
          setAmount(amountSol)
        }}
        onStart={() => {
          const found = amountProblem(payment.amountSol)
          setProblem(found)
          if (found === null) startRecharge(address)
        }}
      />
    )
  }
  if (payment.stage === 'result' && payment.result !== null) {
    return <ResultCard result={payment.result} network={network} onNewOrder={payment.leave} />
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <Button
          variant="ghost"
          size="sm"
          icon={<ArrowLeft size={15} aria-hidden="true" />}
          onClick={payment.leave}
        >
          Back
        </Button>
      </div>
      <ConfirmCard
        flow={payment.flow}
        amountSol={payment.amountSol}
        productName={PRODUCT}
        description="Complete recharge using Solana Blockchain"
        onConfirm={() => void payment.confirm()}
        onCancel={payment.leave}
      />
      {payment.failure !== null && (
        <ResultCard result={payment.failure} network={network} onNewOrder={payment.leave} />
      )}
    </div>
  )
}

const ConnectCard = ({ wallet }: { wallet: PaymentWallet }) => (
  <Card
    title="Connect Wallet"
    description="Use Phantom wallet for quick and easy SOL recharges and payments."
  >
    <Button
      variant="primary"
      size="lg"
      isWide
      icon={<Wallet size={18} aria-hidden="true" />}
      isLoading={wallet.isConnecting}
      onClick={() => void wallet.connect()}
    >
      {wallet.isConnecting ? 'Connecting...' : 'Connect Wallet'}
    </Button>
    {wallet.connectError !== null && (
      <p role="alert" className="mt-3 text-danger">
        {wallet.connectError}
      </p>
    )}
  </Card>
)
