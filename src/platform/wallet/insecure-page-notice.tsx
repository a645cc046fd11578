import { useNetworkName } from '#src/platform/config/server-facts.ts'

/** Says why the Local Dev Wallet is missing where a page without TLS keeps the browser from making its key. */
export const InsecurePageNotice = () => {
  const network = useNetworkName()
  if (network !== 'localnet' || window.isSecureContext) return null
  return (
    <p className="text-center text-ui text-ink-muted">
      The Local Dev Wallet needs HTTPS or localhost.
    </p>
  )
}
