import type { Adapter } from '@solana/wallet-adapter-base'
import type { Connection, Transaction } from '@solana/web3.js'
import { canSign, trustsThisPage } from '#src/platform/wallet/sign-in/injected-wallets.ts'
import { LOCAL_NETWORK } from '#src/platform/wallet/wallet.ts'
import { describeWalletError } from './send-errors.ts'
import { sendSigned } from './send-signed.ts'

/** A wallet that can pay. Every call rejects with a message for users. */
export type PayingWallet = {
  readonly name: string
  /** Returns the address. With `isSilent`, returns null where it would have to ask the user. */
  connect(options: { isSilent: boolean }): Promise<string | null>
  disconnect(): Promise<void>
  signMessage(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
  /** Returns the signature. Rejects with UncertainSendError when the transaction was signed and may have been sent. */
  pay(transaction: Transaction): Promise<string>
  /** Calls the listener with the new address, or null without an account. Returns the function that stops it. */
  onChange(listener: (address: string | null) => void): () => void
}

export type PaymentChain = {
  readonly network: string
  /** Goes through this origin's proxy. */
  readonly connection: Connection
}

/** The adapters' errors may be bare names. */
const withReadableErrors = async <Value>(answer: Promise<Value>): Promise<Value> => {
  try {
    return await answer
  } catch (error) {
    const text = describeWalletError(error)
    if (error instanceof Error && error.message === text) throw error
    throw new Error(text, { cause: error })
  }
}

/**
 * Wraps a wallet-adapter adapter. On a local chain the wallet signs and this page sends, because the wallet's own
 * connection uses another network. A wallet that cannot sign without sending sends by itself.
 */
export const createPayingWallet = (adapter: Adapter, chain: () => PaymentChain): PayingWallet => ({
  name: adapter.name,
  connect: async ({ isSilent }) => {
    if (!isSilent) await withReadableErrors(adapter.connect())
    // The adapter of an injected wallet asks the user when the page is not trusted.
    else if (await trustsThisPage(adapter.name, window)) await adapter.autoConnect()
    return adapter.publicKey?.toBase58() ?? null
  },
  disconnect: async () => {
    // The adapter emits the wallet's failure and does not throw it.
    let failure: unknown = null
    const keep = (error: unknown) => (failure = error)
    adapter.on('error', keep)
    await adapter.disconnect().finally(() => adapter.off('error', keep))
    if (failure !== null) throw failure
  },
  signMessage: async (message) => {
    if (!('signMessage' in adapter) || adapter.signMessage === undefined) {
      throw new Error('This wallet cannot sign messages')
    }
    return withReadableErrors(adapter.signMessage(message))
  },
  pay: async (transaction) => {
    const { network, connection } = chain()
    if (network !== LOCAL_NETWORK || !canSign(adapter.name, window))
      return withReadableErrors(adapter.sendTransaction(transaction, connection))
    if (!('signTransaction' in adapter) || adapter.signTransaction === undefined) {
      throw new Error('This wallet cannot sign transactions')
    }
    const signed = await withReadableErrors(adapter.signTransaction(transaction))
    return sendSigned(connection, signed)
  },
  onChange: (listener) => {
    const onConnect = (key: { toBase58(): string }) => listener(key.toBase58())
    const onDisconnect = () => listener(null)
    adapter.on('connect', onConnect)
    adapter.on('disconnect', onDisconnect)
    return () => {
      adapter.off('connect', onConnect)
      adapter.off('disconnect', onDisconnect)
    }
  },
})
