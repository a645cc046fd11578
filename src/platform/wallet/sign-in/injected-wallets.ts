import { PHANTOM_NAME } from '#src/platform/wallet/wallet.ts'
import type { DetectedWallet, InjectedProvider } from '#src/platform/wallet/wallet.ts'

type InjectedWallet = {
  readonly name: string
  /** Returns the object that the wallet injected into the page; null without the wallet. */
  readonly findProvider: (page: object) => InjectedProvider | null
}

type PhantomWindow = {
  /** Set by Phantom alone; other wallets imitate `isPhantom` (anza-xyz/wallet-adapter#1145). */
  readonly isPhantomInstalled?: boolean
  readonly phantom?: { readonly solana?: PhantomProvider }
  readonly solana?: PhantomProvider
}
type PhantomProvider = InjectedProvider & { readonly isPhantom?: boolean }

/** Follows the rule of wallet-adapter's Phantom adapter. */
const findPhantom = (page: PhantomWindow): InjectedProvider | null => {
  if (page.isPhantomInstalled !== true) return null
  const candidates = [page.phantom?.solana, page.solana]
  return candidates.find((provider) => provider?.isPhantom === true) ?? null
}

/**
 * Wallets that inject an object into the page and may not register by the Wallet Standard. Each needs an adapter in
 * `paying/injected-adapters.ts`, which the types enforce.
 */
const INJECTED_WALLETS = [
  { name: PHANTOM_NAME, findProvider: findPhantom },
] as const satisfies readonly InjectedWallet[]

export type InjectedWalletName = (typeof INJECTED_WALLETS)[number]['name']

export const findInjectedWallets = (page: object): DetectedWallet[] =>
  INJECTED_WALLETS.flatMap(({ name, findProvider }) => {
    const provider = findProvider(page)
    return provider === null ? [] : [toDetectedWallet(name, provider)]
  })

const toDetectedWallet = (name: string, provider: InjectedProvider): DetectedWallet => ({
  name,
  icon: null,
  source: { kind: 'injected', provider },
  connect: async () => {
    const { publicKey } = await provider.connect()
    return {
      address: publicKey.toString(),
      signMessage: async (message) => (await provider.signMessage(message, 'utf8')).signature,
    }
  },
})

/**
 * Connects an injected wallet silently. Returns false if the wallet would have to ask the user, and true for wallets that
 * are not injected, because their adapters never ask.
 */
export const trustsThisPage = async (name: string, page: object): Promise<boolean> => {
  const wallet = INJECTED_WALLETS.find((each) => each.name === name)
  if (wallet === undefined) return true
  try {
    const joined = await wallet.findProvider(page)?.connect({ onlyIfTrusted: true })
    return joined !== undefined
  } catch {
    return false
  }
}

/** Returns false for an injected wallet that cannot sign without sending. */
export const canSign = (name: string, page: object): boolean => {
  const provider = INJECTED_WALLETS.find((each) => each.name === name)?.findProvider(page)
  return provider == null || typeof provider.signTransaction === 'function'
}
