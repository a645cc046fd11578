import Clock from 'lucide-react/icons/clock'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import History from 'lucide-react/icons/history'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { UserAgent } from '#contract/apps/agents.ts'
import { draftFromAgent, exportAgent } from '#src/features/agent-builder/agent-draft.ts'
import { ShareAgentDialog } from '#src/features/agent-builder/share/share-agent.tsx'
import { formatDate } from '#src/lib/dates.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { getAddedIcon, getAgentPath } from '#src/platform/apps/added-app-definitions.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { Menu } from '#src/ui/overlay/menu.tsx'
import { AgentVersionsDialog } from './agent-versions.tsx'

type AgentRowProps = {
  agent: UserAgent
  onEdit: () => void
  onDuplicate: () => void
  onDelete: () => void
}

export const AgentRow = ({ agent, onEdit, onDuplicate, onDelete }: AgentRowProps) => {
  const [shown, setShown] = useState<'versions' | 'share' | null>(null)
  const close = () => setShown(null)
  return (
    <li className="flex flex-wrap items-center gap-3 px-3 py-2.5">
      <AppIcon icon={getAddedIcon(agent.name, agent.logo)} sizePx={40} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-medium" dir="auto">
          {agent.name}
        </p>
        <p className="truncate text-ui text-ink-muted" dir="auto">
          {agent.description === '' ? `Custom agent: ${agent.name}` : agent.description}
        </p>
        <NextRun at={agent.next_run_at} />
      </div>
      <span className="ml-auto flex items-center gap-1">
        <Button
          size="sm"
          aria-label={`Open chat with ${agent.name}`}
          onClick={() => void openApp(getAgentPath(agent.id))}
        >
          Open chat
        </Button>
        <RowMenu
          agent={agent}
          onEdit={onEdit}
          onDuplicate={onDuplicate}
          onDelete={onDelete}
          onShow={setShown}
        />
      </span>
      {shown === 'versions' && <AgentVersionsDialog agent={agent} onClose={close} />}
      {shown === 'share' && <ShareAgentDialog agent={agent} onClose={close} />}
    </li>
  )
}

const NextRun = ({ at }: { at: UserAgent['next_run_at'] }) =>
  at === null || at === undefined ? null : (
    <p className="flex items-center gap-1.5 text-ui text-ink-muted">
      <Clock size={13} />
      Next run {formatDate(at, 'day and clock')}
    </p>
  )

type RowMenuProps = AgentRowProps & { onShow: (dialog: 'versions' | 'share') => void }

const RowMenu = ({ agent, onEdit, onDuplicate, onDelete, onShow }: RowMenuProps) => {
  const save = () => {
    const { name, text } = exportAgent(draftFromAgent(agent))
    saveFile(new Blob([text], { type: 'application/json' }), name)
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={`More actions for ${agent.name}`} icon={<Ellipsis size={16} />} />
      }
      items={[
        { label: 'Edit', icon: <Pencil size={15} />, onSelect: onEdit },
        {
          label: 'Earlier versions',
          icon: <History size={15} />,
          onSelect: () => onShow('versions'),
        },
        {
          label: 'Share',
          icon: <Share2 size={15} />,
          onSelect: () => onShow('share'),
        },
        {
          label: 'Duplicate',
          icon: <Copy size={15} />,
          onSelect: onDuplicate,
        },
        {
          label: 'Export',
          icon: <Download size={15} />,
          onSelect: save,
        },
        {
          label: 'Delete',
          icon: <Trash2 size={15} />,
          isDanger: true,
          startsGroup: true,
          onSelect: onDelete,
        },
      ]}
    />
  )
}
