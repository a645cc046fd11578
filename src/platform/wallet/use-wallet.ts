import { useEffect } from 'react'
import { useStore } from 'zustand'
import { browserStorage } from '#src/lib/storage.ts'
import { authStore } from '#src/platform/auth/auth-state.ts'
import { configStore } from '#src/platform/config/config-store.ts'
import { walletDetector } from './detected-wallets.ts'
import { offerLocalWallet } from './offer-local-wallet.ts'
import type { SignableTransaction } from './phantom.ts'
import { createRpc } from './rpc.ts'
import { createWalletConnection } from './wallet-connection.ts'

const connection = createWalletConnection({ storage: browserStorage, detector: walletDetector })

authStore.subscribe(({ status }) => {
  if (status === 'unauthenticated') connection.forget()
})

const signAndSend = async (transaction: SignableTransaction): Promise<string> => {
  const { config } = configStore.getState()
  if (config === null) throw new Error('The server has not told its network yet')
  const { network, rpc } = config
  return connection.signAndSend(transaction, { network, rpc: createRpc(rpc) })
}

/** The wallet that pays, restored from the session while a component that uses it is there. */
export const useWallet = () => {
  const { status, address, error } = useStore(connection.store)
  useEffect(() => offerLocalWallet(), [])
  useEffect(() => connection.startRestoring(), [])
  return {
    address,
    connected: status === 'connected',
    connecting: status === 'connecting',
    error,
    isAvailable: connection.isAvailable,
    connect: connection.connect,
    disconnect: connection.disconnect,
    signAndSend,
  }
}
