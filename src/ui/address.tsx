import type { HTMLAttributes } from 'react'
import { CopyButton } from '#src/ui/form/copy-button.tsx'
import { tip } from '#src/ui/overlay/tip.ts'

const EDGE_CHARACTERS = 4

/** Returns the first and last four characters of an address or signature. Short texts are unchanged. */
export const shortenAddress = (address: string): string =>
  address.length <= EDGE_CHARACTERS * 2 + 1
    ? address
    : `${address.slice(0, EDGE_CHARACTERS)}…${address.slice(-EDGE_CHARACTERS)}`

/**
 * Monospaced text beside other text. The outer element has the line height of the page's font, so that the baselines
 * match when the element is centered.
 */
export const Mono = ({ children, className, ...rest }: HTMLAttributes<HTMLSpanElement>) => (
  <span className={className}>
    <span {...rest} className="font-mono leading-none">
      {children}
    </span>
  </span>
)

type AddressProps = {
  address: string
  /** Makes the short form a link that opens in a new tab, such as to an explorer. */
  href?: string | undefined
  hasCopy?: boolean
}

/** A chain address or signature in short form, with the full text as tooltip and for copying. */
export const Address = ({ address, href, hasCopy = true }: AddressProps) => (
  <span className="inline-flex max-w-full items-center gap-0.5 text-ui whitespace-nowrap">
    {href === undefined ? (
      <Mono {...tip(address)} tabIndex={0}>
        {shortenAddress(address)}
      </Mono>
    ) : (
      <a
        href={href}
        {...tip(address)}
        target="_blank"
        rel="noreferrer"
        className="text-accent-ink underline-offset-2 hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
      >
        <Mono>{shortenAddress(address)}</Mono>
      </a>
    )}
    {hasCopy && <CopyButton text={address} label="Copy address" />}
  </span>
)
