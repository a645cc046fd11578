import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import { registerWallet } from '@wallet-standard/wallet'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
} from '@wallet-standard/features'
import bs58 from 'bs58'
import type { TextStorage } from '#src/lib/storage.ts'
import { askApproval } from './approvals.ts'
import { openLocalKey } from './local-key.ts'
import type { LocalKey } from './local-key.ts'
import { createRpc, getBalance, sendTransaction } from './rpc.ts'
import type { Rpc } from './rpc.ts'
import { placeSignature, readTransaction } from './transaction-wire.ts'
import type { WireTransaction } from './transaction-wire.ts'
import { LOCAL_WALLET_NAME } from './wallet.ts'

const CHAINS = ['solana:localnet'] as const
const VERSIONS = ['legacy', 0] as const
const SIGNING = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
] as const
/** A purse and a coin, drawn small. */
const ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iIzU1NDhlMCIvPjxwYXRoIGQ9Ik02IDEyYTMgMyAwIDAgMSAzLTNoMTJ2MyIgZmlsbD0ibm9uZSIgc3Ryb2tlPSIjZmZmIiBzdHJva2Utd2lkdGg9IjIiLz48cmVjdCB4PSI2IiB5PSIxMiIgd2lkdGg9IjIwIiBoZWlnaHQ9IjEyIiByeD0iMyIgZmlsbD0iI2ZmZiIvPjxjaXJjbGUgY3g9IjIxIiBjeT0iMTgiIHI9IjIiIGZpbGw9IiM1NTQ4ZTAiLz48L3N2Zz4=' as const

const AIRDROP_LAMPORTS = 10_000_000_000
/** Below this the purse is filled again: enough for the largest default top-up and its fee. */
const EMPTY_BELOW_LAMPORTS = 1_000_000_000

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature

/**
 * Registers the wallet for people without an extension: a Wallet Standard wallet whose key stays in this browser and
 * whose purse fills itself. For a local chain only.
 */
export const registerLocalWallet = async (rpcUrl: string, storage: TextStorage): Promise<void> => {
  registerWallet(createLocalWallet(await openLocalKey(storage), createRpc(rpcUrl)))
}

export const createLocalWallet = (key: LocalKey, rpc: Rpc): Wallet => {
  const { address, publicKey } = key
  const account: WalletAccount = { address, publicKey, chains: CHAINS, features: SIGNING }
  const listeners = new Set<StandardEventsListeners['change']>()
  let accounts: readonly WalletAccount[] = []

  const setAccounts = (next: readonly WalletAccount[]) => {
    accounts = next
    for (const listener of listeners) listener({ accounts })
  }
  const approve = async (kind: 'message' | 'transaction', text: string) => {
    if (!(await askApproval({ kind, address, text }))) {
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    }
  }
  const signTransaction = async (bytes: Uint8Array) => {
    const transaction = readTransaction(Uint8Array.from(bytes))
    await approve('transaction', describe(transaction))
    return placeSignature(transaction, address, await key.sign(transaction.message))
  }

  const features: Features = {
    'standard:connect': {
      version: '1.0.0',
      connect: async () => {
        await fillWhenEmpty(rpc, address)
        setAccounts([account])
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
        inTurn(inputs, async ({ message }) => {
          await approve('message', new TextDecoder().decode(message))
          return { signedMessage: message, signature: await key.sign(Uint8Array.from(message)) }
        }),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: VERSIONS,
      signTransaction: (...inputs) =>
        inTurn(inputs, async ({ transaction }) => ({
          signedTransaction: await signTransaction(transaction),
        })),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: VERSIONS,
      signAndSendTransaction: (...inputs) =>
        inTurn(inputs, async ({ transaction }) => ({
          signature: bs58.decode(await sendTransaction(rpc, await signTransaction(transaction))),
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

/** One question at a time. */
const inTurn = async <Input, Output>(
  inputs: readonly Input[],
  answer: (input: Input) => Promise<Output>,
): Promise<Output[]> => {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await answer(input))
  return outputs
}

const LAMPORTS_PER_SOL = 1e9

const solText = (lamports: bigint): string =>
  (Number(lamports) / LAMPORTS_PER_SOL).toLocaleString('en-US', { maximumFractionDigits: 9 })

const describe = ({ transfers, otherInstructions }: WireTransaction): string =>
  [
    ...transfers.map(({ to, lamports }) => `Send ${solText(lamports)} SOL\nto ${to}`),
    ...(otherInstructions === 0 ? [] : [`and ${otherInstructions} other instruction(s)`]),
  ].join('\n\n')

/** A chain that gives no coins today must not keep anybody from signing in: the purse stays as it is. */
const fillWhenEmpty = async (rpc: Rpc, address: string): Promise<void> => {
  try {
    if ((await getBalance(rpc, address)) < EMPTY_BELOW_LAMPORTS)
      await rpc('requestAirdrop', [address, AIRDROP_LAMPORTS])
  } catch (error) {
    console.warn('The local chain did not fill the wallet', error)
  }
}
