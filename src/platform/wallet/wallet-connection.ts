import { createStore } from 'zustand/vanilla'
import { STORAGE_KEYS } from '#src/lib/storage.ts'
import type { TextStorage } from '#src/lib/storage.ts'
import { payingWallet } from './paying-wallet.ts'
import type { PayingWallet } from './paying-wallet.ts'
import type { SignableTransaction } from './phantom.ts'
import { sendTransaction } from './rpc.ts'
import type { Rpc } from './rpc.ts'
import { WALLET_NAME_KEY } from './wallet.ts'
import type { DetectedWallet } from './wallet.ts'
import type { DetectedWallets } from './wallet-detector.ts'

/** SPEC's words for a wallet that is not there. */
const MISSING = 'Phantom wallet not detected, please install Phantom wallet extension'
const CONNECT_FAILED = 'Failed to connect wallet'
const NOT_CONNECTED = 'Wallet not connected'
const LOCAL_NETWORK = 'localnet'

export type WalletConnectionState = {
  readonly status: 'disconnected' | 'connecting' | 'connected'
  readonly address: string | null
  /** Why the last attempt to connect failed, in words. */
  readonly error: string | null
}

const DISCONNECTED: WalletConnectionState = { status: 'disconnected', address: null, error: null }

type ConnectionOptions = {
  readonly storage: TextStorage
  readonly detector: {
    snapshot(): DetectedWallets
    subscribe(listener: () => void): () => void
  }
}

/** Where a signed transaction goes. */
type Chain = { readonly network: string; readonly rpc: Rpc }

/** The wallet that pays: one for the page, remembered until it is disconnected. */
export const createWalletConnection = ({ storage, detector }: ConnectionOptions) => {
  const store = createStore<WalletConnectionState>(() => DISCONNECTED)
  let current: { wallet: PayingWallet; forget: () => void } | null = null

  const drop = () => {
    current?.forget()
    current = null
    storage.remove(STORAGE_KEYS.walletAddress)
    storage.remove(WALLET_NAME_KEY)
    store.setState(DISCONNECTED)
  }

  const keep = (wallet: PayingWallet, name: string, address: string) => {
    current?.forget()
    current = {
      wallet,
      forget: wallet.onChange((next) => {
        if (next === null) drop()
        else hold(name, next)
      }),
    }
    hold(name, address)
  }
  const hold = (name: string, address: string) => {
    storage.set(STORAGE_KEYS.walletAddress, address)
    storage.set(WALLET_NAME_KEY, name)
    store.setState({ status: 'connected', address, error: null })
  }

  /** The one used before, else Phantom, else the local one, else whatever there is. */
  const preferred = (): DetectedWallet | null => {
    const { phantom, local, others } = detector.snapshot()
    const all = [phantom, local, ...others].filter((wallet) => wallet !== null)
    const used = storage.get(WALLET_NAME_KEY)
    return all.find(({ name }) => name === used) ?? all[0] ?? null
  }

  const restore = async (): Promise<void> => {
    const remembered = preferred()
    const isRemembered = remembered?.name === storage.get(WALLET_NAME_KEY)
    const hasSession = storage.get(STORAGE_KEYS.walletAddress) !== null
    if (remembered === null || !isRemembered || !hasSession) return
    if (store.getState().status !== 'disconnected') return
    store.setState({ status: 'connecting', address: null, error: null })
    const wallet = payingWallet(remembered)
    // A wallet that fails while nobody asked it for anything is as good as one that stays silent.
    const address = await wallet.connect({ isSilent: true }).catch(() => null)
    if (address === null) store.setState(DISCONNECTED)
    else keep(wallet, remembered.name, address)
  }

  return {
    store,
    isAvailable: () => preferred() !== null,

    /** Connects without asking to the wallet of the session, as soon as it is detected; gives the undoing. */
    startRestoring: (): (() => void) => {
      void restore()
      return detector.subscribe(() => void restore())
    },

    /** Asks the person. Never rejects; the failure stands in the state. */
    connect: async (): Promise<void> => {
      const chosen = preferred()
      if (chosen === null) {
        store.setState({ ...DISCONNECTED, error: MISSING })
        return
      }
      store.setState({ status: 'connecting', address: null, error: null })
      try {
        const wallet = payingWallet(chosen)
        const address = await wallet.connect({ isSilent: false })
        if (address === null) throw new Error('The wallet has no Solana account')
        keep(wallet, chosen.name, address)
      } catch (error) {
        const detail = error instanceof Error ? error.message : ''
        store.setState({
          ...DISCONNECTED,
          error: detail === '' ? CONNECT_FAILED : `${CONNECT_FAILED}: ${detail}`,
        })
      }
    },

    /** Forgets the wallet in any case; rejects with the wallet's error when it would not let go. */
    disconnect: async (): Promise<void> => {
      const wallet = current?.wallet
      drop()
      await wallet?.disconnect()
    },

    /**
     * The signature of the sent transaction. On a local chain the wallet signs and this page sends: a wallet's own
     * connection leads to another network. Elsewhere the wallet sends, where it can.
     */
    signAndSend: async (
      transaction: SignableTransaction,
      { network, rpc }: Chain,
    ): Promise<string> => {
      if (current === null) throw new Error(NOT_CONNECTED)
      const { sign, signAndSend } = current.wallet
      if (signAndSend !== null && (network !== LOCAL_NETWORK || sign === null)) {
        return signAndSend(transaction, network)
      }
      if (sign === null) throw new Error('This wallet cannot sign transactions')
      return sendTransaction(rpc, await sign(transaction))
    },
  }
}
