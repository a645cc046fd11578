import { useEffect } from 'react'
import { RechargePage } from '#src/features/payments/recharge-page.tsx'
import type { PaymentWallet } from '#src/features/payments/payment-wallet.ts'
import { useConfig } from '#src/platform/config/config-store.ts'
import type { SignableTransaction } from '#src/platform/wallet/phantom.ts'
import { useWallet } from '#src/platform/wallet/use-wallet.ts'

/** The heavy part of paying; fetched while the person looks at the form. */
const fetchTransfer = () => import('#src/platform/wallet/transfer.ts')

/** Until the server has told its network nothing can be paid, and links lead to the main network. */
const UNKNOWN_NETWORK = 'mainnet-beta'

/** The recharge page with the wallet it pays from: the content of /payment and of the Recharge window. */
export const PaymentBody = () => {
  const wallet = useWallet()
  const network = useConfig()?.network ?? UNKNOWN_NETWORK
  useEffect(() => {
    void fetchTransfer()
  }, [])
  return <RechargePage wallet={paymentWallet(wallet)} network={network} />
}

const paymentWallet = (wallet: ReturnType<typeof useWallet>): PaymentWallet => ({
  address: wallet.address,
  isConnecting: wallet.connecting,
  connectError: wallet.error,
  isAvailable: wallet.isAvailable,
  connect: wallet.connect,
  disconnect: () =>
    wallet.disconnect().catch((error: unknown) => console.warn('Disconnecting failed', error)),
  buildTransfer: async (request, lamports) => {
    if (wallet.address === null) throw new Error('Wallet not connected')
    const { buildTransfer } = await fetchTransfer()
    return buildTransfer(request, { payer: wallet.address, lamports })
  },
  signAndSend: (transaction) => {
    if (!isSignable(transaction)) throw new TypeError('Not a transaction')
    return wallet.signAndSend(transaction)
  },
})

const isSignable = (transaction: unknown): transaction is SignableTransaction =>
  typeof transaction === 'object' && transaction !== null && 'serialize' in transaction
