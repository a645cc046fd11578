import { PaymentPage } from '#src/features/payments/payment-page.tsx'
import { Page } from '#src/features/shell/page.tsx'

export const PaymentScreen = () => (
  <Page title="Recharge">
    <PaymentPage />
  </Page>
)
