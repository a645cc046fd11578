import { formatFixed } from '#contract/numbers.ts'
import { tip } from '#src/ui/overlay/tip.ts'
import { Button } from '#src/ui/form/button.tsx'
import Download from 'lucide-react/icons/download'
import ExternalLink from 'lucide-react/icons/external-link'
import Star from 'lucide-react/icons/star'
import type { AppServer, StoreApp } from '#contract/apps/apps.ts'
import { getAddedIcon } from '#src/platform/apps/added-app-definitions.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { CardAction, type CardActions } from './card-action.tsx'
import { formatCount, parseSafeLink } from './store-list.ts'

type AppCardProps = CardActions & {
  app: StoreApp
  /** Only for installed apps, because others have no connection. */
  server?: AppServer | undefined
  isInstalling: boolean
  onDetails: (app: StoreApp) => void
}

export const AppCard = ({ app, server, isInstalling, onDetails, ...actions }: AppCardProps) => (
  // Cards out of view cost nothing.
  <li className="relative flex min-w-0 flex-col gap-3 rounded-xl bg-surface p-4 shadow-low ring-1 ring-line [contain-intrinsic-size:auto_11rem] [content-visibility:auto] hover:ring-line-strong">
    <div className="flex items-start gap-3">
      <AppIcon icon={getAddedIcon(app.name, app.icon)} sizePx={44} />
      <div className="min-w-0 flex-1">
        <h3 className="truncate text-lead leading-6 font-semibold" dir="auto">
          {/* A press anywhere on the card opens the details, except on its buttons, which are above. */}
          <Button
            variant="plain"
            className="max-w-full truncate text-left pointer-coarse:-my-2.5 pointer-coarse:min-h-11 after:absolute after:inset-0 after:rounded-xl"
            onClick={() => onDetails(app)}
          >
            {app.name}
          </Button>
        </h3>
        <p className="truncate text-ui text-ink-muted">{app.publisher ?? 'Unknown publisher'}</p>
      </div>
      {app.is_disabled === true && <Badge tone="warning">Disabled</Badge>}
    </div>
    <p className="line-clamp-3 flex-1 sm:min-h-15 wrap-anywhere text-ink-muted" dir="auto">
      {app.description === null || app.description === undefined || app.description === ''
        ? 'No description'
        : app.description}
    </p>
    {server !== undefined && app.installed === true && <Connection server={server} />}
    <div className="flex min-h-8 items-center justify-between gap-2">
      <AppFigures app={app} />
      <span className="relative z-1">
        <CardAction app={app} isInstalling={isInstalling} {...actions} />
      </span>
    </div>
  </li>
)

const Connection = ({ server: { status, last_error: lastError } }: { server: AppServer }) => {
  if (status === 'connected') {
    return (
      <p className="flex items-center gap-1.5 text-ui text-ink-muted">
        <span aria-hidden="true" className="size-1.5 rounded-full bg-positive" />
        Connected
      </p>
    )
  }
  if (status !== 'failed') return null
  const text = lastError ? `Connection failed: ${lastError}` : 'Connection failed'
  return <p className="text-ui wrap-anywhere text-danger">{text}</p>
}

export const AppFigures = ({ app }: { app: StoreApp }) => {
  const downloads = formatCount(app.downloads)
  const link = parseSafeLink(app.detailUrl)
  return (
    <span className="tabular flex items-center gap-3 text-ui text-ink-muted">
      {typeof app.rating === 'number' && (
        <span className="flex items-center gap-1" data-tip="Rating">
          <Star size={13} />
          <span className="sr-only">Rating</span>
          {formatFixed(app.rating, 1)}
        </span>
      )}
      {downloads !== null && app.is_own !== true && (
        <span className="flex items-center gap-1" data-tip="Downloads">
          <Download size={13} />
          <span className="sr-only">Downloads</span>
          {downloads}
        </span>
      )}
      {link !== null && (
        <a
          href={link.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          {...tip(link.host)}
          className="relative z-1 flex items-center gap-1 text-accent-ink hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          Details
          <ExternalLink size={12} />
        </a>
      )}
    </span>
  )
}
