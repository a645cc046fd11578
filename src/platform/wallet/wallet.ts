import type { Wallet } from '@wallet-standard/base'
import type { PhantomProvider } from '#src/platform/wallet/sign-in/phantom.ts'

/** What signing in needs of a wallet. */
export type DetectedWallet = {
  readonly name: string
  readonly icon: string | null
  readonly source:
    | { readonly kind: 'injected'; readonly provider: PhantomProvider }
    | { readonly kind: 'standard'; readonly wallet: Wallet }
  /** Asks the user. Rejects with the wallet's error, also when the user declines. */
  connect(): Promise<ConnectedWallet>
}

export type ConnectedWallet = {
  readonly address: string
  signMessage(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
}

export const PHANTOM_NAME = 'Phantom'
export const PHANTOM_INSTALL_URL = 'https://phantom.com/download'
export const LOCAL_WALLET_NAME = 'Local Dev Wallet'
