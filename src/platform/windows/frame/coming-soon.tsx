import Check from 'lucide-react/icons/check'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { Badge } from '#src/ui/badge.tsx'

/** Says plainly that an app is not there yet, and what it will do. */
export const ComingSoon = ({ app }: { app: AppDefinition }) => (
  <div className="flex min-h-full items-center justify-center p-8">
    <div className="flex max-w-md flex-col items-center text-center">
      <AppIcon icon={app.icon} sizePx={72} />
      <Badge tone="accent" className="mt-6">
        Coming soon
      </Badge>
      <h2 className="mt-3 text-xl font-semibold tracking-snug">{app.title}</h2>
      <p className="mt-2 text-balance text-ink-muted">{app.description}</p>
      {app.upcoming !== undefined && (
        <ul className="mt-6 grid gap-3 text-left">
          {app.upcoming.map((promise) => (
            <li key={promise} className="flex items-start gap-3">
              <Check size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-ink" />
              <span>{promise}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 text-ui text-ink-faint">It costs nothing until it is here.</p>
    </div>
  </div>
)
