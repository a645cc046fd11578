import type { UseQueryResult } from '@tanstack/react-query'
import Bot from 'lucide-react/icons/bot'
import Upload from 'lucide-react/icons/upload'
import { useRef, useState } from 'react'
import type { UserAgent } from '#contract/apps/agents.ts'
import { Button } from '#src/ui/form/button.tsx'
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { FileInput } from '#src/ui/form/file-input.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { showFailure, showToast } from '#src/ui/toast/toast-store.ts'
import {
  copyName,
  draftFromAgent,
  parseAgentFile,
  type AgentDraft,
} from '#src/features/agent-builder/agent-draft.ts'
import { useDeleteAgent } from '#src/features/agent-builder/agents-api.ts'
import type { DraftOrigin } from '#src/features/agent-builder/editor/edited-agent.ts'
import { AgentRow } from './agent-row.tsx'
import { IdeaForm } from './idea-form.tsx'
import { AGENT_TEMPLATES } from './agent-templates.ts'
import { getAddedIcon } from '#src/platform/apps/added-app-definitions.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'

/** Maximum size of an agent with a picture. */
const MAX_FILE_BYTES = 300_000

type AgentListProps = {
  agents: UseQueryResult<UserAgent[]>
  onNew: (draft: AgentDraft, made?: DraftOrigin) => void
  onEdit: (id: string, draft: AgentDraft) => void
}

export const AgentList = ({ agents, onNew, onEdit }: AgentListProps) => {
  const [leaving, setLeaving] = useState<UserAgent | null>(null)
  const remove = useDeleteAgent()
  const own = agents.data ?? []
  const confirmDelete = (agent: UserAgent) =>
    remove.mutate(agent.id, {
      onSuccess: () => showToast({ title: `${agent.name} was deleted` }),
      onError: ({ message }) =>
        showFailure(`We couldn’t delete ${agent.name}. Try again.`, message),
      onSettled: () => setLeaving(null),
    })
  const templates = <TemplateGallery onChoose={(draft) => onNew(draft)} />
  return (
    <div className="h-full overflow-auto">
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6 p-6 max-sm:p-4">
        <div>
          <h2 className="text-xl font-semibold tracking-snug">Build your own agent</h2>
          <p className="mt-1 text-ink-muted">
            Give it a task and the tools of your installed apps. It lives on your desktop and has
            its own chat.
          </p>
        </div>
        <IdeaForm onDraft={onNew} />
        {own.length === 0 && templates}
        <section className="grid grid-cols-1 gap-2">
          <div className="flex items-center justify-between gap-2">
            <h3 className="text-ui font-semibold">My agents</h3>
            <ImportButton onImport={(draft) => onNew(draft)} />
          </div>
          {agents.isPending && <LoadingRows label="Loading agents" rowClass="h-16" />}
          <LoadFailure query={agents}>We couldn’t load your agents.</LoadFailure>
          {agents.isSuccess && own.length === 0 && (
            <EmptyState icon={<Bot size={22} />} title="No agents yet">
              Describe an idea above to create your first agent.
            </EmptyState>
          )}
          {own.length > 0 && (
            <ul className="divide-y divide-line rounded-lg ring-1 ring-line ring-inset">
              {own.map((agent) => (
                <AgentRow
                  key={agent.id}
                  agent={agent}
                  onEdit={() => onEdit(agent.id, draftFromAgent(agent))}
                  onDuplicate={() =>
                    onNew({ ...draftFromAgent(agent), name: copyName(agent.name) })
                  }
                  onDelete={() => setLeaving(agent)}
                />
              ))}
            </ul>
          )}
        </section>
        {own.length > 0 && templates}
      </div>
      {leaving !== null && (
        <ConfirmDialog
          title={`Delete ${leaving.name}?`}
          description="The agent and its icon go; its chats stay in your history."
          confirm="Delete agent"
          isBusy={remove.isPending}
          onCancel={() => setLeaving(null)}
          onConfirm={() => confirmDelete(leaving)}
        />
      )}
    </div>
  )
}

const ImportButton = ({ onImport }: { onImport: (draft: AgentDraft) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const refuse = (description: string) => showFailure('We couldn’t import the agent', description)
  const read = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) {
      refuse('The file is too large for an agent.')
      return
    }
    const imported = parseAgentFile(await file.text())
    if (imported.ok) onImport(imported.draft)
    else refuse(imported.reason)
  }
  return (
    <>
      <FileInput
        ref={input}
        label="Agent file"
        accept=".json,application/json"
        onFile={(file) => {
          read(file).catch(() => refuse('We couldn’t read this file. Choose another one.'))
        }}
      />
      <Button size="sm" icon={<Upload size={14} />} onClick={() => input.current?.click()}>
        Import
      </Button>
    </>
  )
}

type TemplateGalleryProps = {
  onChoose: (draft: AgentDraft) => void
}

const TemplateGallery = ({ onChoose }: TemplateGalleryProps) => (
  <section className="grid gap-2" aria-label="Templates">
    <h3 className="text-ui font-semibold">Start from a template</h3>
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-2">
      {AGENT_TEMPLATES.map((draft) => (
        <li key={draft.name} className="flex rounded-lg ring-1 ring-line ring-inset">
          <Button variant="row" className="items-start gap-3" onClick={() => onChoose(draft)}>
            <AppIcon icon={getAddedIcon(draft.name, draft.logo)} sizePx={36} />
            <span className="min-w-0">
              <span className="block font-medium">{draft.name}</span>
              <span className="block text-ui text-ink-muted">{draft.description}</span>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  </section>
)
