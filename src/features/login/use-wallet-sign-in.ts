import { useReducer } from 'react'
import type { Session } from '#contract/auth.ts'
import { systemClock } from '#src/lib/clock.ts'
import { STORAGE_KEYS, browserStorage } from '#src/lib/storage/storage.ts'
import { loadSession } from '#src/platform/auth/load-session.ts'
import { INITIAL_SIGN_IN, nextSignIn, runWalletSignIn } from '#src/platform/auth/wallet-sign-in.ts'
import type { SignInCalls, WalletSignIn } from '#src/platform/auth/wallet-sign-in.ts'
import type { DetectedWallet } from '#src/platform/wallet/wallet.ts'
import { dismissToast, showToast } from '#src/ui/toast/toast-store.ts'

/** Long enough to read "Wallet Connected", too short to feel like waiting. */
const SUCCESS_SHOWN_MS = 1_500
const LOGIN_TOAST_MS = 3_000

export const announceSignIn = (): void => {
  showToast({ title: 'Login successful', description: 'Welcome back!', durationMs: LOGIN_TOAST_MS })
}

let failureToast: number | null = null

export const announceFailure = (title: string, description: string): void => {
  failureToast = showToast({
    title,
    description,
    tone: 'destructive',
    durationMs: LOGIN_TOAST_MS,
  })
}

/** Dismisses the toast of the previous attempt. */
export const dismissFailure = (): void => {
  if (failureToast !== null) dismissToast(failureToast)
  failureToast = null
}

export type WalletSignInControl = {
  readonly state: WalletSignIn
  /** Starts an attempt. Calls `onSignedIn` once the user has seen the success. */
  readonly start: (wallet: DetectedWallet | null) => Promise<void>
}

/** The calls of a sign-in. Their code loads while the wallet asks the user. */
const authApi: SignInCalls = {
  challenge: async (address) => (await loadSession()).session.authApi.challenge(address),
  signInWithWallet: async (proof) => (await loadSession()).session.authApi.signInWithWallet(proof),
}

export const useWalletSignIn = (
  onSignedIn: (session: Session, address: string) => Promise<void>,
): WalletSignInControl => {
  const [state, dispatch] = useReducer(nextSignIn, INITIAL_SIGN_IN)
  const start = async (wallet: DetectedWallet | null) => {
    let current = INITIAL_SIGN_IN
    dismissFailure()
    await runWalletSignIn({
      wallet,
      authApi,
      dispatch: (event) => {
        current = nextSignIn(current, event)
        dispatch(event)
      },
    })
    if (current.step === 'initial' && current.failure !== null) {
      announceFailure(current.failure.title, current.failure.message)
    }
    if (current.step !== 'success' || wallet === null) return
    browserStorage.set(STORAGE_KEYS.walletName, wallet.name)
    announceSignIn()
    await systemClock.sleep(SUCCESS_SHOWN_MS)
    await onSignedIn(current.session, current.address)
  }
  return { state, start }
}
