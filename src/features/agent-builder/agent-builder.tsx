import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { UserAgent } from '#contract/agents.ts'
import { agentsQuery } from '#src/platform/apps/store-queries.ts'
import { AgentEditor } from './agent-editor.tsx'
import type { AgentDraft } from './agent-draft.ts'
import { AgentList } from './agent-list.tsx'

/** What is edited: a new agent, or one that is there. */
type Edited = { key: number; id: string | null; draft: AgentDraft; engine: string | null }

type AgentBuilderProps = {
  /** A chat with that agent. */
  renderPreview: (agent: UserAgent) => ReactNode
}

export const AgentBuilder = ({ renderPreview }: AgentBuilderProps) => {
  const [edited, setEdited] = useState<Edited | null>(null)
  const agents = useQuery(agentsQuery())
  const edit = (id: string | null, draft: AgentDraft, engine: string | null = null) =>
    setEdited((before) => ({ key: (before?.key ?? 0) + 1, id, draft, engine }))
  if (edited !== null) {
    return (
      <AgentEditor
        key={edited.key}
        agentId={edited.id}
        initial={edited.draft}
        engine={edited.engine}
        renderPreview={renderPreview}
        onDone={() => setEdited(null)}
      />
    )
  }
  return (
    <AgentList
      agents={agents}
      onNew={(draft, engine) => edit(null, draft, engine)}
      onEdit={(id, draft) => edit(id, draft)}
    />
  )
}
