import { getWallets } from '@wallet-standard/app'
import { useSyncExternalStore } from 'react'
import { createWalletDetector, type DetectedWallets } from './wallet-detector.ts'

const walletDetector = createWalletDetector(window, getWallets())

export const useDetectedWallets = (): DetectedWallets =>
  useSyncExternalStore(walletDetector.subscribe, walletDetector.snapshot)
