import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { askForTopUp } from '#src/platform/top-up/top-up-store.ts'
import { useStartedWork } from '#src/platform/top-up/use-started-work.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { DigestActions, type SharedDigest } from './digest-actions.tsx'
import { DigestView, NotFound } from './digest-view.tsx'
import { LiveView } from './live-view.tsx'
import { QuestionForm } from './question-form.tsx'
import { ResearchHistory } from './research-history.tsx'
import { removeResearch, type ResearchView } from './research-job.ts'
import { readResearchLink } from './research-link.ts'
import { SourceList } from './source-list.tsx'
import { Topics } from './topics.tsx'
import { useIsOnline } from './use-is-online.ts'
import { useResearch } from './use-research.ts'

/** A click puts one into the box; the first words of a newcomer are the hardest. */
const EXAMPLES = [
  'What is new on Solana this week?',
  'SOL price, volume and TVL',
  'Latest releases of Solana validators',
  'Bonk news of the last 30 days',
] as const

type ResearchWindowProps = Pick<AppBodyProps, 'path'> & {
  /** Takes a digest into a chat; rejects when that did not work. */
  onShare: (shared: SharedDigest) => Promise<void>
}

/**
 * Ask, pay one POINT, watch the sources answer, read a digest with its sources. The query of its path may bring a
 * question, a topic or an earlier research.
 */
export const ResearchWindow = ({ path, onShare }: ResearchWindowProps) => (
  <div className="@container h-full min-h-0">
    <Research path={path} onShare={onShare} />
  </div>
)

const Research = ({ path, onShare }: ResearchWindowProps) => {
  const job = useResearch()
  const { open, reset, start, view, problem } = job
  const { request, researchId } = readResearchLink(path)
  const isOnline = useIsOnline()
  const linkedQuery = request?.kind === 'question' ? request.query : null
  // A link followed while another research is shown leaves that one to the history.
  useEffect(() => {
    if (researchId !== null) void open(researchId)
    else if (linkedQuery !== null) reset()
  }, [researchId, linkedQuery, open, reset])
  useStartedWork(path, () => {
    if (request !== null) void start(request)
  })
  const ask = (query: string, followUpTo: string | null) =>
    void start({ kind: 'question', query, followUpTo })
  const refreshTopic = (topicId: string) => void start({ kind: 'topic', topicId })

  if (view.phase === 'loading') {
    return (
      <div className="flex h-full items-center justify-center text-ink-muted">
        <Spinner sizePx={24} label="Opening the research" />
      </div>
    )
  }
  if (view.phase === 'running') {
    const live = (
      <LiveView
        running={view}
        problem={problem?.message ?? null}
        onCancel={() => void job.cancel()}
        onReconnect={() => void open(view.researchId)}
      />
    )
    if (view.digest === null) return <div className="h-full overflow-auto">{live}</div>
    return <DigestView digest={view.digest} top={<Writing view={view} job={job} />} bottom={null} />
  }
  if (view.phase === 'digest') {
    const { detail, digest } = view
    return (
      <DigestView
        key={detail.id}
        digest={digest}
        top={
          <DigestActions
            researchId={detail.id}
            digest={digest}
            topicId={detail.topic_id}
            onShare={onShare}
            onRefresh={refreshTopic}
            onNew={reset}
          />
        }
        bottom={
          <div className="border-t pt-5">
            <QuestionForm
              label="Ask on"
              examples={digest.follow_ups}
              isBusy={false}
              isOffline={!isOnline}
              problem={null}
              onAsk={(query) => ask(query, detail.id)}
            />
          </div>
        }
      />
    )
  }
  return (
    <div className="h-full overflow-auto">
      <div className="mx-auto grid w-full max-w-3xl grid-cols-1 content-start gap-8 px-6 py-8 @max-md:px-4 @max-md:py-5">
        <div>
          <h1 className="text-xl leading-7 font-semibold tracking-tight">
            What do you want to know?
          </h1>
          <p className="mt-1 text-ink-muted">
            Markets, the chain, news, developers and forums are asked at once. You get one digest in
            which every sentence and figure names its source.
          </p>
        </div>
        {!isOnline && (
          <Alert tone="warning" title="You are offline">
            What was loaded can be read. Asking needs a connection.
          </Alert>
        )}
        <div className="grid grid-cols-1 gap-4">
          <QuestionForm
            key={linkedQuery}
            label="Question"
            initialQuery={linkedQuery ?? ''}
            examples={EXAMPLES}
            isBusy={view.phase === 'starting'}
            isOffline={!isOnline}
            problem={problem?.message ?? null}
            onAsk={(query) =>
              ask(
                query,
                request?.kind === 'question' && request.query === query ? request.followUpTo : null,
              )
            }
          />
          {problem?.waiting !== undefined && (
            <ShortBalance onTopUp={askForTopUp} problem={problem} />
          )}
          {view.phase === 'ended' && (
            <Ended view={view} onRetry={() => ask(view.detail.query, null)} />
          )}
        </div>
        <Earlier job={job} onRefresh={refreshTopic} />
      </div>
    </div>
  )
}

type Job = ReturnType<typeof useResearch>

/** The digest can be read already; a model still writes. */
const Writing = ({ view, job }: { view: ResearchView & { phase: 'running' }; job: Job }) => (
  <Alert
    title="This digest can be read; a model is still writing its summary"
    action={
      <Button size="sm" isLoading={view.isCancelling} onClick={() => void job.cancel()}>
        Cancel research
      </Button>
    }
  >
    Cancelling gives the POINT back.
  </Alert>
)

const Earlier = ({ job, onRefresh }: { job: Job; onRefresh: (topicId: string) => void }) => {
  const queries = useQueryClient()
  const remove = (id: string) => {
    removeResearch(id)
      .catch(() => showToast({ title: 'The research could not be deleted', tone: 'destructive' }))
      .finally(() => void queries.invalidateQueries({ queryKey: ['researches'] }))
  }
  return (
    <>
      <Topics onOpen={(id) => void job.open(id)} onRefresh={onRefresh} />
      <ResearchHistory onOpen={(id) => void job.open(id)} onRemove={remove} />
    </>
  )
}

type ShortBalanceProps = {
  problem: NonNullable<Job['problem']>
  onTopUp: (waiting: NonNullable<NonNullable<Job['problem']>['waiting']>) => void
}

const ShortBalance = ({ problem: { waiting }, onTopUp }: ShortBalanceProps) =>
  waiting === undefined ? null : (
    <Alert
      tone="warning"
      title="Your balance does not cover this question"
      action={
        <Button size="sm" variant="primary" onClick={() => onTopUp(waiting)}>
          Top up
        </Button>
      }
    >
      One POINT is 0.01 SOL. Nothing was charged.
    </Alert>
  )

type EndedProps = { view: ResearchView & { phase: 'ended' }; onRetry: () => void }

/** Nothing was delivered: why, that nothing was kept, and what the sources said. */
const Ended = ({ view, onRetry }: EndedProps) => {
  const { detail, status } = view
  const { failure, digest, sources } = detail
  const isRefundSaid = failure?.includes('given back') === true
  return (
    <div className="grid grid-cols-1 gap-4">
      <Alert
        tone={status === 'failed' ? 'danger' : 'info'}
        title={
          status === 'failed'
            ? `No digest for “${detail.query.slice(0, 80)}”`
            : 'The research was cancelled'
        }
        action={
          <Button size="sm" onClick={onRetry}>
            Ask again · 1 POINT
          </Button>
        }
      >
        {failure === null ? '' : `${failure}. `}
        {detail.is_refunded && !isRefundSaid ? 'Your POINT was given back.' : ''}
      </Alert>
      {digest !== null && <NotFound digest={digest} />}
      {sources.length > 0 && (
        <details className="text-[13px]">
          <summary className="cursor-pointer font-medium">What each source said</summary>
          <div className="mt-2">
            <SourceList sources={sources} />
          </div>
        </details>
      )}
    </div>
  )
}
