import { HttpError } from '#src/lib/api/api-error.ts'
import { encodeSignature } from '#src/platform/auth/wallet-sign-in.ts'
import type { DetectedWallet } from '#src/platform/wallet/wallet.ts'
import type { AccountApi } from './account-api.ts'
import { texts } from './texts.ts'

export type WalletLink =
  | { readonly step: 'idle' }
  | { readonly step: 'connecting' | 'signing' | 'linking'; readonly wallet: string }
  | { readonly step: 'failed'; readonly message: string }
  | { readonly step: 'linked'; readonly address: string }

type Means = {
  readonly wallet: DetectedWallet
  readonly linked: readonly string[]
  readonly calls: Pick<AccountApi, 'linkChallenge' | 'linkWallet'>
  readonly show: (state: WalletLink) => void
}

/** EIP-1193's "User Rejected Request", which Solana wallets use as well. */
const REJECTED_CODE = 4001

const isRefusal = (error: Error): boolean =>
  Reflect.get(error, 'code') === REJECTED_CODE || /reject|cancel|declin/i.test(error.message)

const messageOf = (error: unknown): string => {
  if (error instanceof HttpError && error.code === 'WALLET_ALREADY_LINKED') {
    return texts.wallets.conflict
  }
  if (!(error instanceof Error)) return texts.wallets.failed(String(error))
  return !(error instanceof HttpError) && isRefusal(error)
    ? texts.wallets.cancelled
    : texts.wallets.failed(error.message)
}

/** Links one wallet by its signature and shows every step. Never throws; ends with `linked` or `failed`. */
export const runWalletLink = async ({ wallet, linked, calls, show }: Means): Promise<void> => {
  const { name } = wallet
  try {
    show({ step: 'connecting', wallet: name })
    const connected = await wallet.connect()
    const { address } = connected
    if (linked.includes(address)) {
      show({ step: 'failed', message: texts.wallets.already })
      return
    }
    const { nonce, text } = await calls.linkChallenge(address)
    show({ step: 'signing', wallet: name })
    const signature = encodeSignature(await connected.signMessage(new TextEncoder().encode(text)))
    show({ step: 'linking', wallet: name })
    await calls.linkWallet({ wallet_address: address, signature, nonce })
    show({ step: 'linked', address })
  } catch (error) {
    show({ step: 'failed', message: messageOf(error) })
  }
}
