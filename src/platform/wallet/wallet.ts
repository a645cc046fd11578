import type { Wallet } from '@wallet-standard/base'
import type { PhantomProvider } from '#src/platform/wallet/sign-in/phantom.ts'

/** A browser wallet as far as signing in needs it: it shows an address and signs a text. */
export type DetectedWallet = {
  readonly name: string
  /** A data URI. */
  readonly icon: string | null
  /** Where it comes from, for whoever needs more of it than signing in. */
  readonly source:
    | { readonly kind: 'injected'; readonly provider: PhantomProvider }
    | { readonly kind: 'standard'; readonly wallet: Wallet }
  /** Asks the person; rejects with the wallet's own error, also when the person says no. */
  connect(): Promise<ConnectedWallet>
}

export type ConnectedWallet = {
  readonly address: string
  /** The 64 bytes of the Ed25519 signature over `message` as it is. */
  signMessage(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
}

export const PHANTOM_NAME = 'Phantom'
export const PHANTOM_INSTALL_URL = 'https://phantom.com/download'
/** The wallet this product brings along on a local chain. */
export const LOCAL_WALLET_NAME = 'Local Dev Wallet'
