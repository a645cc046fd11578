import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { agentLink } from '#contract/apps/agent-links.ts'
import type { UserAgent } from '#contract/apps/agents.ts'
import { SHARED_AGENT_PATH } from '#contract/paths.ts'
import { AGENTS_KEY } from '#src/platform/apps/app-list-changes.ts'
import { ShareDialog } from '#src/platform/sharing/share-dialog.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'

/** The button that makes a link by which others can copy the agent, and ends it. */
export const ShareAgent = ({ agent }: { agent: UserAgent }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        size="sm"
        label={`Share ${agent.name}`}
        icon={<Share2 size={15} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <ShareDialog
          title={`Share ${agent.name}`}
          description="Anyone signed in with the link can read its instructions and add a copy. Your chats and keys stay private."
          noLink="Not shared yet. Only you can use this agent."
          link={{
            ...agentLink,
            id: agent.id,
            key: [...AGENTS_KEY, agent.id, 'link'],
            page: SHARED_AGENT_PATH,
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
