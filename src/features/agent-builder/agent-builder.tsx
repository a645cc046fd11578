import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { UserAgent } from '#contract/apps/agents.ts'
import { agentsQuery } from '#src/platform/apps/store-queries.ts'
import { useUserId } from '#src/platform/auth/auth-store.ts'
import { AgentEditor } from '#src/features/agent-builder/editor/agent-editor.tsx'
import type { AgentDraft } from './agent-draft.ts'
import { AgentList } from '#src/features/agent-builder/list/agent-list.tsx'
import {
  beginEdit,
  editedAgent,
  resumeEdit,
  type DraftOrigin,
} from '#src/features/agent-builder/editor/edited-agent.ts'

type AgentBuilderProps = {
  renderPreview: (agent: UserAgent) => ReactNode
}

export const AgentBuilder = ({ renderPreview }: AgentBuilderProps) => {
  const userId = useUserId()
  const edited = useStore(editedAgent, (state) => state.edited)
  const agents = useQuery(agentsQuery())
  useEffect(() => resumeEdit(userId), [userId])
  const edit = (
    id: string | null,
    initial: AgentDraft,
    { engine = null, limitations = [], wish = null }: Partial<DraftOrigin> = {},
  ) => beginEdit({ userId, id, initial, engine, limitations, wish })
  if (edited !== null && edited.userId === userId) {
    return <AgentEditor key={edited.key} edited={edited} renderPreview={renderPreview} />
  }
  return (
    <AgentList
      agents={agents}
      onNew={(draft, made) => edit(null, draft, made)}
      onEdit={(id, draft) => edit(id, draft)}
    />
  )
}
