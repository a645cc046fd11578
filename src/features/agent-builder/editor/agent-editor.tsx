import ArrowLeft from 'lucide-react/icons/arrow-left'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import type { UserAgent } from '#contract/apps/agents.ts'
import { useSavedInput } from '#src/platform/auth/saved-input.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { DiscardQuestion } from '#src/ui/overlay/discard-question.tsx'
import { FilesSection } from '#src/features/agent-builder/files/files-section.tsx'
import { AgentForm } from './agent-form.tsx'
import { KEPT_AGENT, getKeptEditText, type Edited } from './edited-agent.ts'
import {
  ScheduleSection,
  type ScheduleHandle,
} from '#src/features/agent-builder/schedule/schedule-section.tsx'
import { MissingApps } from './missing-apps.tsx'
import { useAgentEdit } from './use-agent-edit.ts'

type AgentEditorProps = {
  edited: Edited
  renderPreview: (agent: UserAgent) => ReactNode
}

export const AgentEditor = ({ edited, renderPreview }: AgentEditorProps) => {
  const { id, initial, draft, engine, limitations, wish, tried } = edited
  const preview = useRef<HTMLDivElement>(null)
  // In a narrow window, the preview is below the form.
  const edit = useAgentEdit(edited, () => preview.current?.scrollIntoView({ block: 'start' }))
  const schedule = useRef<ScheduleHandle>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const saveAll = async () => {
    // A schedule that cannot be saved keeps the editor open.
    if ((await schedule.current?.save()) !== false) await edit.finish()
  }
  useSavedInput(KEPT_AGENT, edit.isChanged ? getKeptEditText(edited) : null)

  return (
    <div className="@container flex h-full flex-col">
      <EditorBar
        title={edit.isNew ? 'New agent' : `Edit ${initial.name}`}
        edit={edit}
        onBack={() => {
          if (edit.isChanged || schedule.current?.isChanged() === true) setIsLeaving(true)
          else edit.discard()
        }}
        onSave={() => void saveAll()}
      />
      <div className="flex min-h-0 flex-1 flex-col overflow-auto @3xl:flex-row @3xl:overflow-hidden">
        <div className="grid shrink-0 content-start gap-4 p-5 max-sm:p-4 @3xl:w-[46%] @3xl:overflow-auto">
          <DraftNotes engine={engine} limitations={limitations} />
          {edit.problem !== null && (
            <Alert tone="danger" title="The agent is not saved">
              {edit.problem}
            </Alert>
          )}
          <MissingApps tools={draft.tools} />
          <AgentForm draft={draft} onChange={edit.change} />
          <FilesSection agentId={edit.filesOwner} createAgent={edit.createPreview} />
          <ScheduleSection
            agentId={id}
            suggestion={draft.suggested_questions[0] ?? ''}
            wish={wish}
            handle={schedule}
          />
        </div>
        <PreviewPane ref={preview}>{tried === null ? null : renderPreview(tried)}</PreviewPane>
      </div>
      {isLeaving && (
        <DiscardQuestion
          title={edit.isNew ? 'Discard this agent?' : 'Discard your changes?'}
          onStay={() => setIsLeaving(false)}
          onDiscard={edit.discard}
        />
      )}
    </div>
  )
}

type EditorBarProps = {
  title: string
  edit: ReturnType<typeof useAgentEdit>
  onBack: () => void
  onSave: () => void
}

const EditorBar = ({ title, edit, onBack, onSave }: EditorBarProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex items-center gap-2 border-b bg-surface px-4 py-2">
      <Button size="sm" variant="ghost" icon={<ArrowLeft size={15} />} onClick={onBack}>
        My agents
      </Button>
      <h2
        ref={heading}
        tabIndex={-1}
        className="min-w-0 flex-1 truncate text-center text-ui font-semibold outline-none @max-md:sr-only"
      >
        {title}
      </h2>
      <Button
        size="sm"
        className="@max-md:ml-auto"
        icon={<Play size={14} />}
        isLoading={edit.isSaving}
        disabled={edit.isTooEarly}
        onClick={() => void edit.tryIt()}
      >
        {edit.isPreviewStale ? 'Try changes' : 'Try it'}
      </Button>
      <Button
        size="sm"
        variant="primary"
        isLoading={edit.isSaving}
        disabled={edit.isTooEarly}
        onClick={onSave}
      >
        {edit.isNew ? 'Save agent' : 'Save changes'}
      </Button>
    </div>
  )
}

/** Shows who drafted the agent, and the parts of the idea that no agent can do. */
const DraftNotes = ({ engine, limitations }: Pick<Edited, 'engine' | 'limitations'>) => (
  <>
    {engine !== null && (
      <Alert
        title={
          engine === 'rules'
            ? 'Draft ready, made without an AI model. Review and edit before saving.'
            : `Drafted by ${engine}. Check and change what you like.`
        }
      />
    )}
    {limitations.length > 0 && (
      <Alert tone="warning" title="What it can’t do">
        <ul className="grid gap-0.5">
          {limitations.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Alert>
    )}
  </>
)

const PreviewPane = ({ ref, children }: { ref: Ref<HTMLDivElement>; children: ReactNode }) => (
  <div
    ref={ref}
    className="min-h-full flex-1 border-line @3xl:min-h-0 max-@3xl:border-t @3xl:border-l"
  >
    {children ?? (
      <div className="flex h-full items-center justify-center">
        <EmptyState icon={<Play size={20} />} title="See how it answers">
          “Try it” tests the agent as it is here, saved or not.
        </EmptyState>
      </div>
    )}
  </div>
)
