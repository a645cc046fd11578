import { HeaderBalance } from '#src/app/layout/header-balance.tsx'
import { ChatSidebar } from '#src/app/layout/lazy-chat-sidebar.ts'
import { Page } from '#src/app/layout/page.tsx'
import { PaymentBody } from './payment-body.tsx'

export const PaymentScreen = () => (
  <Page title="Recharge" sidebar={<ChatSidebar activeId={null} />} status={<HeaderBalance />}>
    <PaymentBody />
  </Page>
)
