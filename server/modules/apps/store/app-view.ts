import type { AppServer, AuditEntry, StoreApp, StoreAppDetail } from '#contract/apps/apps.ts'
import { canSignIn, resolveAuth } from '#server/modules/apps/sign-in/app-auth.ts'
import type { ServerRow } from '#server/modules/apps/connections/server-repository.ts'
import type { AuditRow } from '#server/modules/apps/review/audit-repository.ts'
import { findSuspicion, selectOfferedTools } from '#server/modules/apps/review/tool-lint.ts'
import type { Secret } from '#server/modules/apps/sign-in/app-secrets.ts'
import { chooseForTool } from '#server/modules/apps/user-servers/tool-choices.ts'
import type { AppListRow, AppRow } from './app-repository.ts'

export const toStoreApp = (app: AppListRow): StoreApp => ({
  id: app.id,
  name: app.name,
  description: app.description,
  icon: app.icon,
  rating: null,
  downloads: Number(app.downloads),
  detailUrl: app.detailUrl,
  installed: app.installedAt !== null,
  installDate: app.installedAt?.toISOString() ?? null,
  audit_status: app.auditStatus,
  appType: 'mcp',
  is_disabled: app.installedAt !== null && app.auditStatus !== 'approved',
  category: app.category,
  publisher: app.publisher,
  is_own: app.ownerId !== null,
  needs_key: app.needsKey,
  suggested_questions: app.suggestedQuestions && {
    ...app.suggestedQuestions,
    modules: app.suggestedQuestions.modules.map(({ title, content, icon }) => ({
      title,
      content,
      icon,
    })),
  },
})

export const toDetail = (
  app: AppRow,
  history: AuditRow[],
  given: Secret['kind'] | null,
): StoreAppDetail => {
  const { transport, tools, writingTools } = app
  const auth = resolveAuth(app)
  return {
    ...toStoreApp(app),
    publisher_url: app.publisherUrl,
    licence: app.licence,
    server:
      transport.kind === 'http'
        ? { kind: 'remote', url: transport.url }
        : { kind: transport.kind === 'stdio' ? 'local' : 'built_in', url: null },
    tools_source: tools === null ? 'announced' : 'reviewed',
    tools:
      tools === null
        ? app.announcedTools.map((tool) => ({
            ...tool,
            title: null,
            writes: null,
            input_schema: null,
            choice: null,
            warning: null,
          }))
        : selectOfferedTools(tools).map(({ name, title, description, inputSchema }) => ({
            name,
            title,
            description,
            writes: writingTools.includes(name),
            input_schema: { ...inputSchema },
            ...describeChoice(app, name),
          })),
    permissions: listPermissions(app),
    pins: { reviewed: app.pin, installed: app.installedPin },
    authorization:
      auth === null
        ? null
        : {
            label: auth.label,
            required: auth.required,
            is_set: given !== null,
            can_sign_in: canSignIn(app),
            is_signed_in: given === 'grant',
          },
    audit_history: history.map(auditEntry),
  }
}

const describeChoice = (app: AppRow, name: string) => {
  const tool = app.tools?.find((each) => each.name === name)
  if (tool === undefined || app.installedAt === null) return { choice: null, warning: null }
  return {
    choice: chooseForTool(app, tool),
    warning: app.ownerId === null ? null : findSuspicion(tool),
  }
}

const listPermissions = (app: AppRow) => {
  const { transport, writingTools } = app
  const auth = resolveAuth(app)
  return [
    transport.kind === 'http'
      ? {
          id: 'network',
          text: `Sends what its tools are asked to ${URL.parse(transport.url)?.host ?? 'its server'}`,
        }
      : transport.kind === 'stdio'
        ? { id: 'process', text: 'Runs as a separate process that the operator chose' }
        : { id: 'built_in', text: 'Built in; no data leaves SolDesk' },
    ...(auth === null
      ? []
      : [
          {
            id: 'key',
            text: canSignIn(app)
              ? 'Uses your own account at its service'
              : `Uses your own ${auth.label}`,
          },
        ]),
    ...(app.tools === null
      ? // A publisher's announcement proves nothing.
        [{ id: 'unreviewed', text: 'Nobody has reviewed what else it does' }]
      : [describePermission(writingTools), NO_WALLET]),
  ]
}

const NO_WALLET = { id: 'no_wallet', text: 'Can’t sign transactions' }

const describePermission = ({ length }: readonly string[]) =>
  length === 0
    ? { id: 'read', text: 'Read-only' }
    : {
        id: 'write',
        text: `Can change things with ${length === 1 ? 'one tool; it asks' : `${length} tools; each asks`} you first`,
      }

const auditEntry = ({
  event,
  status,
  actor,
  note,
  createdAt,
  pin,
  findings,
  changes,
}: AuditRow): AuditEntry => ({
  event,
  status,
  actor,
  note,
  at: createdAt.toISOString(),
  pin,
  findings,
  changes,
})

export const toServer = (row: ServerRow): AppServer => ({
  id: row.id,
  name: row.name,
  status: row.status ?? 'unknown',
  audit_status: row.auditStatus,
  installed: row.installed,
  protocol: row.protocol,
  tools: row.tools,
  latency_ms: row.latencyMs,
  last_error: row.lastError,
  checked_at: row.checkedAt?.toISOString() ?? null,
})
