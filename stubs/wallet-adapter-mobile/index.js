// Stands in for the Android mobile wallet adapter, which would bring react-native (959 packages). It is never ready, so
// wallet-adapter leaves it out of every list; see docs/decisions/006-wallet-adapter-behind-a-proxy.md.

export const SolanaMobileWalletAdapterWalletName = 'Mobile Wallet Adapter'

const absent = () => Promise.reject(new Error('There is no mobile wallet adapter here'))

export class SolanaMobileWalletAdapter {
  name = SolanaMobileWalletAdapterWalletName
  url = 'https://solanamobile.com/wallets'
  icon = 'data:image/svg+xml,'
  readyState = 'Unsupported'
  publicKey = null
  connecting = false
  connected = false
  supportedTransactionVersions = null
  connect = absent
  autoConnect = absent
  sendTransaction = absent
  disconnect = async () => undefined
  on() {
    return this
  }
  off() {
    return this
  }
  emit() {
    return false
  }
}

export const createDefaultAddressSelector = () => ({})
export const createDefaultAuthorizationResultCache = () => ({})
export const createDefaultWalletNotFoundHandler = () => async () => undefined
