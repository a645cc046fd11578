import type { UseQueryResult } from '@tanstack/react-query'
import Bot from 'lucide-react/icons/bot'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import MessageSquare from 'lucide-react/icons/message-square'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { UserAgent } from '#contract/apps/agents.ts'
import { getAddedIcon, getAgentPath } from '#src/platform/apps/added-app-definitions.ts'
import { agentPreviews, isPreview } from '#src/platform/apps/agent-previews.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { FileInput } from '#src/ui/form/file-input.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import {
  copyName,
  draftFromAgent,
  parseAgentFile,
  exportAgent,
  type AgentDraft,
} from '#src/features/agent-builder/agent-draft.ts'
import { useDeleteAgent } from '#src/features/agent-builder/agents-api.ts'
import { ShareAgent } from '#src/features/agent-builder/share/share-agent.tsx'
import { AgentVersions } from './agent-versions.tsx'
import { IdeaForm } from './idea-form.tsx'
import { TemplateGallery } from './template-gallery.tsx'

/** An agent with a picture has at most this. */
const MAX_FILE_BYTES = 300_000

type AgentListProps = {
  agents: UseQueryResult<UserAgent[]>
  onNew: (draft: AgentDraft, made?: { engine: string | null; limitations: string[] }) => void
  onEdit: (id: string, draft: AgentDraft) => void
}

export const AgentList = ({ agents, onNew, onEdit }: AgentListProps) => {
  const [leaving, setLeaving] = useState<UserAgent | null>(null)
  const remove = useDeleteAgent()
  const previews = useStore(agentPreviews, (state) => state.previews)
  const own = (agents.data ?? []).filter(({ id }) => !isPreview(previews, id))
  const confirmDelete = (agent: UserAgent) =>
    remove.mutate(agent.id, {
      onSuccess: () => showToast({ title: `${agent.name} was deleted` }),
      onError: ({ message }) =>
        showToast({
          title: `We couldn’t delete ${agent.name}. Try again.`,
          description: message,
          tone: 'destructive',
        }),
      onSettled: () => setLeaving(null),
    })
  const templates = <TemplateGallery onChoose={onNew} />
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
          {agents.isError && (
            <LoadFailure onRetry={() => void agents.refetch()}>
              We couldn’t load your agents.
            </LoadFailure>
          )}
          {agents.isSuccess && own.length === 0 && (
            <EmptyState icon={<Bot size={22} aria-hidden="true" />} title="No agents yet">
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

type AgentRowProps = {
  agent: UserAgent
  onEdit: () => void
  onDuplicate: () => void
  onDelete: () => void
}

const AgentRow = ({ agent, onEdit, onDuplicate, onDelete }: AgentRowProps) => (
  <li className="flex flex-wrap items-center gap-3 px-3 py-2.5">
    <AppIcon icon={getAddedIcon(agent.name, agent.logo)} sizePx={40} />
    <div className="min-w-0 flex-1 basis-40">
      <p className="truncate font-medium" dir="auto">
        {agent.name}
      </p>
      <p className="truncate text-ui text-ink-muted" dir="auto">
        {agent.description === '' ? `Custom agent: ${agent.name}` : agent.description}
      </p>
    </div>
    <span className="flex">
      <IconButton
        size="sm"
        label={`Open chat with ${agent.name}`}
        icon={<MessageSquare size={15} aria-hidden="true" />}
        onClick={() => void openApp(getAgentPath(agent.id))}
      />
      <IconButton
        size="sm"
        label={`Edit ${agent.name}`}
        icon={<Pencil size={15} aria-hidden="true" />}
        onClick={onEdit}
      />
      <AgentVersions agent={agent} />
      <ShareAgent agent={agent} />
      <IconButton
        size="sm"
        label={`Duplicate ${agent.name}`}
        icon={<Copy size={15} aria-hidden="true" />}
        onClick={onDuplicate}
      />
      <IconButton
        size="sm"
        label={`Export ${agent.name}`}
        icon={<Download size={15} aria-hidden="true" />}
        onClick={() => {
          const { name, text } = exportAgent(draftFromAgent(agent))
          saveFile(new Blob([text], { type: 'application/json' }), name)
        }}
      />
      <IconButton
        size="sm"
        label={`Delete ${agent.name}`}
        icon={<Trash2 size={15} aria-hidden="true" />}
        onClick={onDelete}
      />
    </span>
  </li>
)

const ImportButton = ({ onImport }: { onImport: (draft: AgentDraft) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const refuse = (description: string) =>
    showToast({ title: 'We couldn’t import the agent', description, tone: 'destructive' })
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
      <Button
        size="sm"
        icon={<Upload size={14} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        Import
      </Button>
    </>
  )
}
