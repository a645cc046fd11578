import { createStore } from 'zustand/vanilla'
import type { PayingWallet } from './paying-wallet.ts'

/** Preferred wallet first; empty until the payment code has loaded. */
export const payingWallets = createStore<{ list: readonly PayingWallet[] }>(() => ({ list: [] }))
