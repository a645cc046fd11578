import { useEffect, useEffectEvent, useState } from 'react'
import type { ResearchFocus } from '#contract/research/focus.ts'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { useSavedText } from '#src/platform/auth/saved-input.ts'
import { ShortBalance } from '#src/platform/top-up/short-balance.tsx'
import { useStartedWork } from '#src/platform/top-up/top-up-store.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Opening, OpeningFailure } from '#src/ui/feedback/opening.tsx'
import { DigestActions } from '#src/features/research/digest/digest-actions.tsx'
import { DigestView } from '#src/features/research/digest/digest-view.tsx'
import { LiveView } from '#src/features/research/run/live-progress.tsx'
import { Ended } from '#src/features/research/run/nothing-delivered.tsx'
import { FocusSelect } from '#src/features/research/run/focus-select.tsx'
import { QuestionForm } from '#src/features/research/run/question-form.tsx'
import { ResearchHistory } from './research-history.tsx'
import { OwnSources } from './own-sources.tsx'
import type { ResearchView } from '#src/features/research/run/research-job.ts'
import {
  RESEARCH_PATH,
  linkToRequest,
  linkToResearch,
  readResearchLink,
  type ResearchRequest,
} from './research-link.ts'
import { useWindowPath } from '#src/platform/windows/use-window-path.ts'
import { Topics } from './topics.tsx'
import { useIsOnline } from '#src/lib/use-is-online.ts'
import { useWindowTitle } from '#src/platform/windows/window-title.ts'
import { useResearch } from '#src/features/research/run/use-research.ts'

/** A click copies one into the field. */
const EXAMPLES = [
  'What is new on Solana this week?',
  'SOL price, volume and TVL',
  'Latest releases of Solana validators',
  'Bonk news of the last 30 days',
] as const

type ResearchWindowProps = Pick<AppBodyProps, 'path' | 'windowId'> & {
  /** Shares the digest of a research into a chat. Rejects on failure. */
  onShare: (researchId: string) => Promise<void>
}

/**
 * Asks a question for one POINT, shows progress by source, and then a digest with its sources. The query of the path may
 * name a question, a topic or an earlier research.
 */
export const ResearchWindow = (props: ResearchWindowProps) => (
  <div className="@container h-full min-h-0">
    <Research {...props} />
  </div>
)

type Ask = (query: string, followUpTo: string | null, focus: ResearchFocus) => void

const readFocus = (request: ResearchRequest | null): ResearchFocus =>
  (request?.kind === 'question' ? request.focus : null) ?? 'all'

/** Where to search: that of the ended research or of the link, until the user chooses another. */
const useFocus = (view: ResearchView, linked: ResearchRequest | null) => {
  const state = useState(readFocus(linked))
  const [, setFocus] = state
  const origin =
    view.phase === 'ended'
      ? { key: view.detail.id, focus: view.detail.focus ?? 'all' }
      : linked?.kind === 'question'
        ? { key: linkToRequest(linked), focus: readFocus(linked) }
        : null
  const originKey = origin?.key ?? null
  const [key, setKey] = useState(originKey)
  if (originKey !== key) {
    setKey(originKey)
    if (origin !== null) setFocus(origin.focus)
  }
  return state
}

type Asked = { query: string; followUpTo: string | null }

const getShownId = (view: ResearchView): string | null => {
  if (view.phase === 'ask' || view.phase === 'starting') return null
  return 'detail' in view ? view.detail.id : view.researchId
}

const Research = ({ windowId, path: given, onShare }: ResearchWindowProps) => {
  const job = useResearch()
  const [path, go] = useWindowPath(windowId, given)
  const { start, view } = job
  const { request } = readResearchLink(path)
  const isOnline = useIsOnline()
  const [typed, setTyped] = useSavedText(`research.${windowId}`)
  const [focus, setFocus] = useFocus(view, request)
  const [asked, setAsked] = useState<Asked | null>(null)
  useWindowTitle(view.phase === 'digest' ? view.digest.query : null)
  useResearchLink(job, path, go)
  useStartedWork(path, () => {
    if (request !== null) void start(request)
  })
  const leave = () => {
    job.reset()
    go(RESEARCH_PATH, { isStep: true })
  }
  const ask: Ask = (query, followUpTo, chosen) => {
    setFocus(chosen)
    setAsked({ query, followUpTo })
    void start({ kind: 'question', query, followUpTo, focus: chosen })
  }
  const refreshTopic = (topicId: string) => void start({ kind: 'topic', topicId })

  if (view.phase === 'loading') {
    return <Opening label="Opening the research" isLost={view.isLost} onBack={leave} />
  }
  if (view.phase === 'running') {
    const live = <LiveView running={view} onCancel={() => void job.cancel()} />
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
            onNew={() => {
              setTyped('')
              leave()
            }}
          />
        }
        bottom={
          <FollowUpForm
            researchId={detail.id}
            examples={digest.follow_ups}
            firstFocus={digest.focus ?? 'all'}
            isOffline={!isOnline}
            onAsk={(query, chosen) => ask(query, detail.id, chosen)}
          />
        }
      />
    )
  }
  return (
    <AskScreen
      job={job}
      view={view}
      draft={toDraft(view, request, asked)}
      typed={typed}
      onType={setTyped}
      focus={focus}
      onFocusChange={setFocus}
      isOnline={isOnline}
      onAsk={ask}
      onRefresh={refreshTopic}
    />
  )
}

type FollowUpFormProps = {
  researchId: string
  examples: readonly string[]
  isOffline: boolean
  /** The focus of the earlier research. */
  firstFocus: ResearchFocus
  onAsk: (query: string, focus: ResearchFocus) => void
}

const FollowUpForm = ({ researchId, firstFocus, onAsk, ...form }: FollowUpFormProps) => {
  const [focus, setFocus] = useState(firstFocus)
  const [typed, setTyped] = useSavedText(`follow-up.${researchId}`)
  return (
    <QuestionForm
      {...form}
      options={<FocusSelect focus={focus} onChange={setFocus} />}
      onAsk={(query) => onAsk(query, focus)}
      label="Ask a follow-up"
      placeholder="Ask a follow-up…"
      initialQuery={typed}
      isBusy={false}
      problem={null}
      onType={setTyped}
    />
  )
}

/** Syncs the shown research with the link: opens the one that it names, and updates it. */
const useResearchLink = (
  { view, open, reset }: Job,
  path: string,
  go: ReturnType<typeof useWindowPath>[1],
) => {
  const { request, researchId } = readResearchLink(path)
  const linkedQuery = request?.kind === 'question' ? request.query : null
  const openedId = getShownId(view)
  const followLink = useEffectEvent((id: string) => {
    if (id !== getShownId(view)) void open(id)
  })
  // A link opens its research in place of the one shown, which stays in the history.
  useEffect(() => {
    if (researchId !== null) followLink(researchId)
    else reset()
  }, [researchId, linkedQuery, reset])
  const keepLink = useEffectEvent((id: string) => go(linkToResearch(id), { isStep: true }))
  // Updates the link for a reload and for Back from another page.
  useEffect(() => {
    if (openedId !== null) keepLink(openedId)
  }, [openedId])
}

type AskView = ResearchView & { phase: 'ask' | 'starting' | 'ended' | 'unread' }

type AskScreenProps = {
  job: Job
  view: AskView
  /** The question to fill in; null to keep the typed one. */
  draft: ReturnType<typeof toDraft>
  typed: string
  onType: (text: string) => void
  focus: ResearchFocus
  onFocusChange: (focus: ResearchFocus) => void
  isOnline: boolean
  onAsk: Ask
  onRefresh: (topicId: string) => void
}

const AskScreen = ({
  job,
  view,
  draft,
  typed,
  onType,
  focus,
  onFocusChange,
  isOnline,
  onAsk,
  onRefresh,
}: AskScreenProps) => {
  const { problem } = job
  const again = (chosen: ResearchFocus) => {
    if (view.phase === 'ended') onAsk(view.detail.query, draft?.followUpTo ?? null, chosen)
  }
  return (
    <div className="h-full overflow-auto">
      <div className="mx-auto grid w-full max-w-3xl grid-cols-1 content-start gap-8 px-6 py-8 @max-md:px-4 @max-md:py-5">
        <Welcome />
        {!isOnline && (
          <Alert tone="warning" title="You are offline">
            What was loaded can be read. Asking needs a connection.
          </Alert>
        )}
        <div className="grid grid-cols-1 gap-4">
          <QuestionForm
            key={draft?.query}
            label="Question"
            initialQuery={draft?.query ?? typed}
            examples={EXAMPLES}
            options={<FocusSelect focus={focus} onChange={onFocusChange} />}
            isBusy={view.phase === 'starting'}
            isOffline={!isOnline}
            problem={problem?.waiting === undefined ? (problem?.message ?? null) : null}
            retryAtMs={problem?.retryAtMs ?? null}
            onType={onType}
            onAsk={(query) => onAsk(query, draft?.query === query ? draft.followUpTo : null, focus)}
          />
          {problem?.waiting !== undefined && (
            <ShortBalance
              waiting={problem.waiting}
              noun="question"
              onStart={() => {
                const waitingFor = readResearchLink(problem.waiting?.path ?? '').request
                if (waitingFor !== null) void job.start(waitingFor)
              }}
            />
          )}
          {view.phase === 'unread' && (
            <OpeningFailure
              title="We couldn’t open this research"
              reason={view.reason}
              onRetry={() => void job.open(view.researchId)}
            />
          )}
          {view.phase === 'ended' && (
            <Ended
              view={view}
              onRetry={() => again(view.detail.focus ?? 'all')}
              onSearchAll={() => again('all')}
            />
          )}
        </div>
        <Earlier job={job} onRefresh={onRefresh} />
      </div>
    </div>
  )
}

const Welcome = () => (
  <div>
    <h1 className="text-xl leading-7 font-semibold tracking-tight">Ask anything about crypto</h1>
    <p className="mt-1 text-ink-muted">
      We search markets, on-chain data, news, GitHub and forums, and cite every source.
    </p>
  </div>
)

/** Returns the question to fill in: the last one tried, else the link's. */
const toDraft = (view: AskView, linked: ResearchRequest | null, asked: Asked | null) => {
  if (view.phase === 'ended') {
    const { query } = view.detail
    return { query, followUpTo: asked?.query === query ? asked.followUpTo : null }
  }
  const request = (view.phase === 'unread' ? null : view.request) ?? linked
  return request?.kind === 'question' ? request : null
}

type Job = ReturnType<typeof useResearch>

/** Shows a readable digest while a model is still writing. */
const Writing = ({ view, job }: { view: ResearchView & { phase: 'running' }; job: Job }) => (
  <Alert
    title={
      view.isLost
        ? 'Reconnecting…'
        : 'This digest can be read; a model is still writing its summary'
    }
    action={
      <Button size="sm" isLoading={view.isCancelling} onClick={() => void job.cancel()}>
        Stop writing
      </Button>
    }
  >
    If you stop it, you keep this digest. It stays charged.
  </Alert>
)

const Earlier = ({ job, onRefresh }: { job: Job; onRefresh: (topicId: string) => void }) => (
  <>
    <Topics onOpen={(id) => void job.open(id)} onRefresh={onRefresh} />
    <OwnSources />
    <ResearchHistory onOpen={(id) => void job.open(id)} onRemove={(id) => void job.remove(id)} />
  </>
)
