import { browserStorage } from '#src/lib/storage.ts'
import { authStore } from '#src/platform/auth/auth-state.ts'
import { followOtherTabs } from '#src/platform/auth/auth-store.ts'
import { fetchAuth } from '#src/platform/auth/fetch-auth.ts'
import { factOf, loadServerFacts } from '#src/platform/config/server-facts.ts'
import { startTheme } from '#src/platform/theme/apply-theme.ts'
import { startApiErrors } from './api-errors.ts'

const API_BASE = '/api'
const LOCAL_NETWORK = 'localnet'

/** Wires what runs beside the screens; once a page. */
export const start = (): void => {
  startTheme()
  startApiErrors()
  followOtherTabs(authStore, browserStorage)
  if (authStore.getState().status !== 'unauthenticated') void validate()
  void loadServerFacts(API_BASE).then(offerLocalWallet)
}

const validate = async () => {
  const { session } = await fetchAuth()
  session.start()
}

/** On every other network the wallet's code is not even fetched. */
const offerLocalWallet = async () => {
  const rpc = factOf('rpc')
  if (factOf('network') !== LOCAL_NETWORK || rpc === null) return
  const { registerLocalWallet } = await import('#src/platform/wallet/local-wallet.ts')
  try {
    await registerLocalWallet(rpc, browserStorage)
  } catch (error) {
    console.warn('This browser cannot hold the Local Dev Wallet', error)
  }
}
