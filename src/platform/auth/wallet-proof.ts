import type { AuthApi } from './auth-api.ts'
import type { ConnectedWallet } from '#src/platform/wallet/wallet.ts'
import { encodeSignature } from './wallet-sign-in.ts'

/** A wallet's signature of a challenge, as the server takes it. */
export type WalletProof = {
  readonly wallet_address: string
  readonly signature: string
  readonly nonce: string
}

/** Has a wallet sign a new challenge. Rejects with the wallet's or the server's error. */
export const signProof = async (
  wallet: ConnectedWallet,
  purpose: 'link' | 'confirm',
  challenge: AuthApi['challenge'],
): Promise<WalletProof> => {
  const { nonce, text } = await challenge(wallet.address, purpose)
  const signature = encodeSignature(await wallet.signMessage(new TextEncoder().encode(text)))
  return { wallet_address: wallet.address, signature, nonce }
}
