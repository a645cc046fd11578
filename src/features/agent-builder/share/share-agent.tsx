import { agentLink } from '#contract/apps/agent-links.ts'
import type { UserAgent } from '#contract/apps/agents.ts'
import { SHARED_AGENT_PATH } from '#contract/paths.ts'
import { AGENTS_KEY } from '#src/platform/apps/app-list-changes.ts'
import { ShareDialog } from '#src/platform/sharing/share-dialog.tsx'

type ShareAgentDialogProps = { agent: UserAgent; onClose: () => void }

/** Creates or deletes a link by which others can copy the agent. */
export const ShareAgentDialog = ({ agent, onClose }: ShareAgentDialogProps) => (
  <ShareDialog
    title={`Share ${agent.name}`}
    description="Anyone signed in with the link can read its instructions and add a copy. Your chats, files and keys stay private."
    noLink="Not shared yet. Only you can use this agent."
    link={{
      ...agentLink,
      id: agent.id,
      key: [...AGENTS_KEY, agent.id, 'link'],
      page: SHARED_AGENT_PATH,
    }}
    onClose={onClose}
  />
)
