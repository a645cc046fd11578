import { useStore } from 'zustand'
import { buildExplorerUrl } from '#src/lib/explorer.ts'
import { Address } from '#src/ui/address.tsx'
import { readFact, serverFacts } from './server-facts.ts'

type Kind = Parameters<typeof buildExplorerUrl>[0]

/** Until the server names its network, links lead to the main network. */
export const getExplorerUrl = (kind: Kind, id: string): string =>
  buildExplorerUrl(kind, id, readFact('network') ?? 'mainnet-beta')

type ChainAddressProps = { address: string; kind?: Kind; hasCopy?: boolean }

/** An address or signature with a link to its page in the explorer. */
export const ChainAddress = ({ address, kind = 'address', hasCopy = true }: ChainAddressProps) => (
  <Address
    address={address}
    href={useStore(serverFacts, () => getExplorerUrl(kind, address))}
    hasCopy={hasCopy}
  />
)
