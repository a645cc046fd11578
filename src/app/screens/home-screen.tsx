import { useEffect } from 'react'
import { Home } from '#src/features/home/home.tsx'
import { Page } from '#src/features/shell/page.tsx'

/** After this long the page has settled; what comes next may travel. */
const PREFETCH_DELAY_MS = 2_000

export const HomeScreen = () => {
  useEffect(() => {
    const timer = setTimeout(() => {
      void import('./payment-screen.tsx')
      void import('#src/platform/wallet/transfer.ts')
    }, PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page title="Home" hasSidebar>
      <Home />
    </Page>
  )
}
