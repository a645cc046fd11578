import { Transaction } from '@solana/web3.js'
import { formatToken } from '#src/features/payments/recharge/form/amount.ts'
import type { PaymentWallet } from '#src/features/payments/recharge/payment/payment-wallet.ts'
import { RechargePage } from '#src/features/payments/recharge-page.tsx'
import { useConfig } from '#src/platform/config/config-store.ts'
import { waitForConfirmation } from '#src/platform/wallet/paying/confirmation.ts'
import { createRpc } from '#src/platform/wallet/paying/rpc.ts'
import { readTokenAccounts } from '#src/platform/wallet/paying/token-accounts.ts'
import { buildTokenTransfer, buildTransfer } from '#src/platform/wallet/paying/transfer.ts'
import { usePaymentWallet } from '#src/platform/wallet/paying/use-payment-wallet.ts'
import { PaymentWalletProvider } from '#src/platform/wallet/paying/wallet-provider.tsx'

/** Until the server names its network, nothing can be paid. */
const UNKNOWN = { network: 'mainnet-beta', rpc: '/rpc' }

export const PaymentBody = () => {
  const { network, rpc } = useConfig() ?? UNKNOWN
  return (
    <PaymentWalletProvider network={network} rpc={rpc}>
      <Recharge rpc={rpc} />
    </PaymentWalletProvider>
  )
}

const Recharge = ({ rpc }: { rpc: string }) => (
  <RechargePage wallet={asPaymentWallet(usePaymentWallet(), rpc)} />
)

const asPaymentWallet = (
  wallet: ReturnType<typeof usePaymentWallet>,
  rpcUrl: string,
): PaymentWallet => {
  const { address } = wallet
  const requireAddress = (): string => {
    if (address === null) throw new Error('Wallet not connected')
    return address
  }
  const loadAccounts = async (mint: string) =>
    readTokenAccounts(createRpc(rpcUrl), { owner: requireAddress(), mint })
  return {
    address,
    isConnecting: wallet.status === 'connecting',
    connectError: wallet.error,
    isAvailable: wallet.isAvailable,
    connect: wallet.connect,
    disconnect: () =>
      wallet.disconnect().catch((error: unknown) => console.warn('Disconnecting failed', error)),
    signMessage: wallet.signMessage,
    tokenBalance: async (mint) =>
      (await loadAccounts(mint)).reduce((total, { raw }) => total + raw, 0n),
    buildTransfer: async (request, lamports) =>
      buildTransfer(request, { payer: requireAddress(), lamports }),
    buildTokenTransfer: async (request, terms) => {
      const { token } = request
      const payer = requireAddress()
      if (token === null || token === undefined)
        throw new Error('This order is not paid in a token')
      const [fullest] = await loadAccounts(token.mint)
      const price = BigInt(token.transfer_amount ?? token.raw_amount)
      if (fullest === undefined || fullest.raw < price) {
        const held = formatToken(fullest?.raw ?? 0n, terms)
        throw new Error(
          `The wallet holds ${held}; this payment needs ${formatToken(price, terms)}.`,
        )
      }
      return buildTokenTransfer(request, { payer, source: fullest.address, token })
    },
    confirmedWithin: (signature, withinMs) =>
      waitForConfirmation(createRpc(rpcUrl), signature, { withinMs }),
    signAndSend: (transaction) => {
      if (!(transaction instanceof Transaction)) throw new TypeError('Not a transaction')
      return wallet.pay(transaction)
    },
  }
}
