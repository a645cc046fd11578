import { tip } from '#src/ui/overlay/tip.ts'
import { CopyButton } from '#src/ui/form/copy-button.tsx'

/** First and last `keep` characters of an address or signature; short ones stay whole. */
export const shortenAddress = (address: string, keep = 4): string =>
  address.length <= keep * 2 + 1 ? address : `${address.slice(0, keep)}…${address.slice(-keep)}`

type AddressProps = {
  address: string
  /** Makes the short form a link that opens in a new tab, such as to an explorer. */
  href?: string
  keep?: number
  hasCopy?: boolean
}

/** A chain address or signature in short form, with the whole of it as tooltip and on the clipboard. */
export const Address = ({ address, href, keep = 4, hasCopy = true }: AddressProps) => (
  <span className="inline-flex max-w-full items-center gap-0.5 font-mono text-ui whitespace-nowrap">
    {href === undefined ? (
      <span {...tip(address)} tabIndex={0}>
        {shortenAddress(address, keep)}
      </span>
    ) : (
      <a
        href={href}
        {...tip(address)}
        target="_blank"
        rel="noreferrer"
        className="text-accent-ink underline-offset-2 hover:underline pointer-coarse:py-3"
      >
        {shortenAddress(address, keep)}
      </a>
    )}
    {hasCopy && <CopyButton text={address} label="Copy address" />}
  </span>
)
