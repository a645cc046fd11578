import { Button } from '#src/ui/form/button.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { ConsumptionHistory } from '#src/features/payments/history/consumption-history.tsx'
import { LinkOffer } from '#src/features/payments/recharge/wallet/link-offer.tsx'
import { usePaymentTerms } from '#src/features/payments/recharge/form/payment-terms.ts'
import type { PaymentWallet } from '#src/features/payments/recharge/payment/payment-wallet.ts'
import { RechargeHistory } from '#src/features/payments/history/recharge-history.tsx'
import { RechargePanel } from '#src/features/payments/recharge/recharge-panel.tsx'
import { usePayment } from '#src/features/payments/recharge/payment/use-payment.ts'
import { WaitingWorkBar } from '#src/features/payments/recharge/waiting-work.tsx'
import { WalletInfoCard } from '#src/features/payments/recharge/wallet/wallet-info-card.tsx'

type RechargePageProps = { wallet: PaymentWallet }

/** The Solana recharge page, and the body of the Recharge window: its columns follow its own width. */
export const RechargePage = ({ wallet }: RechargePageProps) => {
  const terms = usePaymentTerms()
  const payment = usePayment(wallet, terms)
  return (
    <div className="@container mx-auto w-full max-w-6xl px-6 py-8 max-sm:px-4 max-sm:py-5">
      <div className="mb-6">
        <h1 className="text-2xl leading-8 font-semibold tracking-tight text-ink">
          Solana Recharge
        </h1>
        <p className="mt-1 text-ink-muted">
          Use Solana blockchain to recharge your account quickly and securely
        </p>
      </div>
      <div className="mb-5 empty:hidden">
        <WaitingWorkBar wallet={wallet.address} />
      </div>
      <div className="grid grid-cols-1 items-start gap-6 @2xl:grid-cols-[256px_minmax(0,1fr)] @3xl:grid-cols-[320px_minmax(0,1fr)]">
        {/* On a phone the form comes first. */}
        <div className="min-w-0 @2xl:col-start-2">
          <Tabs
            label="Recharge and histories"
            isWide
            tabs={[
              {
                value: 'recharge',
                label: 'Recharge',
                content: <RechargePanel wallet={wallet} terms={terms} payment={payment} />,
              },
              {
                value: 'recharge-history',
                label: 'Recharge History',
                content: <RechargeHistory wallet={wallet.address} token={terms.token} />,
              },
              {
                value: 'consumption-history',
                label: 'Consumption History',
                content: <ConsumptionHistory wallet={wallet.address} />,
              },
            ]}
          />
        </div>
        <div className="grid gap-3 @2xl:col-start-1 @2xl:row-start-1">
          <WalletInfoCard wallet={wallet.address} />
          <LinkOffer wallet={wallet} />
          {wallet.address !== null && (
            <Button isWide onClick={() => void wallet.disconnect()}>
              Disconnect Wallet
            </Button>
          )}
        </div>
      </div>
      <div className="mt-8 grid gap-1 text-center text-ui text-ink-muted">
        <p>This application uses Solana blockchain for recharge processing</p>
        <p>Please ensure you have installed and unlocked Phantom wallet</p>
      </div>
    </div>
  )
}
