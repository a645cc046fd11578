import { useQuery } from '@tanstack/react-query'
import { formatPoints, solToPoints } from '#contract/money.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { balanceQuery } from './balance-query.ts'
import { askForTopUp, type WaitingWork } from './top-up-store.ts'

type ShortBalanceProps = {
  waiting: WaitingWork
  /** The thing that the balance does not cover, such as "query". */
  noun: string
  onStart: () => void
}

/** Offers to recharge, and to start the work once the balance covers it. */
export const ShortBalance = ({ waiting, noun, onStart }: ShortBalanceProps) => {
  const { data } = useQuery({ ...balanceQuery(null), refetchOnMount: 'always' })
  const held = solToPoints(Number(data?.user_sol_balance ?? 0))
  if (held >= BigInt(waiting.points)) {
    return (
      <Alert
        tone="positive"
        title={`Your balance covers this ${noun} now`}
        action={
          <Button size="sm" variant="primary" onClick={onStart}>
            Start · {formatPoints(waiting.points)}
          </Button>
        }
      />
    )
  }
  return (
    <Alert
      tone="warning"
      title={`Not enough POINTS for this ${noun}`}
      action={
        <Button size="sm" variant="primary" onClick={() => askForTopUp(waiting)}>
          Recharge
        </Button>
      }
    >
      One POINT is 0.01 SOL. Nothing was charged.
    </Alert>
  )
}
