import { browserStorage } from '#src/lib/storage/storage.ts'
import { readConfigText, rawConfig } from '#src/platform/config/raw-config.ts'
import { LOCAL_NETWORK } from '#src/platform/wallet/wallet.ts'

let isOffered = false

/** Registers the Local Dev Wallet once the configuration names a local chain. Its code does not load elsewhere. */
export const offerLocalWallet = (): (() => void) => {
  void offerOnce()
  return rawConfig.subscribe(() => void offerOnce())
}

const offerOnce = async () => {
  const rpc = readConfigText('rpc')
  if (isOffered || readConfigText('network') !== LOCAL_NETWORK || rpc === null) return
  isOffered = true
  try {
    const { registerLocalWallet } = await import('./local-wallet.ts')
    registerLocalWallet(rpc, browserStorage)
  } catch (error) {
    console.warn('The local wallet could not be offered', error)
    // The next page that needs a wallet retries.
    isOffered = false
  }
}
