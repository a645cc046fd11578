import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import type { StoreApp } from '#contract/apps/apps.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { getCardState } from './store-list.ts'

export type CardActions = {
  onInstall: (app: StoreApp) => void
  onUninstall: (app: StoreApp) => void
  onOpen: (app: StoreApp) => void
}

type CardActionProps = CardActions & {
  app: StoreApp
  isInstalling: boolean
  /** True on the app's own page, where its button is the main one. */
  isMain?: boolean
}

export const CardAction = ({
  app,
  isInstalling,
  isMain = false,
  onInstall,
  onUninstall,
  onOpen,
}: CardActionProps) => {
  switch (getCardState(app)) {
    case 'installed':
      return (
        <span className="flex items-center gap-1">
          <Badge tone="positive">Installed</Badge>
          {app.is_own !== true && (
            <IconButton
              size="sm"
              label={`Uninstall ${app.name}`}
              icon={<Trash2 size={15} />}
              onClick={() => onUninstall(app)}
            />
          )}
          <Button
            size="sm"
            variant={isMain ? 'primary' : 'secondary'}
            aria-label={`Open chat with ${app.name}`}
            disabled={app.is_disabled === true}
            onClick={() => onOpen(app)}
          >
            Open
          </Button>
        </span>
      )
    case 'get':
      return (
        <Button
          size="sm"
          variant={isMain ? 'primary' : 'secondary'}
          isLoading={isInstalling}
          icon={<Download size={14} />}
          aria-label={isInstalling ? `Installing ${app.name}` : `Get ${app.name}`}
          onClick={() => onInstall(app)}
        >
          {isInstalling ? 'Installing…' : 'Get'}
        </Button>
      )
    case 'pending':
      return <Badge tone="warning">{app.is_own === true ? 'Needs you' : 'Pending Review'}</Badge>
    case 'rejected':
      return <Badge tone="danger">Rejected</Badge>
    case 'reviewed':
      return <Badge>Reviewed</Badge>
  }
}
