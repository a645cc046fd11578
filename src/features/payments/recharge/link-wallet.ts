import { HttpError } from '#src/lib/api/api-error.ts'
import { isCancelled } from '#src/platform/auth/wallet-sign-in.ts'

/** Why a wallet was not linked, in words; paying works all the same. */
export const linkProblem = (error: unknown): string => {
  if (isCancelled(error)) return 'You did not sign, so the wallet was not linked.'
  if (error instanceof HttpError && error.code === 'WALLET_ALREADY_LINKED') {
    return 'This wallet belongs to another account, so it was not linked.'
  }
  const detail = error instanceof Error ? error.message : ''
  return detail === ''
    ? 'We couldn’t link the wallet. Try again.'
    : `We couldn’t link the wallet: ${detail}`
}
