import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useStore } from 'zustand'
import { LAMPORTS_PER_POINT, formatPoints, solToLamports } from '#contract/money.ts'
import {
  forgetWaitingWork,
  formatPointsPrice,
  startWaitingWork,
  topUp,
} from '#src/platform/top-up/top-up-store.ts'
import { useOpenWork } from '#src/platform/top-up/use-open-work.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'

const useStartWork = () => {
  const open = useOpenWork()
  return () => {
    const path = startWaitingWork()
    if (path !== null) open(path)
  }
}

/** Shows the work that led here, with a button that starts it once the balance covers it. */
export const WaitingWorkBar = ({ wallet }: { wallet: string | null }) => {
  const work = useStore(topUp, (state) => state.work)
  const start = useStartWork()
  const { data } = useQuery({ ...balanceQuery(wallet), enabled: work !== null })
  if (work === null) return null
  const held = solToLamports(Number(data?.user_sol_balance ?? 0))
  const isCovered = held >= BigInt(work.points) * LAMPORTS_PER_POINT
  const dismiss = (
    <IconButton
      size="sm"
      label="Dismiss"
      className="text-current"
      icon={<X size={15} />}
      onClick={forgetWaitingWork}
    />
  )
  return isCovered ? (
    <Alert
      tone="positive"
      title={`${work.title} can start now`}
      action={
        <div className="flex items-center gap-1">
          <Button size="sm" variant="primary" onClick={start}>
            Start · {formatPoints(work.points)}
          </Button>
          {dismiss}
        </div>
      }
    >
      Your balance covers {formatPointsPrice(work.points)}.
    </Alert>
  ) : (
    <Alert title={`${work.title} is ready to run after you recharge`} action={dismiss}>
      It needs {formatPointsPrice(work.points)}. Once your balance covers it, start it from here.
    </Alert>
  )
}

/** Starts the work that waited for the balance. Renders nothing without waiting work. */
export const WaitingWorkButton = () => {
  const work = useStore(topUp, (state) => state.work)
  const start = useStartWork()
  if (work === null) return null
  return (
    <Button variant="primary" onClick={start}>
      Start {work.title}
    </Button>
  )
}
