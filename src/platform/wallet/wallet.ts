import type { Wallet } from '@wallet-standard/base'

/** The used part of the object that Phantom puts into the page (https://docs.phantom.com/solana/). */
export type InjectedProvider = {
  readonly publicKey?: { toString(): string } | null
  connect(options?: { onlyIfTrusted: boolean }): Promise<{ publicKey: { toString(): string } }>
  signMessage(message: Uint8Array, display?: 'utf8'): Promise<{ signature: Uint8Array }>
  readonly signTransaction?: unknown
}

export type DetectedWallet = {
  readonly name: string
  readonly icon: string | null
  readonly source:
    | { readonly kind: 'injected'; readonly provider: InjectedProvider }
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
/** The network's name where the server runs its own chain. */
export const LOCAL_NETWORK = 'localnet'
