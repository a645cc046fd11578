import { getWallets } from '@wallet-standard/app'
import type { StandardConnectFeature } from '@wallet-standard/features'
import { afterEach, expect, it, vi } from 'vitest'
import { createUserStorage } from '#src/lib/storage/user-storage.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { registerLocalWallet } from '#src/platform/wallet/local/local-wallet.ts'
import { LOCAL_WALLET_NAME } from '#src/platform/wallet/wallet.ts'

afterEach(() => vi.unstubAllGlobals())

it('opens its key again after it could not be opened', async () => {
  vi.stubGlobal('isSecureContext', true)
  const readKey = vi.fn<(key: string) => string | null>(() => {
    throw new Error('The key cannot be read')
  })
  registerLocalWallet('/rpc', { ...createUserStorage(browserStorage, null), get: readKey })
  const wallet = getWallets()
    .get()
    .find(({ name }) => name === LOCAL_WALLET_NAME)
  const features = wallet?.features as StandardConnectFeature
  const connect = () => features['standard:connect'].connect()
  await expect(connect()).rejects.toThrow('The key cannot be read')
  await expect(connect()).rejects.toThrow('The key cannot be read')
  expect(readKey).toHaveBeenCalledTimes(2)
})
