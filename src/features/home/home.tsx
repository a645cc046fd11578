import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { LAMPORTS_PER_POINT, formatSol, solToLamports } from '#contract/money.ts'
import { balance } from '#contract/payments.ts'
import { STORAGE_KEYS, browserStorage } from '#src/lib/storage.ts'
import { useAuth } from '#src/platform/auth/auth-state.ts'
import { api } from '#src/platform/auth/auth.ts'
import { AppIcon } from '#src/ui/app-icon.tsx'
import { buttonClass } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { greetingAt } from './greeting.ts'

const ANALYSIS_PATH = '/ios-desktop?open=/wallet-finder'

const STEPS = [
  {
    title: 'Top up a little SOL',
    text: 'Your balance pays for queries. Each one costs 1 POINT, that is 0.01 SOL.',
    to: '/payment',
    label: 'Recharge',
  },
  {
    title: 'Analyse a contract address',
    text: 'Paste a token’s address and see who traded it well, with the transactions that prove it.',
    to: ANALYSIS_PATH,
    label: 'Open CA Analysis',
  },
  {
    title: 'Keep what you find',
    text: 'Reports stay in your history and open again for free.',
    to: ANALYSIS_PATH,
    label: 'See reports',
  },
] as const

/** The start page, also the body of the Home window: its columns follow its own width. */
export const Home = () => {
  const username = useAuth((state) => state.user?.username ?? '')
  const [greeting] = useState(() => greetingAt(new Date()))
  return (
    <div className="@container mx-auto w-full max-w-5xl px-6 py-10 max-sm:px-4 max-sm:py-6">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h1 className="text-[28px] leading-9 font-semibold tracking-[-0.022em] wrap-break-word text-ink">
            {greeting},{' '}
            <span className="inline-block max-w-full truncate align-bottom">{username}</span>
          </h1>
          <p className="mt-1.5 text-[15px] leading-6 text-ink-muted">
            Where do you want to go today?
          </p>
        </div>
        <Balance />
      </div>
      <div className="mt-8 grid gap-4 @2xl:grid-cols-2">
        <LandingCard
          to="/ios-desktop"
          icon="ca-analysis"
          title="Desktop experience"
          text="Apps in windows: CA analysis, research, settings. Drag, arrange, come back to it."
          action="Open the desktop"
        />
        <LandingCard
          to="/payment"
          icon="recharge"
          title="Solana payment"
          text="Top up your account from your wallet and see every recharge and every query."
          action="Recharge"
        />
      </div>
      <Card className="mt-4" title="What to do first">
        <ol className="grid gap-x-8 gap-y-6 @2xl:grid-cols-3">
          {STEPS.map(({ title, text, to, label }, index) => (
            <li key={title} className="flex gap-3.5 @2xl:flex-col @2xl:gap-3">
              <span className="tabular flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-[13px] font-semibold text-accent-ink">
                {index + 1}
              </span>
              <div className="min-w-0">
                <h3 className="font-medium text-ink">{title}</h3>
                <p className="mt-0.5 text-ink-muted">{text}</p>
                <Link
                  to={to}
                  className="mt-2 inline-block font-medium text-accent-ink underline-offset-4 hover:underline pointer-coarse:-my-1 pointer-coarse:py-3"
                >
                  {label}
                </Link>
              </div>
            </li>
          ))}
        </ol>
      </Card>
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
    className="group flex flex-col rounded-xl bg-surface p-6 shadow-low ring-1 ring-line transition-shadow hover:shadow-mid max-sm:p-5"
  >
    <AppIcon icon={icon} sizePx={44} />
    <h2 className="mt-5 text-lg leading-6 font-semibold tracking-[-0.012em] text-ink">{title}</h2>
    <p className="mt-1 text-ink-muted">{text}</p>
    <span className="mt-5 inline-flex items-center gap-1.5 font-medium text-accent-ink">
      {action}
      <ArrowRight
        size={15}
        aria-hidden="true"
        className="transition-transform group-hover:translate-x-0.5"
      />
    </span>
  </Link>
)

const Balance = () => {
  const wallet = browserStorage.get(STORAGE_KEYS.walletAddress)
  const { data, isPending } = useQuery({
    queryKey: ['balance', wallet],
    queryFn: ({ signal }) =>
      api.call(balance, {
        query: wallet === null ? {} : { wallet_address: wallet },
        signal,
        reportedBy: 'caller',
      }),
  })
  const sol = data?.user_sol_balance
  const points = sol == null ? null : solToLamports(Number(sol)) / LAMPORTS_PER_POINT
  return (
    <div className="flex items-center justify-between gap-5 rounded-xl bg-surface py-3 pr-3 pl-5 shadow-low ring-1 ring-line max-sm:w-full">
      <div>
        <p className="text-2xs font-medium text-ink-muted">Account balance</p>
        {isPending ? (
          <Skeleton className="mt-1 h-6 w-28" />
        ) : (
          <p className="tabular mt-0.5 text-lg leading-6 font-semibold tracking-[-0.012em] text-ink">
            {formatSol(sol)} SOL
            {points !== null && (
              <span className="ml-2 text-[13px] font-normal text-ink-muted">
                {points.toLocaleString('en-US')} {points === 1n ? 'POINT' : 'POINTS'}
              </span>
            )}
          </p>
        )}
      </div>
      <Link to="/payment" className={buttonClass({ variant: 'primary', size: 'sm' })}>
        Top up
      </Link>
    </div>
  )
}
