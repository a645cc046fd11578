import { useEffect } from 'react'
import { useStore } from 'zustand'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { offerLocalWallet } from '#src/platform/wallet/local/offer-local-wallet.ts'
import { payingWallets } from './paying-wallets.ts'
import { createWalletConnection } from './wallet-connection.ts'

const connection = createWalletConnection({ storage: browserStorage, wallets: payingWallets })

authStore.subscribe(({ status }) => {
  if (status === 'unauthenticated') connection.forget()
})

export const usePaymentWallet = () => {
  useEffect(() => offerLocalWallet(), [])
  useEffect(() => connection.startRestoring(), [])
  const state = useStore(connection.store)
  return { ...connection, ...state }
}
