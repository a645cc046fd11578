import { createStore } from 'zustand/vanilla'
import type { PayingWallet } from './paying-wallet.ts'

/** The wallets that can pay, the preferred first; empty until the paying part of the page is loaded. */
export const payingWallets = createStore<{ list: readonly PayingWallet[] }>(() => ({ list: [] }))
