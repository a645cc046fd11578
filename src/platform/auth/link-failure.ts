import { HttpError } from '#src/lib/api/api-error.ts'
import { isCancelled } from './wallet-sign-in.ts'

/** Returns why a wallet was not linked. A server error never counts as cancelled, even with the same words. */
export const toLinkFailure = (error: unknown): 'conflict' | 'cancelled' | 'other' => {
  if (error instanceof HttpError) {
    return error.code === 'WALLET_ALREADY_LINKED' ? 'conflict' : 'other'
  }
  const isRefusal = error instanceof Error && /reject|cancel|declin/i.test(error.message)
  return isRefusal || isCancelled(error) ? 'cancelled' : 'other'
}
