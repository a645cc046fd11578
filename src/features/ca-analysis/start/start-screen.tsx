import {
  ANALYSIS_MODES,
  linkToMode,
  linkToReport,
  linkToWallet,
  readAnalysisLink,
  type AnalysisLink,
  type AnalysisMode,
} from '#src/features/ca-analysis/analysis-link.ts'
import type {
  AnalysisOrder,
  ReportView as ReportState,
} from '#src/features/ca-analysis/report-job.ts'
import type { DemoToken } from '#src/features/ca-analysis/token/demo-tokens.ts'
import type { useReport } from '#src/features/ca-analysis/use-report.ts'
import { WalletView } from '#src/features/ca-analysis/watched/wallet-view.tsx'
import { WatchedView } from '#src/features/ca-analysis/watched/watched-view.tsx'
import { useEffect, useRef } from 'react'
import { ShortBalance } from '#src/platform/top-up/short-balance.tsx'
import { useWindowTitle } from '#src/platform/windows/window-title.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { OpeningFailure } from '#src/ui/feedback/opening.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { AnalysisForm } from './analysis-form.tsx'
import type { Draft } from './draft.ts'
import { FinderForm } from './finder-form.tsx'
import { toAnalysisOrder } from './analysis-order.ts'
import { ReportHistory } from './report-history.tsx'

type StartScreenProps = {
  link: AnalysisLink
  draft: Draft
  onDraft: (change: Partial<Draft>) => void
  job: ReturnType<typeof useReport>
  demoTokens: readonly DemoToken[]
  onStart: (order: AnalysisOrder) => void
  onGo: (path: string) => void
}

const TITLES = {
  analysis: {
    tab: 'CA Analysis',
    title: 'Find this token’s smart wallets',
    text: 'See every trader ranked by on-chain profit, timing and consistency. Insiders, bots and linked wallets are filtered out, and we show why.',
  },
  finder: {
    tab: 'Wallet Finder',
    title: 'Find wallets that did well in several tokens',
    text: 'We compare the traders of 2 to 10 tokens, count linked wallets once, and tell skill from luck.',
  },
  watched: {
    tab: 'Watched',
    title: 'Watch wallets',
    text: 'We tell you when they buy or sell, and show how they did in the tokens you analyzed.',
  },
} as const

const nameScreen = (mode: AnalysisMode, wallet: string | null): string | null => {
  if (wallet !== null) return `Wallet ${shortenAddress(wallet)}`
  return mode === 'analysis' ? null : TITLES[mode].tab
}

/** Shows the three tools of the window before anything runs. */
export const StartScreen = ({
  link,
  draft,
  onDraft,
  job,
  demoTokens,
  onStart,
  onGo,
}: StartScreenProps) => {
  const mode = getOrder(job.view)?.kind === 'WALLET_FINDER' ? 'finder' : link.mode
  const shownWallet = mode === 'watched' ? link.wallet : null
  useWindowTitle(nameScreen(mode, shownWallet))
  const { title, text } = TITLES[mode]
  const content = (
    <div className="grid grid-cols-1 gap-8">
      {shownWallet === null && (
        <div>
          <h1 className="text-xl leading-7 font-semibold tracking-tight">{title}</h1>
          <p className="mt-1 text-ink-muted">{text}</p>
        </div>
      )}
      {mode === 'watched' ? (
        <WatchedWallets link={link} wallet={shownWallet} onGo={onGo} />
      ) : (
        <>
          <StartForm
            isFinder={mode === 'finder'}
            draft={draft}
            onDraft={onDraft}
            job={job}
            demoTokens={demoTokens}
            onStart={onStart}
            onGo={onGo}
          />
          <ReportHistory
            kind={mode === 'finder' ? 'WALLET_FINDER' : 'CA_ANALYSIS'}
            onOpen={(id) => onGo(linkToReport(id))}
            onRemove={(id) => void job.remove(id)}
          />
        </>
      )}
    </div>
  )
  return (
    <div className="h-full overflow-auto">
      <div className="mx-auto w-full max-w-3xl px-6 py-6 max-sm:px-4">
        <Tabs
          label="Tools"
          value={mode}
          onValueChange={(next) => {
            const chosen = ANALYSIS_MODES.find((each) => each === next)
            if (chosen !== undefined) onGo(linkToMode(chosen))
          }}
          tabs={ANALYSIS_MODES.map((each) => ({
            value: each,
            label: TITLES[each].tab,
            content: mode === each && content,
          }))}
        />
      </div>
    </div>
  )
}

type WatchedWalletsProps = Pick<StartScreenProps, 'link' | 'onGo'> & {
  wallet: string | null
}

const WatchedWallets = ({ link, wallet, onGo }: WatchedWalletsProps) =>
  wallet === null ? (
    <WatchedView onGo={onGo} />
  ) : (
    <WalletView key={wallet} address={wallet} origin={link} onGo={onGo} />
  )

type StartFormProps = Omit<StartScreenProps, 'link'> & { isFinder: boolean }

const StartForm = ({
  isFinder,
  draft,
  onDraft,
  job,
  demoTokens,
  onStart,
  onGo,
}: StartFormProps) => {
  const { view, problem } = job
  const form = {
    isBusy: view.phase === 'starting',
    problem: problem?.waiting === undefined ? (problem?.message ?? null) : null,
    retryAtMs: problem?.retryAtMs ?? null,
  }
  const dropFailure = () => {
    if (view.phase === 'ended' || view.phase === 'unread') job.reset()
  }
  const edit = (change: Partial<Draft>) => {
    dropFailure()
    onDraft(change)
  }
  return (
    <div className="grid grid-cols-1 gap-3" onInput={dropFailure}>
      {isFinder ? (
        <FinderForm
          {...form}
          addresses={draft.tokens}
          onChange={(next) => edit({ tokens: next })}
          onStart={() => onStart({ kind: 'WALLET_FINDER', addresses: draft.tokens })}
          onRefuse={dropFailure}
        />
      ) : (
        <AnalysisForm
          {...form}
          key={draft.linked}
          initialAddress={draft.text}
          onType={(next) => edit({ text: next })}
          demoTokens={demoTokens}
          onOpen={(id) => onGo(linkToReport(id))}
          onWallet={(address) => onGo(linkToWallet(address))}
          onStart={(address) => onStart({ kind: 'CA_ANALYSIS', address })}
          onRefuse={dropFailure}
        />
      )}
      {problem?.waiting !== undefined && (
        <ShortBalance
          waiting={problem.waiting}
          noun="query"
          onStart={() => {
            const order = toAnalysisOrder(readAnalysisLink(problem.waiting?.path ?? ''))
            if (order !== null) onStart(order)
          }}
        />
      )}
      {view.phase === 'unread' && (
        <OpeningFailure
          title="We couldn’t open this report"
          reason={view.reason}
          onRetry={() => void job.open(view.reportId)}
        />
      )}
      {view.phase === 'ended' && <Ended view={view} onRetry={onStart} />}
    </div>
  )
}

const getOrder = (view: ReportState): AnalysisOrder | null => ('order' in view ? view.order : null)

type EndedProps = {
  view: ReportState & { phase: 'ended' }
  onRetry: (order: AnalysisOrder) => void
}

const Ended = ({ view, onRetry }: EndedProps) => {
  const reason = (view.reason ?? '').replace(/\.$/, '')
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Returns a promise in newer browsers, which is no cleanup.
    outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={outcome}>
      <Alert
        tone={view.status === 'failed' ? 'danger' : 'info'}
        title={view.status === 'failed' ? 'The analysis failed' : 'The analysis was cancelled'}
        action={
          <Button size="sm" onClick={() => onRetry(view.order)}>
            Retry
          </Button>
        }
      >
        {reason === '' ? '' : `${reason}. `}
        {view.isRefunded && !reason.includes('refunded') ? 'Your POINT was refunded.' : ''}
      </Alert>
    </div>
  )
}
