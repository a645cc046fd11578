import { getErrorMessage } from '#contract/error-message.ts'
import type { AuthApi } from '#src/platform/auth/session.ts'
import { toLinkFailure } from '#src/platform/auth/link-failure.ts'
import { signProof, type WalletProof } from '#src/platform/auth/wallet-sign-in.ts'
import type { DetectedWallet } from '#src/platform/wallet/wallet.ts'
import { texts } from '#src/features/settings/texts.ts'

export type WalletLink =
  | { readonly step: 'idle' }
  | { readonly step: 'connecting' | 'signing'; readonly wallet: string }
  /** The new wallet has signed; the owner of the account has to confirm. */
  | { readonly step: 'signed'; readonly proof: WalletProof }
  | { readonly step: 'failed'; readonly message: string }

type Means = {
  readonly wallet: DetectedWallet
  readonly linked: readonly string[]
  readonly challenge: AuthApi['challenge']
  readonly show: (state: WalletLink) => void
}

export const describeLinkProblem = (error: unknown): string => {
  const failure = toLinkFailure(error)
  if (failure !== 'other') return texts.wallets[failure]
  return texts.wallets.failed(getErrorMessage(error))
}

/** Asks a wallet to sign a proof for linking it, and shows every step. Never throws; ends with `signed` or `failed`. */
export const signWalletLink = async ({ wallet, linked, challenge, show }: Means): Promise<void> => {
  const { name } = wallet
  try {
    show({ step: 'connecting', wallet: name })
    const connected = await wallet.connect()
    if (linked.includes(connected.address)) {
      show({ step: 'failed', message: texts.wallets.already })
      return
    }
    show({ step: 'signing', wallet: name })
    show({ step: 'signed', proof: await signProof(connected, 'link', challenge) })
  } catch (error) {
    show({ step: 'failed', message: describeLinkProblem(error) })
  }
}
