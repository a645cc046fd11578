import { api, session } from '#src/platform/auth/auth.ts'
import { configStore, loadConfig } from '#src/platform/config/config-store.ts'
import { startTheme } from '#src/platform/theme/apply-theme.ts'
import { startApiErrors } from './api-errors.ts'

const LOCAL_NETWORK = 'localnet'

/** Wires what runs beside the screens; once a page. */
export const start = (): void => {
  startTheme()
  startApiErrors()
  session.start()
  void loadConfig(api).then(offerLocalWallet)
}

/** On every other network the wallet's code is not even fetched. */
const offerLocalWallet = async () => {
  const { config } = configStore.getState()
  if (config?.network !== LOCAL_NETWORK) return
  const { registerLocalWallet } = await import('#src/platform/wallet/local-wallet.ts')
  try {
    await registerLocalWallet(config.rpc)
  } catch (error) {
    console.warn('This browser cannot hold the Local Dev Wallet', error)
  }
}
