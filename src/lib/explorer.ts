/** Where the chain on the person's own machine answers, as the server told it; null until then. */
let localRpc: string | null = null

export const setLocalRpc = (url: string | null): void => {
  localRpc = url
}

const clusterQuery = (network: string): string => {
  if (network === 'mainnet-beta') return ''
  if (network !== 'localnet') return `?cluster=${encodeURIComponent(network)}`
  // Without an address the explorer looks where a local chain listens by custom.
  return localRpc === null
    ? '?cluster=custom'
    : `?cluster=custom&customUrl=${encodeURIComponent(localRpc)}`
}

/** A page of the public explorer for a transaction or an address of `network`. */
export const explorerUrl = (kind: 'tx' | 'address', id: string, network: string): string =>
  `https://explorer.solana.com/${kind}/${encodeURIComponent(id)}${clusterQuery(network)}`
