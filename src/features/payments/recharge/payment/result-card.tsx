import { formatNumber } from '#contract/numbers.ts'
import { DESKTOP_PATH } from '#contract/paths.ts'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import CircleX from 'lucide-react/icons/circle-x'
import ExternalLink from 'lucide-react/icons/external-link'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { formatSol, LAMPORTS_PER_POINT, lamportsToSol } from '#contract/money.ts'
import { getExplorerUrl } from '#src/platform/config/chain-address.tsx'
import { Address } from '#src/ui/address.tsx'
import { Button, buttonClass } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { topUp } from '#src/platform/top-up/top-up-store.ts'
import { useOpenWork } from '#src/platform/top-up/use-open-work.ts'
import { formatSolAsPoints } from '#src/features/payments/recharge/form/amount.ts'
import { WaitingWorkButton } from '#src/features/payments/recharge/waiting-work.tsx'
import type { PaymentResult } from '#src/features/payments/payments-store.ts'

type ResultCardProps = { result: PaymentResult; onNewOrder: () => void }

/** The card above explains a failure, so this one only repeats its facts in a line. */
const COMPACT = 'flex flex-wrap gap-x-6 gap-y-1 text-ui text-ink-muted'

export const ResultCard = ({ result, onNewOrder }: ResultCardProps) => {
  const { signature } = result
  const isSuccess = result.failure === null
  return (
    <Card
      data-outcome
      className="scroll-mt-18 scroll-mb-4"
      title={
        <span className="flex items-center gap-2">
          {isSuccess ? (
            <CircleCheckBig size={20} className="text-positive" />
          ) : (
            <CircleX size={20} className="text-danger" />
          )}
          {isSuccess ? 'Payment Successful' : 'Payment Failed'}
        </span>
      }
      footer={
        <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
          {signature !== null && isSuccess && (
            <Button
              onClick={() => {
                window.open(getExplorerUrl('tx', signature), '_blank', 'noopener,noreferrer')
              }}
            >
              <ExternalLink size={15} />
              View in Explorer
            </Button>
          )}
          <Button onClick={onNewOrder}>Create New Order</Button>
          {isSuccess && <NextStep />}
        </div>
      }
    >
      {isSuccess && <Credited result={result} />}
      <dl className={isSuccess ? 'grid grid-cols-1 gap-2' : COMPACT}>
        {result.orderId !== null && (
          <div className="flex justify-between gap-4">
            <dt className="shrink-0 text-ink-muted">Order ID</dt>
            <dd className="min-w-0 text-right font-mono text-ui wrap-anywhere">{result.orderId}</dd>
          </div>
        )}
        <div className="flex justify-between gap-4">
          <dt className="text-ink-muted">Amount</dt>
          <dd className="tabular font-medium">{formatSol(result.amountSol)} SOL</dd>
        </div>
        {result.paidText !== null && (
          <div className="flex justify-between gap-4">
            <dt className="text-ink-muted">{isSuccess ? 'Paid' : 'Price'}</dt>
            <dd className="tabular font-medium">{result.paidText}</dd>
          </div>
        )}
        {signature !== null && isSuccess && (
          <div className="flex items-center justify-between gap-4">
            <dt className="shrink-0 text-ink-muted">Transaction signature</dt>
            <dd>
              <Address address={signature} />
            </dd>
          </div>
        )}
        {result.failure !== null && (
          <div className="min-w-0">
            <dt className="sr-only">Reason</dt>
            <dd className="wrap-break-word">{result.failure}</dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

const Credited = ({ result: { credit, amountSol } }: { result: PaymentResult }) => {
  const added = formatSolAsPoints(credit === null ? amountSol : lamportsToSol(credit.lamports))
  if (added === null) return null
  const now = credit?.balanceLamports ?? null
  return (
    <p role="status" className="tabular mb-4 text-lead font-semibold text-positive">
      +{added}
      {now !== null && (
        <span className="font-normal text-ink-muted">, you now have {formatBalance(now)}</span>
      )}
    </p>
  )
}

const formatBalance = (lamports: bigint): string =>
  formatNumber(Number(lamports) / Number(LAMPORTS_PER_POINT), {
    maximumFractionDigits: 2,
  })

const ANALYSIS = '/wallet-finder'

/** Offers the next step after a success: the work that waited for the balance, else the desktop or a new analysis. */
const NextStep = () => {
  const isWorkWaiting = useStore(topUp, ({ work }) => work !== null)
  const open = useOpenWork()
  if (isWorkWaiting) return <WaitingWorkButton />
  return (
    <>
      <Link className={buttonClass({})} to={DESKTOP_PATH}>
        Open desktop
      </Link>
      <Button variant="primary" onClick={() => open(ANALYSIS)}>
        Run an analysis
      </Button>
    </>
  )
}
