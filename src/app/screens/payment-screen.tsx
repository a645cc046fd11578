import { HeaderBalance } from '#src/app/layout/header-balance.tsx'
import { Page } from '#src/app/layout/page.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { PaymentBody } from './payment-body.tsx'

const ChatSidebar = loadable(
  async () => (await import('#src/app/bodies/chat-sidebar.tsx')).ChatSidebar,
)

export const PaymentScreen = () => (
  <Page title="Recharge" sidebar={<ChatSidebar activeId={null} />} status={<HeaderBalance />}>
    <PaymentBody />
  </Page>
)
