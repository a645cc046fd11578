import type { Transaction } from '@solana/web3.js'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { systemClock } from '#src/lib/clock.ts'
import { STORAGE_KEYS, type TextStorage } from '#src/lib/storage/storage.ts'
import type { PayingWallet } from './paying-wallet.ts'

const MISSING = 'Phantom wallet not detected, please install Phantom wallet extension'
const CONNECT_FAILED = 'Failed to connect wallet'
const NOT_CONNECTED = 'Wallet not connected'
const OTHER_ACCOUNT =
  'The wallet shows another account now. Switch back, or disconnect and connect again.'
const NO_ACCOUNT = 'The wallet has no Solana account'
/** Wallets may register after the page has loaded, so a click on “Connect” waits this long for one. */
const WALLET_WAIT_MS = 2000

type WalletConnectionState = {
  readonly status: 'disconnected' | 'connecting' | 'connected'
  readonly address: string | null
  readonly error: string | null
}

const DISCONNECTED: WalletConnectionState = { status: 'disconnected', address: null, error: null }

type ConnectionOptions = {
  readonly storage: TextStorage
  readonly wallets: StoreApi<{ list: readonly PayingWallet[] }>
}

const createConnected = (storage: TextStorage) => {
  const readRemembered = (): WalletConnectionState => {
    const address = storage.get(STORAGE_KEYS.walletAddress)
    return address === null ? DISCONNECTED : { status: 'connected', address, error: null }
  }
  const store = createStore<WalletConnectionState>(readRemembered)
  let joined: { wallet: PayingWallet; leave: () => void } | null = null

  const forget = () => {
    joined?.leave()
    joined = null
    storage.remove(STORAGE_KEYS.walletAddress)
    storage.remove(STORAGE_KEYS.walletName)
    store.setState(DISCONNECTED)
  }

  const setConnected = (name: string, address: string) => {
    storage.set(STORAGE_KEYS.walletAddress, address)
    storage.set(STORAGE_KEYS.walletName, name)
    store.setState({ status: 'connected', address, error: null })
  }

  return {
    store,
    forget,
    wallet: (): PayingWallet | null => joined?.wallet ?? null,
    lastName: () => storage.get(STORAGE_KEYS.walletName),
    remember: () => store.setState(readRemembered()),
    join: (wallet: PayingWallet, address: string) => {
      joined?.leave()
      const leave = wallet.onChange((next) => {
        if (next === null) forget()
        else setConnected(wallet.name, next)
      })
      joined = { wallet, leave }
      setConnected(wallet.name, address)
      return wallet
    },
  }
}

const createFinder = (
  { lastName }: Pick<ReturnType<typeof createConnected>, 'lastName'>,
  wallets: ConnectionOptions['wallets'],
) => {
  const findUsed = (): PayingWallet | null =>
    wallets.getState().list.find(({ name }) => name === lastName()) ?? null
  /** The last used wallet, else the preferred one. */
  const findPreferred = (): PayingWallet | null => findUsed() ?? wallets.getState().list[0] ?? null
  const waitForPreferred = async (): Promise<PayingWallet | null> => {
    if (findPreferred() === null) {
      await new Promise<void>((resolve) => {
        const stop = wallets.subscribe(() => findPreferred() !== null && resolve())
        void systemClock.sleep(WALLET_WAIT_MS).then(resolve).finally(stop)
      })
    }
    return findPreferred()
  }
  return {
    findPreferred,
    waitForPreferred,
    /** The wallet of the session's address, never a different one. */
    findKnown: (): PayingWallet | null => (lastName() === null ? findPreferred() : findUsed()),
  }
}

const askForAddress = async (wallet: PayingWallet): Promise<string> => {
  const address = await wallet.connect({ isSilent: false })
  if (address === null) throw new Error(NO_ACCOUNT)
  return address
}

/**
 * Creates the page's connection to a wallet that pays. An address in the session counts as connected at once. The wallet
 * itself connects silently where it can, else when it has to sign.
 */
export const createWalletConnection = ({ storage, wallets }: ConnectionOptions) => {
  const connected = createConnected(storage)
  const { store, forget, join } = connected
  const { findPreferred, waitForPreferred, findKnown } = createFinder(connected, wallets)

  /** Stops once `isWanted` returns false, as after a sign-out. */
  const joinByAsking = async (isWanted: () => boolean): Promise<void> => {
    const wallet = await waitForPreferred()
    if (!isWanted()) return
    if (wallet === null) throw new Error(MISSING)
    const address = await askForAddress(wallet)
    if (isWanted()) join(wallet, address)
  }

  const joinSilently = async (): Promise<void> => {
    const { address: known } = store.getState()
    const wallet = findPreferred()
    if (connected.wallet() !== null || known === null || wallet === null) return
    // A silent attempt that fails is ignored.
    const address = await wallet.connect({ isSilent: true }).catch(() => null)
    if (address === null || connected.wallet() !== null) return
    if (store.getState().address !== known) return
    const isTheOneUsed = wallet.name === connected.lastName()
    if (address === known || isTheOneUsed) join(wallet, address)
  }

  /** Rejects when the wallet now shows another account. */
  const joinKnown = async (): Promise<PayingWallet> => {
    const { address } = store.getState()
    if (address === null) throw new Error(NOT_CONNECTED)
    const joined = connected.wallet()
    if (joined !== null) return joined
    const wallet = findKnown()
    if (wallet === null) throw new Error(MISSING)
    if ((await askForAddress(wallet)) === address) return join(wallet, address)
    throw new Error(connected.lastName() === null ? MISSING : OTHER_ACCOUNT)
  }

  return {
    store,
    forget,
    isAvailable: () => findKnown() !== null,

    /** Restores the session's wallet as soon as it is available. Returns a function that stops it. */
    startRestoring: (): (() => void) => {
      const isAsking = store.getState().status === 'connecting'
      if (connected.wallet() === null && !isAsking) connected.remember()
      void joinSilently()
      return wallets.subscribe(() => void joinSilently())
    },

    /** Asks the user. Never rejects; stores the failure in the state. */
    connect: async (): Promise<void> => {
      store.setState({ status: 'connecting', address: null, error: null })
      const asking = store.getState()
      const isWanted = () => store.getState() === asking
      try {
        await joinByAsking(isWanted)
      } catch (error) {
        if (isWanted()) store.setState({ ...DISCONNECTED, error: describeConnectFailure(error) })
      }
    },

    /** Forgets the wallet in any case. Rejects with the wallet's error. */
    disconnect: async (): Promise<void> => {
      const wallet = connected.wallet()
      forget()
      await wallet?.disconnect()
    },

    /** Rejects when the wallet shows another account than this page. */
    pay: async (transaction: Transaction): Promise<string> => (await joinKnown()).pay(transaction),

    signMessage: async (message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
      (await joinKnown()).signMessage(message),
  }
}

const describeConnectFailure = (error: unknown): string => {
  const detail = error instanceof Error ? error.message : ''
  if (detail === MISSING) return MISSING
  return detail === '' ? CONNECT_FAILED : `${CONNECT_FAILED}: ${detail}`
}
