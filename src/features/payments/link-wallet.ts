import type { UserInfo } from '#contract/auth.ts'
import { HttpError } from '#src/lib/api/api-error.ts'
import type { AuthApi } from '#src/platform/auth/auth-api.ts'
import { encodeSignature, isCancelled } from '#src/platform/auth/wallet-sign-in.ts'
import type { PaymentWallet } from './payment-wallet.ts'

export type LinkOutcome =
  | { readonly ok: true; readonly user: UserInfo }
  /** `problem` says in words why not; paying works all the same. */
  | { readonly ok: false; readonly problem: string }

type Ports = {
  readonly address: string
  readonly signMessage: PaymentWallet['signMessage']
  readonly authApi: Pick<AuthApi, 'challenge' | 'linkWallet'>
}

/** Proves with one signature that the wallet is the signed-in person's. Never throws. */
export const linkConnectedWallet = async ({
  address,
  signMessage,
  authApi,
}: Ports): Promise<LinkOutcome> => {
  try {
    const { nonce, text } = await authApi.challenge(address, 'link')
    const signature = encodeSignature(await signMessage(new TextEncoder().encode(text)))
    const user = await authApi.linkWallet({ wallet_address: address, signature, nonce })
    return { ok: true, user }
  } catch (error) {
    return { ok: false, problem: problemOf(error) }
  }
}

const problemOf = (error: unknown): string => {
  if (isCancelled(error)) return 'You did not sign, so the wallet was not linked.'
  if (error instanceof HttpError && error.code === 'WALLET_ALREADY_LINKED') {
    return 'This wallet belongs to another account, so it was not linked.'
  }
  const detail = error instanceof Error ? error.message : ''
  return detail === ''
    ? 'The wallet could not be linked.'
    : `The wallet could not be linked: ${detail}`
}
