import { useEffect } from 'react'
import { Home } from '#src/features/home/home.tsx'
import { Page } from '#src/features/shell/page.tsx'
import { loadable } from '#src/ui/loadable.tsx'

const ChatSidebar = loadable(async () => (await import('#src/app/chat-sidebar.tsx')).ChatSidebar)

/** After this long the page has settled; what comes next may travel. */
const PREFETCH_DELAY_MS = 2_000

export const HomeScreen = () => {
  useEffect(() => {
    const timer = setTimeout(() => {
      void import('./payment-screen.tsx')
      void import('./chat-screen.tsx')
      void import('#src/platform/wallet/transfer.ts')
    }, PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page title="Home" sidebar={<ChatSidebar activeId={null} />}>
      <Home />
    </Page>
  )
}
