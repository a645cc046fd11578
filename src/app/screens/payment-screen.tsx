import { Page } from '#src/app/layout/page.tsx'
import { PaymentBody } from './payment-body.tsx'

export const PaymentScreen = () => (
  <Page title="Recharge">
    <PaymentBody />
  </Page>
)
