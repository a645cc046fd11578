import { WalletReadyState } from '@solana/wallet-adapter-base'
import { ConnectionContext, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useDetectedWallets } from '#src/platform/wallet/sign-in/detected-wallets.ts'
import { createInjectedAdapters } from './injected-adapters.ts'
import { createPayingWallet } from './paying-wallet.ts'
import { ProxiedConnection } from './proxied-connection.ts'
import { payingWallets } from './paying-wallets.ts'
import { LOCAL_WALLET_NAME, PHANTOM_NAME } from '#src/platform/wallet/wallet.ts'

type PaymentWalletProviderProps = {
  network: string
  rpc: string
  children: ReactNode
}

/** Callers handle wallet errors. */
const ignoreError = () => undefined

/**
 * Provides wallets by wallet-adapter. Injected wallets get their adapter here. Wallets registered by the Wallet Standard
 * have their own.
 */
export const PaymentWalletProvider = ({ network, rpc, children }: PaymentWalletProviderProps) => {
  const { phantom, others } = useDetectedWallets()
  // One string, so that the adapters change only with the names.
  const registered = [phantom, ...others]
    .flatMap((wallet) => (wallet?.source.kind === 'standard' ? [wallet.name] : []))
    .join('\n')
  const adapters = useMemo(() => createInjectedAdapters(registered.split('\n')), [registered])
  const context = useMemo(
    () => ({ connection: new ProxiedConnection(new URL(rpc, location.href).href, network) }),
    [network, rpc],
  )
  return (
    <ConnectionContext value={context}>
      <WalletProvider wallets={adapters} onError={ignoreError}>
        <PublishWallets network={network} connection={context.connection} />
        {children}
      </WalletProvider>
    </ConnectionContext>
  )
}

const PREFERENCE = [PHANTOM_NAME, LOCAL_WALLET_NAME]
const findPreference = (name: string): number => {
  const place = PREFERENCE.indexOf(name)
  return place === -1 ? PREFERENCE.length : place
}

type PublishWalletsProps = { network: string; connection: ProxiedConnection }

const PublishWallets = ({ network, connection }: PublishWalletsProps) => {
  const { wallets } = useWallet()
  useEffect(() => {
    const installed = wallets
      .filter(({ readyState }) => readyState === WalletReadyState.Installed)
      .toSorted((a, b) => findPreference(a.adapter.name) - findPreference(b.adapter.name))
    payingWallets.setState({
      list: installed.map(({ adapter }) =>
        createPayingWallet(adapter, () => ({ network, connection })),
      ),
    })
  }, [wallets, network, connection])
  return null
}
