import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import { getWallets } from '@wallet-standard/app'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
} from '@wallet-standard/features'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import type { LocalOwner } from './local-owner.ts'
import { LOCAL_WALLET_NAME } from '#src/platform/wallet/wallet.ts'

const CHAINS = ['solana:localnet'] as const
const VERSIONS = ['legacy', 0] as const
const SIGNING = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
] as const
const ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iIzU1NDhlMCIvPjxwYXRoIGQ9Ik02IDEyYTMgMyAwIDAgMSAzLTNoMTJ2MyIgZmlsbD0ibm9uZSIgc3Ryb2tlPSIjZmZmIiBzdHJva2Utd2lkdGg9IjIiLz48cmVjdCB4PSI2IiB5PSIxMiIgd2lkdGg9IjIwIiBoZWlnaHQ9IjEyIiByeD0iMyIgZmlsbD0iI2ZmZiIvPjxjaXJjbGUgY3g9IjIxIiBjeT0iMTgiIHI9IjIiIGZpbGw9IiM1NTQ4ZTAiLz48L3N2Zz4=' as const

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature

/**
 * Registers a Wallet Standard wallet for users without an extension, on a local chain only. Its key stays in this
 * browser, and it requests play money when it is empty. The code with the key loads on first use. Insecure origins have
 * no WebCrypto, so it does nothing there.
 */
export const registerLocalWallet = (rpcUrl: string, storage: TextStorage): void => {
  if (!window.isSecureContext) return
  let owner: Promise<LocalOwner> | null = null
  const open = async () => {
    try {
      const { openLocalOwner } = await import('./local-owner.ts')
      return await openLocalOwner(storage, rpcUrl)
    } catch (error) {
      // The next use tries again.
      owner = null
      throw error
    }
  }
  getWallets().register(createLocalWallet(() => (owner ??= open())))
}

export const createLocalWallet = (openOwner: () => Promise<LocalOwner>): Wallet => {
  const listeners = new Set<StandardEventsListeners['change']>()
  let accounts: readonly WalletAccount[] = []

  const setAccounts = (next: readonly WalletAccount[]) => {
    accounts = next
    for (const listener of listeners) listener({ accounts })
  }

  const features: Features = {
    'standard:connect': {
      version: '1.0.0',
      connect: async () => {
        const { address, publicKey, fillWhenEmpty } = await openOwner()
        await fillWhenEmpty()
        setAccounts([{ address, publicKey, chains: CHAINS, features: SIGNING }])
        return { accounts }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: () => Promise.resolve(setAccounts([])),
    },
    'standard:events': {
      version: '1.0.0',
      on: (_event, listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs) =>
        answerInOrder(inputs, async ({ message }) => {
          const signature = await (await openOwner()).signMessage(Uint8Array.from(message))
          return { signedMessage: message, signature }
        }),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: VERSIONS,
      signTransaction: (...inputs) =>
        answerInOrder(inputs, async ({ transaction }) => ({
          signedTransaction: await (
            await openOwner()
          ).signTransaction(Uint8Array.from(transaction)),
        })),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: VERSIONS,
      signAndSendTransaction: (...inputs) =>
        answerInOrder(inputs, async ({ transaction }) => ({
          signature: await (await openOwner()).signAndSend(Uint8Array.from(transaction)),
        })),
    },
  }

  return {
    version: '1.0.0',
    name: LOCAL_WALLET_NAME,
    icon: ICON,
    chains: CHAINS,
    get accounts() {
      return accounts
    },
    features,
  }
}

/** Answers inputs one by one, so that the user sees one question at a time. */
const answerInOrder = async <Input, Output>(
  inputs: readonly Input[],
  answer: (input: Input) => Promise<Output>,
): Promise<Output[]> => {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await answer(input))
  return outputs
}
