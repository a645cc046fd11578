import { useNavigate } from 'react-router-dom'
import { PAYMENT_PATH } from '#contract/paths.ts'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'

const BalanceStatus = loadable(
  async () => (await import('#src/features/payments/balance-status.tsx')).BalanceStatus,
)

export const HeaderBalance = () => {
  const navigate = useNavigate()
  return (
    <ErrorBoundary isQuiet>
      <BalanceStatus onRecharge={() => void navigate(PAYMENT_PATH)} />
    </ErrorBoundary>
  )
}
