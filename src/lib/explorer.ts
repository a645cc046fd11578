export const EXPLORERS = ['solana', 'solscan'] as const
export type Explorer = (typeof EXPLORERS)[number]

let explorer: Explorer = 'solana'

/** Sets where links to the chain lead from now on. */
export const setExplorer = (chosen: Explorer): void => {
  explorer = chosen
}

type Chain = {
  network: string
  /** The address of a local chain; null if the server has not sent it. */
  localRpc?: string | null
}

const clusterQuery = ({ network, localRpc = null }: Chain): string => {
  if (network === 'mainnet-beta') return ''
  if (network !== 'localnet') return `?cluster=${encodeURIComponent(network)}`
  // Without an address the explorer uses a local chain's usual one.
  return localRpc === null
    ? '?cluster=custom'
    : `?cluster=custom&customUrl=${encodeURIComponent(localRpc)}`
}

export const buildExplorerUrl = (kind: 'tx' | 'address', id: string, chain: Chain): string => {
  const place = encodeURIComponent(id) + clusterQuery(chain)
  if (explorer === 'solana') return `https://explorer.solana.com/${kind}/${place}`
  return `https://solscan.io/${kind === 'tx' ? 'tx' : 'account'}/${place}`
}
