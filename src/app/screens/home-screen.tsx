import { useEffect } from 'react'
import { Home } from '#src/features/home/home.tsx'
import { Page } from '#src/app/layout/page.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'

const ChatSidebar = loadable(
  async () => (await import('#src/app/bodies/chat-sidebar.tsx')).ChatSidebar,
)

const PREFETCH_DELAY_MS = 2_000

/** Code of the likely next screens. A failed part loads again where it is shown. */
const PREFETCHES: readonly (() => Promise<unknown>)[] = [
  () => import('./payment-screen.tsx'),
  () => import('./chat-screen.tsx'),
  () => import('#src/platform/wallet/paying/transfer.ts'),
]

export const HomeScreen = () => {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const prefetch of PREFETCHES) prefetch().catch(() => undefined)
    }, PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page title="Home" sidebar={<ChatSidebar activeId={null} />}>
      <Home />
    </Page>
  )
}
