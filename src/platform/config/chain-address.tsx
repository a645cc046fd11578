import { useStore } from 'zustand'
import { buildExplorerUrl } from '#src/lib/explorer.ts'
import { Address } from '#src/ui/address.tsx'
import { readConfigText, rawConfig } from './raw-config.ts'

type Kind = Parameters<typeof buildExplorerUrl>[0]

/** Returns undefined until the configuration has loaded. */
const findExplorerUrl = (kind: Kind, id: string): string | undefined => {
  const network = readConfigText('network')
  if (network === null) return undefined
  return buildExplorerUrl(kind, id, { network, localRpc: readConfigText('local_rpc') })
}

/** Returns the URL on mainnet until the configuration has loaded. */
export const getExplorerUrl = (kind: Kind, id: string): string =>
  findExplorerUrl(kind, id) ?? buildExplorerUrl(kind, id, { network: 'mainnet-beta' })

type ChainAddressProps = { address: string; kind?: Kind; hasCopy?: boolean }

/** An address or signature with a link to its page in the explorer, once the network is known. */
export const ChainAddress = ({ address, kind = 'address', hasCopy = true }: ChainAddressProps) => {
  const href = useStore(rawConfig, () => findExplorerUrl(kind, address))
  return <Address address={address} href={href} hasCopy={hasCopy} />
}
