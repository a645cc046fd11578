import { Page } from '#src/features/shell/page.tsx'
import { PaymentBody } from './payment-body.tsx'

export const PaymentScreen = () => (
  <Page title="Recharge">
    <PaymentBody />
  </Page>
)
