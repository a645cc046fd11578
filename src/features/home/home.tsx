import { DESKTOP_PATH, PAYMENT_PATH } from '#contract/paths.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAuth } from '#src/platform/auth/auth-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { AskBox } from './ask-box.tsx'
import { FirstSteps } from './first-steps.tsx'
import { getGreeting, isAddressName } from './greeting.ts'
import { RecentWork } from './recent-work.tsx'
import { useQuery } from '@tanstack/react-query'
import { formatPoints, formatSol, solToPoints } from '#contract/money.ts'
import { STORAGE_KEYS, browserStorage } from '#src/lib/storage/storage.ts'
import { balanceQuery } from '#src/platform/top-up/balance-query.ts'
import { LowBalance } from '#src/platform/top-up/low-balance.tsx'
import { buttonClass } from '#src/ui/form/button.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'

const ANALYSIS_LINK = `${DESKTOP_PATH}?open=${PRODUCT_APPS.caAnalysis.path}`

/** The start page, also the body of the Home window: its columns follow its own width. */
export const Home = () => {
  const username = useAuth((state) => state.user?.username ?? '')
  const [greeting] = useState(() => getGreeting(new Date()))
  return (
    <div className="@container mx-auto w-full max-w-5xl">
      <div className="px-8 py-9 @max-3xl:px-6 @max-3xl:py-6 @max-md:px-4">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 @max-2xl:gap-x-5">
          <div className="min-w-60 flex-1">
            <h1 className="text-[28px] leading-9 font-semibold tracking-display wrap-break-word text-ink @max-2xl:text-display @max-2xl:leading-8 @max-md:text-2xl">
              {greeting}
              {!isAddressName(username) && (
                <>
                  ,{' '}
                  <span className="inline-block max-w-full truncate align-bottom">{username}</span>
                </>
              )}
            </h1>
            <p className="mt-1 text-lead leading-6 text-ink-muted">
              Ask a question, or{' '}
              <Link
                to={ANALYSIS_LINK}
                className="font-medium text-accent-ink underline-offset-4 hover:underline pointer-coarse:py-3"
              >
                analyze a contract address
              </Link>
              .
            </p>
          </div>
          <BalanceTile />
        </div>
        <FirstSteps />
        <div className="mt-6">
          <AskBox />
        </div>
        <div className="mt-6 grid gap-4 @lg:grid-cols-2">
          <LandingCard
            to={DESKTOP_PATH}
            icon="ca-analysis"
            title="Desktop experience"
            text="Apps in windows: CA analysis, research, your own agents. Arrange them your way; they’re here when you come back."
            action="Open the desktop"
          />
          <LandingCard
            to={PAYMENT_PATH}
            icon="recharge"
            title="Solana payment"
            text="Recharge from your wallet. Each query costs 1 POINT (0.01 SOL)."
            action="Recharge"
          />
        </div>
        <RecentWork />
      </div>
    </div>
  )
}

type LandingCardProps = {
  to: string
  icon: 'ca-analysis' | 'recharge'
  title: string
  text: string
  action: string
}

const LandingCard = ({ to, icon, title, text, action }: LandingCardProps) => (
  <Link
    to={to}
    className="group flex items-start gap-4 rounded-xl bg-surface p-5 @max-3xl:gap-3 @max-3xl:p-4 shadow-low ring-1 ring-line transition-shadow hover:shadow-mid"
  >
    <AppIcon icon={icon} sizePx={44} />
    <span className="min-w-0">
      <span className="block text-base leading-6 font-semibold tracking-snug text-ink">
        {title}
      </span>
      <span className="mt-0.5 block text-ink-muted">{text}</span>
      <span className="mt-2.5 inline-flex items-center gap-1.5 font-medium text-accent-ink">
        {action}
        <ArrowRight size={15} className="transition-transform group-hover:translate-x-0.5" />
      </span>
    </span>
  </Link>
)

const BalanceTile = () => {
  const wallet = browserStorage.get(STORAGE_KEYS.walletAddress)
  const { data, isPending } = useQuery(balanceQuery(wallet))
  const sol = data?.user_sol_balance
  const points = sol == null ? null : solToPoints(Number(sol))
  return (
    <div className="flex items-center justify-between gap-5 rounded-xl bg-surface py-3 pr-3 pl-5 shadow-low ring-1 ring-line @max-lg:w-full">
      <div>
        <p className="text-2xs font-medium text-ink-muted">Account balance</p>
        {isPending ? (
          <Skeleton className="mt-1 h-6 w-28" />
        ) : (
          <p className="tabular mt-0.5 text-lg leading-6 font-semibold tracking-snug text-ink">
            {formatSol(sol)} SOL
            {points !== null && (
              <span className="ml-2 text-ui font-normal text-ink-muted">
                {formatPoints(points)}
              </span>
            )}
          </p>
        )}
        {!isPending && <LowBalance sol={sol} />}
      </div>
      <Link to={PAYMENT_PATH} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        Recharge
      </Link>
    </div>
  )
}
