import type { Adapter } from '@solana/wallet-adapter-base'
import { PhantomWalletAdapter } from '@solana/wallet-adapter-phantom'
import type { InjectedWalletName } from '#src/platform/wallet/sign-in/injected-wallets.ts'

const ADAPTERS: Readonly<Record<InjectedWalletName, () => Adapter>> = {
  Phantom: () => new PhantomWalletAdapter(),
}

/** Creates the adapters of the injected wallets, except those already registered by the Wallet Standard. */
export const createInjectedAdapters = (registered: readonly string[]): Adapter[] =>
  Object.entries(ADAPTERS).flatMap(([name, create]) =>
    registered.includes(name) ? [] : [create()],
  )
