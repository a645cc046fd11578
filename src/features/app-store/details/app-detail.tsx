import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Shield from 'lucide-react/icons/shield'
import type { ReactNode } from 'react'
import type { StoreApp, StoreAppDetail, AuditEntry } from '#contract/apps/apps.ts'
import { getAddedIcon } from '#src/platform/apps/added-app-definitions.ts'
import {
  findFailureReason,
  needsAccess,
  useInstallStates,
} from '#src/features/app-store/use-install.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { OpeningFailure } from '#src/ui/feedback/opening.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { AppFigures } from '#src/features/app-store/catalog/app-card.tsx'
import { appQuery } from '#src/features/app-store/app-query.ts'
import { AppAccess } from './authorization-form.tsx'
import { CardAction, type CardActions } from '#src/features/app-store/catalog/card-action.tsx'
import { OwnServerPanel } from '#src/features/app-store/own/own-server-panel.tsx'
import { findInstallRefusal } from '#src/features/app-store/catalog/store-list.ts'
import { ToolList } from './tool-list.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { formatDate } from '#src/lib/dates.ts'
import { Badge, type Tone } from '#src/ui/badge.tsx'

type AppDetailProps = CardActions & {
  /** The app from the list. Its details are loaded. */
  app: StoreApp
  onBack: () => void
  /** Lists the publisher's apps. */
  onPublisher: (publisher: string) => void
}

export const AppDetail = ({ app, onBack, onPublisher, ...actions }: AppDetailProps) => {
  const query = useQuery(appQuery(app.id))
  const { isInstalling = false, error = null } = useInstallStates().get(app.id) ?? {}
  return (
    <article className="mx-auto grid max-w-3xl gap-5 p-5 max-sm:p-4">
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3 justify-self-start"
        icon={<ArrowLeft size={15} />}
        onClick={onBack}
      >
        All apps
      </Button>
      <div className="flex flex-wrap items-start gap-4">
        <AppIcon icon={getAddedIcon(app.name, app.icon)} sizePx={64} />
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-xl font-semibold tracking-snug wrap-anywhere" dir="auto">
            {app.name}
          </h2>
          <Publisher name={app.publisher} onPick={onPublisher} />
          <div className="mt-2">
            <AppFigures app={app} />
          </div>
        </div>
        <CardAction isMain app={app} isInstalling={isInstalling} {...actions} />
      </div>
      {isInstalling && (
        <Alert title="Installing…">
          Connecting to the app’s server, listing its tools and pinning them. Nothing changes when
          it fails.
        </Alert>
      )}
      {error !== null && (
        <InstallFailure
          error={error}
          canRetry={!isInstalling && app.installed !== true}
          hasAccess={query.data?.authorization?.is_set !== false}
          onRetry={() => actions.onInstall(app)}
        />
      )}
      <Availability app={app} />
      <p className="text-lead leading-6 wrap-anywhere" dir="auto">
        {app.description ?? 'No description'}
      </p>
      {query.isPending && (
        <div role="status" aria-label="Loading details" className="grid gap-3">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      )}
      {query.isError && (
        <Alert
          tone="danger"
          title="We couldn’t load the details."
          action={
            <Button size="sm" onClick={() => void query.refetch()}>
              Retry
            </Button>
          }
        >
          {query.error.message}
        </Alert>
      )}
      {query.isSuccess && <Details detail={query.data} onRemoved={onBack} />}
    </article>
  )
}

type PublisherProps = { name: StoreApp['publisher']; onPick: (publisher: string) => void }

const Publisher = ({ name, onPick }: PublisherProps) =>
  typeof name === 'string' && name !== '' ? (
    <Button
      variant="plain"
      aria-label={`Show the apps of ${name}`}
      className="max-w-full rounded text-left wrap-anywhere text-ink-muted underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
      onClick={() => onPick(name)}
    >
      {name}
    </Button>
  ) : (
    <p className="text-ink-muted">Unknown publisher</p>
  )

type InstallFailureProps = {
  error: Error
  canRetry: boolean
  hasAccess: boolean
  onRetry: () => void
}

/** Says why the last installation failed; one that lacks a key names it until there is one. */
const InstallFailure = ({ error, canRetry, hasAccess, onRetry }: InstallFailureProps) => {
  const reason = findFailureReason(error) ?? 'The server did not say why.'
  if (needsAccess(error)) return hasAccess ? null : <Alert tone="warning" title={reason} />
  if (!canRetry) return null
  return (
    <OpeningFailure
      title="Failed to install app. Please try again."
      reason={reason}
      onRetry={onRetry}
    />
  )
}

/** Shows why the app cannot be installed or used. */
const Availability = ({ app }: { app: StoreApp }) => {
  if (app.is_own === true) return null
  if (app.installed !== true) {
    const refusal = findInstallRefusal(app)
    if (refusal === null) return null
    return <Alert tone={app.audit_status === 'rejected' ? 'danger' : 'warning'} title={refusal} />
  }
  if (app.is_disabled !== true) return null
  return (
    <Alert tone="warning" title="This app is disabled">
      Its tools changed after they were reviewed. It comes back when the change is approved.
    </Alert>
  )
}

const Section = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="grid gap-2">
    <h3 className="text-ui font-semibold">{title}</h3>
    {children}
  </section>
)

const Details = ({ detail, onRemoved }: { detail: StoreAppDetail; onRemoved: () => void }) => (
  <>
    {detail.is_own === true && <OwnServerPanel detail={detail} onRemoved={onRemoved} />}
    {detail.authorization !== null &&
      (detail.audit_status === 'approved' || detail.is_own === true) && (
        <Section title={detail.authorization.can_sign_in ? 'Sign-in' : detail.authorization.label}>
          <AppAccess appId={detail.id} appName={detail.name} authorization={detail.authorization} />
        </Section>
      )}
    {detail.permissions.length > 0 && (
      <Section title="Permissions">
        <ul className="grid gap-1.5">
          {detail.permissions.map(({ id, text }) => (
            <li key={id} className="flex gap-2 text-ink-muted">
              <Shield size={16} className="mt-0.5 shrink-0" />
              {text}
            </li>
          ))}
        </ul>
      </Section>
    )}
    <Section title={formatToolsTitle(detail)}>
      {detail.tools.length === 0 ? (
        <p className="text-ink-muted">No tools are known yet.</p>
      ) : (
        <ToolList detail={detail} />
      )}
    </Section>
    <Section title="About">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-ui">
        <dt className="text-ink-muted">Server</dt>
        <dd className="wrap-anywhere">{describeServer(detail)}</dd>
        <dt className="text-ink-muted">License</dt>
        <dd>{detail.licence ?? 'Not stated'}</dd>
      </dl>
      <Disclosure
        title="How these tools were reviewed"
        className="mt-4"
        summaryClassName="text-ui font-normal text-ink-muted hover:text-ink"
      >
        <dl className="my-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-ui">
          <dt className="text-ink-muted">Reviewed version</dt>
          <dd className="font-mono wrap-anywhere">{formatPin(detail.pins.reviewed)}</dd>
          {detail.installed === true && (
            <>
              <dt className="text-ink-muted">Installed version</dt>
              <dd className="font-mono wrap-anywhere">{formatPin(detail.pins.installed)}</dd>
            </>
          )}
        </dl>
        <AuditHistory entries={detail.audit_history} />
      </Disclosure>
    </Section>
  </>
)

const formatToolsTitle = ({ tools, tools_source: source }: StoreAppDetail): string => {
  if (tools.length === 0) return 'Tools'
  return `Tools (${tools.length})${source === 'announced' ? ', as its publisher announces them' : ''}`
}

const PIN_SHOWN_CHARACTERS = 16
const formatPin = (pin: string | null) =>
  pin === null ? 'not pinned yet' : pin.slice(0, PIN_SHOWN_CHARACTERS)

const describeServer = ({ server }: StoreAppDetail): string => {
  switch (server.kind) {
    case 'remote':
      return server.url ?? 'Over the network'
    case 'local':
      return 'Runs locally on the server'
    case 'built_in':
      return 'A part of the product; works without network'
  }
}

const EVENTS: Readonly<Record<AuditEntry['event'], { text: string; tone: Tone }>> = {
  added: { text: 'Added', tone: 'neutral' },
  audited: { text: 'Checked', tone: 'neutral' },
  approved: { text: 'Approved', tone: 'positive' },
  rejected: { text: 'Rejected', tone: 'danger' },
  suspended: { text: 'Suspended', tone: 'warning' },
  changed: { text: 'Tools changed', tone: 'warning' },
}

const AuditHistory = ({ entries }: { entries: readonly AuditEntry[] }) => {
  if (entries.length === 0) return <p className="text-ink-muted">Not reviewed yet.</p>
  return (
    <ol className="grid gap-3 border-l pl-4">
      {entries.map((entry, index) => {
        const { text, tone } = EVENTS[entry.event]
        return (
          <li key={`${entry.at}-${index}`} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-2 text-ui text-ink-muted">
              <Badge tone={tone}>{text}</Badge>
              {formatDate(entry.at, 'date') || 'Date unknown'} · by{' '}
              {entry.actor === 'operator' ? 'the operator' : 'an automatic check'}
            </span>
            {entry.note !== '' && <span className="wrap-anywhere">{entry.note}</span>}
            {[...entry.findings, ...entry.changes].length > 0 && (
              <ul className="list-disc pl-4 text-ui text-ink-muted">
                {entry.findings.map((finding, at) => (
                  <li key={`finding-${at}`} className="wrap-anywhere">
                    {finding.tool === null ? '' : `${finding.tool}: `}
                    {finding.text}
                  </li>
                ))}
                {entry.changes.map((change) => (
                  <li key={`${change.name}-${change.change}`} className="wrap-anywhere">
                    {change.name} {change.change}
                    {change.fields.length > 0 && ` (${change.fields.join(', ')})`}
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ol>
  )
}
