import type { Session } from '#contract/auth.ts'
import type { ConnectedWallet, DetectedWallet } from '#src/platform/wallet/wallet.ts'
import type { AuthApi } from './session.ts'

export type SignInFailure = {
  readonly title: 'Wallet login failed' | 'Connection cancelled'
  readonly message: string
}

export type WalletSignIn =
  | { readonly step: 'initial'; readonly failure: SignInFailure | null }
  | { readonly step: 'connecting' }
  | { readonly step: 'signing'; readonly address: string }
  | { readonly step: 'verifying'; readonly address: string }
  | { readonly step: 'success'; readonly address: string; readonly session: Session }

export type WalletSignInEvent =
  | { readonly type: 'started' }
  | { readonly type: 'connected'; readonly address: string }
  | { readonly type: 'signed' }
  | { readonly type: 'verified'; readonly session: Session }
  | { readonly type: 'failed'; readonly failure: SignInFailure }

export const INITIAL_SIGN_IN: WalletSignIn = { step: 'initial', failure: null }

/** Returns the next step. Ignores events that do not belong to the step, such as a late answer of a failed attempt. */
export const nextSignIn = (state: WalletSignIn, event: WalletSignInEvent): WalletSignIn => {
  if (event.type === 'failed' && state.step !== 'success') {
    return { step: 'initial', failure: event.failure }
  }
  if (event.type === 'started' && state.step === 'initial') return { step: 'connecting' }
  if (event.type === 'connected' && state.step === 'connecting') {
    return { step: 'signing', address: event.address }
  }
  if (event.type === 'signed' && state.step === 'signing') {
    return { step: 'verifying', address: state.address }
  }
  if (event.type === 'verified' && state.step === 'verifying') {
    return { step: 'success', address: state.address, session: event.session }
  }
  return state
}

const STEP_TEXTS = {
  initial: null,
  connecting: 'Connecting...',
  signing: 'Please sign message...',
  verifying: 'Verifying signature...',
  success: 'Redirecting to dashboard...',
} as const

export const getSignInText = ({ step }: WalletSignIn): string | null => STEP_TEXTS[step]

export type FailedStage = 'absent' | 'connect' | 'challenge' | 'sign' | 'signature' | 'verify'

/**
 * Returns the failure in words for people. A user who declines in the wallet has cancelled; the same words from the
 * server have not.
 */
export const toSignInFailure = (stage: FailedStage, error: unknown): SignInFailure => {
  const detail = error instanceof Error && error.message !== '' ? error.message : 'Unknown error'
  // Only the wallet asks the user; a server may use the same words for something else.
  if ((stage === 'connect' || stage === 'sign') && isCancelled(error)) {
    return {
      title: 'Connection cancelled',
      message: 'You cancelled the wallet connection request',
    }
  }
  return { title: 'Wallet login failed', message: FAILURE_TEXTS[stage](detail) }
}

const FAILURE_TEXTS: Record<FailedStage, (detail: string) => string> = {
  absent: () => 'Phantom wallet not installed or unavailable',
  connect: (detail) => `Wallet login failed: ${detail}`,
  challenge: (detail) => `Failed to get authentication challenge: ${detail}`,
  sign: (detail) => `Signing failed: ${detail}`,
  signature: () => 'Failed to process signature',
  verify: (detail) => `Wallet login failed: ${detail}`,
}

/** EIP-1193's "User Rejected Request", which Solana wallets use as well. */
const REJECTED_CODE = 4001

/** True when the user declined in the wallet. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error &&
  (/User rejected|cancelled/.test(error.message) || Reflect.get(error, 'code') === REJECTED_CODE)

/** Throws when there are no bytes. The server checks the rest. */
const encodeSignature = (signature: Uint8Array): string => {
  if (signature.length === 0) throw new Error('The signature is empty')
  return btoa(String.fromCharCode(...signature))
}

export type SignInCalls = Pick<AuthApi, 'challenge' | 'signInWithWallet'>

type Ports = {
  readonly wallet: DetectedWallet | null
  readonly authApi: SignInCalls
  readonly dispatch: (event: WalletSignInEvent) => void
}

/** Runs one attempt and dispatches every step. Never throws; ends with `verified` or `failed`. */
export const runWalletSignIn = async ({ wallet, authApi, dispatch }: Ports): Promise<void> => {
  let stage: FailedStage = 'absent'
  try {
    dispatch({ type: 'started' })
    if (wallet === null) throw new Error('No wallet')
    stage = 'connect'
    const connected: ConnectedWallet = await wallet.connect()
    const { address } = connected
    dispatch({ type: 'connected', address })
    stage = 'challenge'
    const { nonce, text } = await authApi.challenge(address)
    stage = 'sign'
    const signed = await connected.signMessage(new TextEncoder().encode(text))
    dispatch({ type: 'signed' })
    stage = 'signature'
    const signature = encodeSignature(signed)
    stage = 'verify'
    const session = await authApi.signInWithWallet({ wallet_address: address, signature, nonce })
    dispatch({ type: 'verified', session })
  } catch (error) {
    dispatch({ type: 'failed', failure: toSignInFailure(stage, error) })
  }
}

export type WalletProof = {
  readonly wallet_address: string
  readonly signature: string
  readonly nonce: string
}

/** Signs a challenge of the server. Rejects with the error of the wallet or the server. */
export const signProof = async (
  wallet: ConnectedWallet,
  purpose: 'link' | 'confirm',
  challenge: AuthApi['challenge'],
): Promise<WalletProof> => {
  const { nonce, text } = await challenge(wallet.address, purpose)
  const signature = encodeSignature(await wallet.signMessage(new TextEncoder().encode(text)))
  return { wallet_address: wallet.address, signature, nonce }
}
