import { Transaction } from '@solana/web3.js'
import type { PaymentWallet } from '#src/features/payments/payment-wallet.ts'
import { RechargePage } from '#src/features/payments/recharge-page.tsx'
import { useConfig } from '#src/platform/config/config-store.ts'
import { buildTransfer } from '#src/platform/wallet/transfer.ts'
import { usePaymentWallet } from '#src/platform/wallet/use-payment-wallet.ts'
import { PaymentWalletProvider } from '#src/platform/wallet/wallet-provider.tsx'

/** Until the server has told its network nothing can be paid, and links lead to the main network. */
const UNKNOWN = { network: 'mainnet-beta', rpc: '/rpc' }

/** The recharge page with the wallet it pays from: the content of /payment and of the Recharge window. */
export const PaymentBody = () => {
  const { network, rpc } = useConfig() ?? UNKNOWN
  return (
    <PaymentWalletProvider network={network} rpc={rpc}>
      <Recharge network={network} />
    </PaymentWalletProvider>
  )
}

const Recharge = ({ network }: { network: string }) => (
  <RechargePage wallet={asPaymentWallet(usePaymentWallet())} network={network} />
)

const asPaymentWallet = (wallet: ReturnType<typeof usePaymentWallet>): PaymentWallet => ({
  address: wallet.address,
  isConnecting: wallet.isConnecting,
  connectError: wallet.error,
  isAvailable: wallet.isAvailable,
  connect: wallet.connect,
  disconnect: () =>
    wallet.disconnect().catch((error: unknown) => console.warn('Disconnecting failed', error)),
  signMessage: wallet.signMessage,
  buildTransfer: async (request, lamports) => {
    if (wallet.address === null) throw new Error('Wallet not connected')
    return buildTransfer(request, { payer: wallet.address, lamports })
  },
  signAndSend: (transaction) => {
    if (!(transaction instanceof Transaction)) throw new TypeError('Not a transaction')
    return wallet.pay(transaction)
  },
})
