import bs58 from 'bs58'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import { createContext, use, type ReactNode } from 'react'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'

/** The length of 32 bytes in base58, and not part of a longer word. */
const CANDIDATE = /(?<![\w/=])[1-9A-HJ-NP-Za-km-z]{32,44}(?![\w/=])/g
const ADDRESS_BYTES = 32
const MIN_LENGTH = 32
const MAX_LENGTH = 44

/** Returns true if the text is 32 bytes in base58 and nothing else. */
export const isAddress = (text: string): boolean => {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return false
  try {
    return bs58.decode(text).length === ADDRESS_BYTES
  } catch {
    return false
  }
}

/** Links cannot contain links. */
export const InsideLink = createContext(false)

/** Analyzes an address. Null where the page cannot; addresses then have no Analyze button. */
export const AnalyzeAddress = createContext<((address: string) => void) | null>(null)

const AddressChip = ({ address }: { address: string }) => {
  const analyze = use(AnalyzeAddress)
  return (
    <span className="inline-flex max-w-full items-center whitespace-nowrap">
      <ChainAddress address={address} />
      {analyze !== null && (
        <IconButton
          size="sm"
          label="Analyze address"
          icon={<ChartNoAxesColumn size={14} />}
          onClick={() => analyze(address)}
        />
      )}
    </span>
  )
}

/** Shows every chain address in short form, linked to the explorer and exact when copied. */
export const AddressText = ({ text }: { text: string }): ReactNode => {
  if (use(InsideLink)) return text
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    if (!isAddress(found)) continue
    parts.push(text.slice(end, index), <AddressChip key={index} address={found} />)
    end = index + found.length
  }
  return end === 0 ? text : [...parts, text.slice(end)]
}
