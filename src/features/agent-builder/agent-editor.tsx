import ArrowLeft from 'lucide-react/icons/arrow-left'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { UserAgent } from '#contract/apps/agents.ts'
import { retryTimeOf } from '#src/lib/api/api-error.ts'
import { useIsTooEarly } from '#src/lib/api/use-is-too-early.ts'
import { pathOfAgent } from '#src/platform/apps/added-app-definitions.ts'
import { addPreview, endPreview } from '#src/platform/apps/agent-previews.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { DiscardQuestion } from '#src/ui/overlay/discard-question.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { AgentForm } from './agent-form.tsx'
import { cleanDraft, draftOfAgent, EMPTY_DRAFT, isSameDraft, problemOf } from './agent-draft.ts'
import { useDeleteAgent, useSaveAgent } from './agents-api.ts'
import { changeEdit, endEdit } from './edited-agent.ts'
import { ScheduleSection } from './schedule/schedule-section.tsx'
import type { Edited } from './edited-agent.ts'

type AgentEditorProps = {
  edited: Edited
  renderPreview: (agent: UserAgent) => ReactNode
}

const madeBy = (engine: string) =>
  engine === 'rules'
    ? 'Draft ready, made without an AI model. Review and edit before saving.'
    : `Drafted by ${engine}. Check and change what you like.`

/** The form beside a chat in which the agent can be tried before it is saved. */
export const AgentEditor = ({ edited, renderPreview }: AgentEditorProps) => {
  const { key, id, initial, draft, engine, limitations, tried } = edited
  const [problem, setProblem] = useState<string | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const save = useSaveAgent()
  const isTooEarly = useIsTooEarly(retryTimeOf(save.error))
  const remove = useDeleteAgent()
  const preview = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const isNew = id === null
  const send = async (target: string | null): Promise<UserAgent | null> => {
    const missing = problemOf(draft)
    setProblem(missing)
    if (missing !== null) return null
    const agent = cleanDraft(draft)
    try {
      return { ...agent, id: await save.mutateAsync({ id: target, agent }) }
    } catch {
      return null
    }
  }
  const tryIt = async () => {
    const agent = await send(tried?.id ?? null)
    if (agent === null) return
    addPreview(agent.id)
    changeEdit(key, { tried: agent })
    // Below the form where there is no room beside it.
    preview.current?.scrollIntoView({ block: 'start' })
  }
  const finish = async () => {
    const agent = await send(id ?? tried?.id ?? null)
    if (agent === null) return
    if (isNew) endPreview(agent.id)
    else forgetPreview()
    showToast({
      title: `${agent.name} is saved`,
      description: 'You’ll find it on your desktop under My Created Agents.',
      action: { label: 'Open', onSelect: () => void openApp(pathOfAgent(agent.id)) },
    })
    endEdit(key)
  }
  const forgetPreview = () => {
    if (tried === null) return
    // It stays marked as a preview until it is gone.
    remove.mutateAsync(tried.id).then(
      () => endPreview(tried.id),
      (error: unknown) => {
        console.warn('A preview is still on the server', error)
      },
    )
  }
  const discard = () => {
    forgetPreview()
    endEdit(key)
  }
  const isChanged = !isSameDraft(draft, isNew ? EMPTY_DRAFT : initial)
  const isStale = tried !== null && !isSameDraft(draft, draftOfAgent(tried))

  return (
    <div className="@container flex h-full flex-col">
      <div className="flex items-center gap-2 border-b bg-surface px-4 py-2">
        <Button
          size="sm"
          variant="ghost"
          icon={<ArrowLeft size={15} aria-hidden="true" />}
          onClick={() => (isChanged ? setIsLeaving(true) : discard())}
        >
          My agents
        </Button>
        <h2
          ref={heading}
          tabIndex={-1}
          className="min-w-0 flex-1 truncate text-center text-ui font-semibold outline-none @max-md:sr-only"
        >
          {isNew ? 'New agent' : `Edit ${initial.name}`}
        </h2>
        <Button
          size="sm"
          className="@max-md:ml-auto"
          icon={<Play size={14} aria-hidden="true" />}
          isLoading={save.isPending}
          disabled={isTooEarly}
          onClick={() => void tryIt()}
        >
          {isStale ? 'Try changes' : 'Try it'}
        </Button>
        <Button
          size="sm"
          variant="primary"
          isLoading={save.isPending}
          disabled={isTooEarly}
          onClick={() => void finish()}
        >
          {isNew ? 'Save agent' : 'Save changes'}
        </Button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto @3xl:flex-row @3xl:overflow-hidden">
        <div className="grid shrink-0 content-start gap-4 p-5 max-sm:p-4 @3xl:w-[46%] @3xl:overflow-auto">
          {engine !== null && <Alert title={madeBy(engine)} />}
          {limitations.length > 0 && (
            <Alert tone="warning" title="What it can’t do">
              <ul className="grid gap-0.5">
                {limitations.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </Alert>
          )}
          {(problem ?? save.error?.message) !== undefined && (problem !== null || save.isError) && (
            <Alert tone="danger" title="The agent is not saved">
              {problem ?? save.error?.message}
            </Alert>
          )}
          <AgentForm
            draft={draft}
            onChange={(changed) => {
              changeEdit(key, { draft: changed })
              setProblem(null)
            }}
          />
          <ScheduleSection agentId={id} suggestion={draft.suggested_questions[0] ?? ''} />
        </div>
        <div
          ref={preview}
          className="min-h-full flex-1 border-line @3xl:min-h-0 max-@3xl:border-t @3xl:border-l"
        >
          {tried === null ? (
            <div className="flex h-full items-center justify-center">
              <EmptyState
                icon={<Play size={20} aria-hidden="true" />}
                title="Try it before you save it"
              >
                “Try it” lets you test your agent before saving.
              </EmptyState>
            </div>
          ) : (
            renderPreview(tried)
          )}
        </div>
      </div>
      {isLeaving && (
        <DiscardQuestion
          title={isNew ? 'Discard this agent?' : 'Discard your changes?'}
          onStay={() => setIsLeaving(false)}
          onDiscard={discard}
        />
      )}
    </div>
  )
}
