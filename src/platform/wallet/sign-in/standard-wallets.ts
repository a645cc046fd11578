import type { SolanaSignMessageFeature } from '@solana/wallet-standard-features'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { StandardConnectFeature } from '@wallet-standard/features'
import type { DetectedWallet } from '#src/platform/wallet/wallet.ts'

type SigningFeatures = StandardConnectFeature & SolanaSignMessageFeature

const hasSigningFeatures = (features: Wallet['features']): features is SigningFeatures =>
  'standard:connect' in features && 'solana:signMessage' in features

/** Returns null if the wallet cannot connect, or cannot sign a text for Solana. */
export const createStandardWallet = (wallet: Wallet): DetectedWallet | null => {
  const { features } = wallet
  if (!hasSigningFeatures(features)) return null
  return {
    name: wallet.name,
    icon: wallet.icon,
    source: { kind: 'standard', wallet },
    connect: async () => {
      const { accounts } = await features['standard:connect'].connect()
      const account = accounts.find(isSolanaAccount)
      if (account === undefined) throw new Error('The wallet has no Solana account')
      return {
        address: account.address,
        signMessage: async (message) => {
          const [output] = await features['solana:signMessage'].signMessage({ account, message })
          if (output === undefined) throw new Error('The wallet gave no signature')
          return output.signature
        },
      }
    },
  }
}

const isSolanaAccount = (account: WalletAccount): boolean =>
  account.chains.some((chain) => chain.startsWith('solana:'))
