import { solToPoints } from '#contract/money.ts'
import { CHAT_PATH } from '#contract/paths.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleCheck from 'lucide-react/icons/circle-check'
import FileSearch from 'lucide-react/icons/file-search'
import MessageSquare from 'lucide-react/icons/message-square'
import Newspaper from 'lucide-react/icons/newspaper'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { listReports } from '#contract/analysis/analysis.ts'
import { balanceChanges } from '#contract/payments.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { useConfig } from '#src/platform/config/config-store.ts'
import { startWork } from '#src/platform/top-up/top-up-store.ts'
import { useOpenWork } from '#src/platform/top-up/use-open-work.ts'
import { Card } from '#src/ui/card.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { dismissFirstSteps, markStep, useFirstSteps, type FirstStep } from './first-steps-store.ts'

/** An account with more changes of its balance than this needs no first steps. */
const MAX_CHANGES = 10
const REPORTS_LOOKED_AT = 4
const ANALYSIS_PATH = PRODUCT_APPS.caAnalysis.path

const loadNewcomer = async (signal: AbortSignal) => {
  const [changes, reports] = await Promise.all([
    api.call(balanceChanges, {
      query: { offset: 0, limit: MAX_CHANGES },
      signal,
    }),
    api.call(listReports, {
      query: { offset: 0, limit: REPORTS_LOOKED_AT },
      signal,
    }),
  ])
  const hasPaid = changes.data.some(({ kind }) => kind === 'topup')
  const finished = reports.data.find(
    ({ kind, status }) => kind === 'CA_ANALYSIS' && status === 'done',
  )
  return {
    isNew: !changes.meta.has_more && !hasPaid,
    freePoints: Number(solToPoints(changes.data[0]?.balance ?? 0)),
    reportId: finished?.id ?? null,
  }
}

/** Greets a new account with its free POINTS and three things to try, until they are done or dismissed. */
export const FirstSteps = () => {
  const { isDismissed, done } = useFirstSteps()
  const { data } = useQuery({
    queryKey: ['balance-changes', 'first-steps'],
    queryFn: ({ signal }) => loadNewcomer(signal),
    retry: false,
    enabled: !isDismissed,
  })
  if (isDismissed || data?.isNew !== true) return null
  return <Steps freePoints={data.freePoints} reportId={data.reportId} done={done} />
}

type StepsProps = { freePoints: number; reportId: string | null; done: readonly FirstStep[] }

type Step = { id: FirstStep; title: string; note: string; icon: ReactNode; run: () => void }

const Steps = ({ freePoints, reportId, done }: StepsProps) => {
  const open = useOpenWork()
  const navigate = useNavigate()
  const demo = useConfig()?.demo?.contract_address ?? null
  const analyze = () => {
    if (demo === null) return open(ANALYSIS_PATH)
    const path = `${ANALYSIS_PATH}?${new URLSearchParams({ ca: demo }).toString()}`
    startWork(path)
    open(path)
  }
  const steps: readonly Step[] = [
    ...(reportId === null
      ? [
          {
            id: 'research',
            title: 'Research a question',
            note: '1 POINT',
            icon: <Newspaper size={18} />,
            run: () => open(PRODUCT_APPS.research.path),
          } as const,
        ]
      : [
          {
            id: 'report',
            title: 'Read a finished report',
            note: 'Free',
            icon: <FileSearch size={18} />,
            run: () =>
              open(`${ANALYSIS_PATH}?${new URLSearchParams({ report: reportId }).toString()}`),
          } as const,
        ]),
    {
      id: 'analysis',
      title: demo === null ? 'Analyze a token' : 'Analyze the demo token',
      note: '1 POINT',
      icon: <Search size={18} />,
      run: analyze,
    },
    {
      id: 'ask',
      title: 'Ask about your balance',
      note: 'Free',
      icon: <MessageSquare size={18} />,
      run: () => void navigate(CHAT_PATH, { state: { question: 'What is my balance?' } }),
    },
  ]
  if (steps.every(({ id }) => done.includes(id))) return null
  return (
    <Card
      className="mt-6"
      title={
        freePoints > 0
          ? `You have ${freePoints} free ${freePoints === 1 ? 'POINT' : 'POINTS'}`
          : 'First steps'
      }
      description="Three things to try. Each takes one click."
      aside={
        <IconButton
          size="sm"
          label="Dismiss first steps"
          icon={<X size={16} />}
          onClick={dismissFirstSteps}
        />
      }
    >
      <ul className="grid gap-2 @2xl:grid-cols-3">
        {steps.map((step) => (
          <li key={step.id} className="flex">
            <StepButton step={step} isDone={done.includes(step.id)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const StepButton = ({
  step: { id, title, note, icon, run },
  isDone,
}: {
  step: Step
  isDone: boolean
}) => (
  <Button
    variant="plain"
    className="flex min-h-14 w-full items-center gap-3 rounded-lg px-3.5 py-2.5 text-left ring-1 ring-line transition-colors ring-inset hover:bg-hover"
    onClick={() => {
      markStep(id)
      run()
    }}
  >
    <span className={isDone ? 'shrink-0 text-positive' : 'shrink-0 text-accent-ink'}>
      {isDone ? <CircleCheck size={18} /> : icon}
    </span>
    <span className="min-w-0 flex-1">
      <span className="block font-medium text-ink">
        {title}
        {isDone && <span className="sr-only"> (done)</span>}
      </span>
      <span className="block text-ui text-ink-muted">{isDone ? 'Done' : note}</span>
    </span>
    <ArrowRight size={16} className="shrink-0 text-ink-faint" />
  </Button>
)
