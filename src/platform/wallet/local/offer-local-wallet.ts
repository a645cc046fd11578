import { browserStorage } from '#src/lib/storage/storage.ts'
import { factOf, serverFacts } from '#src/platform/config/server-facts.ts'

const LOCAL_NETWORK = 'localnet'

let isOffered = false

/**
 * Brings the Local Dev Wallet where a wallet can be used, once the server has said that its chain is a local one. On
 * every other network, and on pages that need no wallet, its code is not even fetched.
 */
export const offerLocalWallet = (): (() => void) => {
  void offerOnce()
  return serverFacts.subscribe(() => void offerOnce())
}

const offerOnce = async () => {
  const rpc = factOf('rpc')
  if (isOffered || factOf('network') !== LOCAL_NETWORK || rpc === null) return
  isOffered = true
  try {
    const { registerLocalWallet } = await import('./local-wallet.ts')
    registerLocalWallet(rpc, browserStorage)
  } catch (error) {
    console.warn('The local wallet could not be offered', error)
    // The next page that needs a wallet tries again.
    isOffered = false
  }
}
