import { useQuery } from '@tanstack/react-query'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { formatSol, solToLamports } from '#contract/money.ts'
import { createPayment } from '#contract/payments.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { useProductName } from '#src/platform/config/raw-config.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Button, buttonClass } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { formatWorth } from '#src/features/payments/recharge/form/amount.ts'
import { findPaidOrder } from '#src/features/payments/recharge/payment/payment-ports.ts'
import { buildSolanaPayUrl } from './solana-pay.ts'

const QrCode = loadable(async () => (await import('./qr-code.tsx')).QrCode)

const POLL_MS = 1_500
const LOCAL_NETWORK = 'localnet'

export type PhonePaid = {
  readonly orderNumber: string
  readonly signature: string | null
  readonly amountSol: number
}

type PhonePaymentProps = {
  amountSol: number
  network: string | null
  usdPerSol: number | string | null | undefined
  onPaid: (paid: PhonePaid) => void
}

/** Offers to pay with the wallet of a phone, which scans a code or opens a link. */
export const PhonePayment = (props: PhonePaymentProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        isWide
        icon={<Smartphone size={16} />}
        disabled={!(props.amountSol > 0)}
        onClick={() => setIsOpen(true)}
      >
        Pay {formatSol(props.amountSol)} SOL with a phone
      </Button>
      {isOpen && <PhoneDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const openOrder = async (amountSol: number, network: string | null) => {
  const answer = await api.call(createPayment, {
    body: {
      amount_lamports: Number(solToLamports(amountSol)),
      any_payer: true,
      ...(network === null ? {} : { network }),
    },
  })
  if (!answer.success || !answer.data) {
    throw new Error(answer.message || 'Failed to create payment request')
  }
  return answer.data
}

const findPaid = async (orderId: string, signal: AbortSignal): Promise<PhonePaid | null> => {
  const order = await findPaidOrder(orderId, signal)
  return (
    order && {
      orderNumber: String(order.order_number ?? order.order_id),
      signature: order.transaction_signature ?? null,
      amountSol: Number(order.amount),
    }
  )
}

const PhoneDialog = ({
  amountSol,
  network,
  usdPerSol,
  onPaid,
  onClose,
}: PhonePaymentProps & { onClose: () => void }) => {
  const label = useProductName()
  const order = useQuery({
    queryKey: ['phone-order', amountSol],
    queryFn: () => openOrder(amountSol, network),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const orderId = order.data?.order_id ?? null
  useQuery({
    queryKey: ['phone-paid', orderId],
    queryFn: async ({ signal }) => {
      const paid = orderId === null ? null : await findPaid(orderId, signal)
      if (paid !== null) onPaid(paid)
      return paid
    },
    enabled: orderId !== null,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data ? false : POLL_MS),
    refetchIntervalInBackground: true,
  })
  const url = order.data === undefined ? null : buildSolanaPayUrl(order.data, { amountSol, label })
  return (
    <Dialog
      onClose={onClose}
      title="Pay with a phone"
      description={[`${formatSol(amountSol)} SOL`, formatWorth(amountSol, usdPerSol)]
        .filter(Boolean)
        .join(' · ')}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid justify-items-center gap-4 text-center">
        {network === LOCAL_NETWORK && (
          <Alert tone="warning" title="Local network">
            Phone wallets can’t reach it.
          </Alert>
        )}
        {order.isPending && <Skeleton className="aspect-square w-full max-w-60" />}
        {order.isError && <Alert tone="danger" title={order.error.message} />}
        {url !== null && (
          <>
            <QrCode text={url} label="QR code of the payment" />
            <p className="text-ink-muted">
              Scan it with your phone’s wallet. This page updates when you’ve paid.
            </p>
            <a href={url} className={buttonClass({ isWide: true })}>
              Open in a wallet on this device
            </a>
            <p className="text-ui text-ink-muted">Order {order.data?.order_number}</p>
            <p role="status" className="text-ui text-ink-muted">
              Waiting for your payment…
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
