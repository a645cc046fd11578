import { useNetworkName } from '#src/platform/config/server-facts.ts'

/** Explains why a page without TLS has no Local Dev Wallet. */
export const InsecurePageNotice = () => {
  const network = useNetworkName()
  if (network !== 'localnet' || window.isSecureContext) return null
  return (
    <p className="text-center text-ui text-ink-muted">
      The Local Dev Wallet needs HTTPS or localhost.
    </p>
  )
}
