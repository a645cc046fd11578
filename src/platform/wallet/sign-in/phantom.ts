import { PHANTOM_NAME } from '#src/platform/wallet/wallet.ts'
import type { DetectedWallet } from '#src/platform/wallet/wallet.ts'

/** The used part of Phantom's injected object (https://docs.phantom.com/solana/). */
export type PhantomProvider = {
  readonly isPhantom?: boolean
  readonly publicKey?: { toString(): string } | null
  connect(options?: { onlyIfTrusted: boolean }): Promise<{ publicKey: { toString(): string } }>
  signMessage(message: Uint8Array, display?: 'utf8'): Promise<{ signature: Uint8Array }>
}

type PhantomWindow = {
  /** Set by Phantom alone; other wallets imitate `isPhantom` (anza-xyz/wallet-adapter#1145). */
  readonly isPhantomInstalled?: boolean
  readonly phantom?: { readonly solana?: PhantomProvider }
  readonly solana?: PhantomProvider
}

/** Follows the rule of wallet-adapter's Phantom adapter. */
const phantomProvider = (page: PhantomWindow): PhantomProvider | null => {
  if (page.isPhantomInstalled !== true) return null
  const candidates = [page.phantom?.solana, page.solana]
  return candidates.find((provider) => provider?.isPhantom === true) ?? null
}

export const injectedPhantom = (page: object): DetectedWallet | null => {
  const provider = phantomProvider(page)
  if (provider === null) return null
  return {
    name: PHANTOM_NAME,
    icon: null,
    source: { kind: 'injected', provider },
    connect: async () => {
      const { publicKey } = await provider.connect()
      return {
        address: publicKey.toString(),
        signMessage: async (message) => (await provider.signMessage(message, 'utf8')).signature,
      }
    },
  }
}

/** Joins a Phantom that trusts this page. Returns false where it would have to ask. */
export const trustsThisPage = async (page: object): Promise<boolean> => {
  const provider = phantomProvider(page)
  if (provider === null) return false
  try {
    await provider.connect({ onlyIfTrusted: true })
    return true
  } catch {
    return false
  }
}
