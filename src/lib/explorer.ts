/** Where wallets and explorers look for a chain on the user's own machine. */
const LOCAL_RPC = 'http://127.0.0.1:8899'

const clusterQuery = (network: string): string => {
  if (network === 'mainnet-beta') return ''
  if (network === 'localnet') return `?cluster=custom&customUrl=${encodeURIComponent(LOCAL_RPC)}`
  return `?cluster=${encodeURIComponent(network)}`
}

/** A page of the public explorer for a transaction or an address of `network`. */
export const explorerUrl = (kind: 'tx' | 'address', id: string, network: string): string =>
  `https://explorer.solana.com/${kind}/${encodeURIComponent(id)}${clusterQuery(network)}`
