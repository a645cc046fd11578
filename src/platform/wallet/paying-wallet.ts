import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import bs58 from 'bs58'
import type { PhantomProvider, SignableTransaction } from './phantom.ts'
import { isSolanaAccount } from './standard-wallets.ts'
import type { DetectedWallet } from './wallet.ts'

/** A wallet that can pay. Every call rejects with the wallet's own error. */
export type PayingWallet = {
  /** The address; `isSilent` never asks the person and gives null where it would have to. */
  connect(options: { isSilent: boolean }): Promise<string | null>
  disconnect(): Promise<void>
  /** Signed transaction bytes, for whoever sends them; null when the wallet cannot sign without sending. */
  readonly sign: ((transaction: SignableTransaction) => Promise<Uint8Array>) | null
  /** Sends over the wallet's own connection and gives the signature; null when the wallet cannot. */
  readonly signAndSend:
    | ((transaction: SignableTransaction, network: string) => Promise<string>)
    | null
  /** Hears of another account, or of none, until undone. */
  onChange(listener: (address: string | null) => void): () => void
}

export const payingWallet = ({ source }: DetectedWallet): PayingWallet =>
  source.kind === 'injected' ? ofProvider(source.provider) : ofStandard(source.wallet)

/** A partly signed transaction: the wallet's signature is what is missing. */
const UNSIGNED = { requireAllSignatures: false, verifySignatures: false } as const

const ofProvider = (provider: PhantomProvider): PayingWallet => ({
  connect: async ({ isSilent }) => {
    const known = provider.publicKey?.toString() ?? null
    if (known !== null) return known
    if (!isSilent) return (await provider.connect()).publicKey.toString()
    try {
      return (await provider.connect({ onlyIfTrusted: true })).publicKey.toString()
    } catch {
      // Not trusted yet: only a click may ask.
      return null
    }
  },
  disconnect: () => provider.disconnect(),
  sign: async (transaction) => (await provider.signTransaction(transaction)).serialize(),
  signAndSend: async (transaction) =>
    (await provider.signAndSendTransaction(transaction)).signature,
  onChange: (listener) => {
    const onDisconnect = () => listener(null)
    const onAccount = (account?: { toString(): string } | null) =>
      listener(account?.toString() ?? null)
    provider.on('disconnect', onDisconnect)
    provider.on('accountChanged', onAccount)
    return () => {
      provider.off?.('disconnect', onDisconnect)
      provider.off?.('accountChanged', onAccount)
    }
  },
})

type PayingFeatures = StandardConnectFeature &
  Partial<
    StandardDisconnectFeature &
      StandardEventsFeature &
      SolanaSignTransactionFeature &
      SolanaSignAndSendTransactionFeature
  >

/** Solana's networks as the Wallet Standard calls its chains. */
const chainOf = (network: string): IdentifierString =>
  `solana:${network === 'mainnet-beta' ? 'mainnet' : network}`

const ofStandard = (wallet: Wallet): PayingWallet => {
  // The detector lists wallets with `standard:connect` only; the others are looked at before each use.
  const features = wallet.features as PayingFeatures
  const signing = features['solana:signTransaction']
  const sending = features['solana:signAndSendTransaction']
  const solanaAccount = () => wallet.accounts.find(isSolanaAccount) ?? null
  const accountToUse = (): WalletAccount => {
    const account = solanaAccount()
    if (account === null) throw new Error('Wallet not connected')
    return account
  }
  return {
    connect: async ({ isSilent }) => {
      if (solanaAccount() === null) {
        await features['standard:connect'].connect(isSilent ? { silent: true } : {})
      }
      return solanaAccount()?.address ?? null
    },
    disconnect: async () => {
      await features['standard:disconnect']?.disconnect()
    },
    sign:
      signing === undefined
        ? null
        : async (transaction) => {
            const [output] = await signing.signTransaction({
              account: accountToUse(),
              transaction: transaction.serialize(UNSIGNED),
            })
            if (output === undefined) throw new Error('The wallet gave no signature')
            return output.signedTransaction
          },
    signAndSend:
      sending === undefined
        ? null
        : async (transaction, network) => {
            const [output] = await sending.signAndSendTransaction({
              account: accountToUse(),
              chain: chainOf(network),
              transaction: transaction.serialize(UNSIGNED),
            })
            if (output === undefined) throw new Error('The wallet gave no signature')
            return bs58.encode(output.signature)
          },
    onChange: (listener) =>
      features['standard:events']?.on('change', ({ accounts }) => {
        if (accounts !== undefined) listener(solanaAccount()?.address ?? null)
      }) ?? (() => undefined),
  }
}
