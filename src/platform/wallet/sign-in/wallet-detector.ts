import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { combineStops } from '#src/lib/combine-stops.ts'
import { findInjectedWallets } from './injected-wallets.ts'
import {
  LOCAL_WALLET_NAME,
  PHANTOM_NAME,
  type DetectedWallet,
} from '#src/platform/wallet/wallet.ts'
import type { SolanaSignMessageFeature } from '@solana/wallet-standard-features'
import type { StandardConnectFeature } from '@wallet-standard/features'

/** Extensions inject wallets at any time. A check reads only two properties. */
const POLL_MS = 250

export type DetectedWallets = {
  readonly phantom: DetectedWallet | null
  readonly local: DetectedWallet | null
  readonly others: readonly DetectedWallet[]
}

type Registry = {
  get(): readonly Wallet[]
  on(event: 'register' | 'unregister', listener: () => void): () => void
}

/**
 * Watches for wallets while there are listeners: injected ones, and those registered by the Wallet Standard. A wallet
 * that is both counts as the latter, as in wallet-adapter.
 */
export const createWalletDetector = (page: object, registry: Registry) => {
  const detectWallets = (): DetectedWallets => {
    const byName = new Map<string, DetectedWallet>()
    for (const wallet of registry.get().map(createStandardWallet)) {
      if (wallet !== null && !byName.has(wallet.name)) byName.set(wallet.name, wallet)
    }
    for (const wallet of findInjectedWallets(page)) {
      if (!byName.has(wallet.name)) byName.set(wallet.name, wallet)
    }
    return {
      phantom: byName.get(PHANTOM_NAME) ?? null,
      local: byName.get(LOCAL_WALLET_NAME) ?? null,
      others: [...byName.values()].filter(
        ({ name }) => name !== PHANTOM_NAME && name !== LOCAL_WALLET_NAME,
      ),
    }
  }

  let found = detectWallets()
  const listeners = new Set<() => void>()
  let stopWatching: (() => void) | null = null

  const refresh = () => {
    found = detectWallets()
    for (const listener of listeners) listener()
  }
  const watch = () => {
    const timer = setInterval(() => {
      const known = [found.phantom, ...found.others].map((wallet) => wallet?.name)
      if (findInjectedWallets(page).some(({ name }) => !known.includes(name))) refresh()
    }, POLL_MS)
    return combineStops(
      () => clearInterval(timer),
      registry.on('register', refresh),
      registry.on('unregister', refresh),
    )
  }

  return {
    snapshot: () => found,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (stopWatching === null) {
        stopWatching = watch()
        refresh()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopWatching?.()
        stopWatching = null
      }
    },
  }
}

type SigningFeatures = StandardConnectFeature & SolanaSignMessageFeature

const hasSigningFeatures = (features: Wallet['features']): features is SigningFeatures =>
  'standard:connect' in features && 'solana:signMessage' in features

/** Returns null if the wallet cannot connect, or cannot sign a text for Solana. */
const createStandardWallet = (wallet: Wallet): DetectedWallet | null => {
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
          if (output === undefined) throw new Error('The wallet returned no signature')
          return output.signature
        },
      }
    },
  }
}

const isSolanaAccount = (account: WalletAccount): boolean =>
  account.chains.some((chain) => chain.startsWith('solana:'))
