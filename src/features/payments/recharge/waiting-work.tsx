import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useLocation, useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { LAMPORTS_PER_POINT, solToLamports } from '#contract/money.ts'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import {
  forgetWaitingWork,
  pointsPrice,
  startWaitingWork,
  topUp,
} from '#src/platform/top-up/top-up-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'

const DESKTOP = '/ios-desktop'

/** The work that led here, to be started with one click once the balance covers it. Nothing starts by itself. */
export const WaitingWorkBar = ({ wallet }: { wallet: string | null }) => {
  const work = useStore(topUp, (state) => state.work)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { data } = useQuery({ ...balanceQuery(wallet), enabled: work !== null })
  if (work === null) return null
  const held = solToLamports(Number(data?.user_sol_balance ?? 0))
  const isCovered = held >= BigInt(work.points) * LAMPORTS_PER_POINT
  const start = () => {
    const path = startWaitingWork()
    if (path === null) return
    const app = findApp(path)
    if (app === undefined || (app.hasPage === true && pathname !== DESKTOP)) void navigate(path)
    else if (pathname === DESKTOP) openApp(path)
    else void navigate(`${DESKTOP}?${new URLSearchParams({ open: path }).toString()}`)
  }
  const dismiss = (
    <IconButton
      size="sm"
      label="Dismiss"
      className="text-current"
      icon={<X size={15} aria-hidden="true" />}
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
            Start · {work.points} {work.points === 1 ? 'POINT' : 'POINTS'}
          </Button>
          {dismiss}
        </div>
      }
    >
      Your balance covers {pointsPrice(work.points)}.
    </Alert>
  ) : (
    <Alert title={`${work.title} is ready to run after you recharge`} action={dismiss}>
      It needs {pointsPrice(work.points)}. Once your balance covers it, start it from here.
    </Alert>
  )
}
