import { toMcpError } from '#server/clients/mcp/mcp-failure.ts'
import {
  compareTools,
  hashTools,
  type ToolChange,
  type ToolDefinition,
} from '#server/clients/mcp/mcp-tools.ts'
import type { Database } from '#server/db/database.ts'
import type { AppConnections } from '#server/modules/apps/connections/app-connections.ts'
import type { AppEntry } from '#server/modules/apps/store/app-entry.ts'
import {
  approveApp,
  findApp,
  insertApp,
  markAsksSignIn,
  setStatus,
  type AppRow,
  type AuditStatus,
} from '#server/modules/apps/store/app-repository.ts'
import { appendAudit, type AuditRow } from './audit-repository.ts'
import {
  recordConnected,
  recordServerStatus,
} from '#server/modules/apps/connections/server-repository.ts'
import { lintTools, guessWritingTools, type Finding } from './tool-lint.ts'

/** `pin`: hash of the tools. `changes`: since the last approval. */
export type Inspection = {
  tools: readonly ToolDefinition[]
  pin: string
  protocol: string
  findings: Finding[]
  changes: ToolChange[]
}

type Outcome =
  | { ok: true; app: AppRow; inspection: Inspection }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'unreachable'; text: string }
  | { ok: false; reason: 'blocked'; inspection: Inspection }
  | { ok: false; reason: 'unknown_tools'; names: string[] }

export type Approval = {
  note?: string
  /** An operator's key, for servers that list no tools without one. Not stored. */
  secret?: string | null
  /** Names of tools that write; if absent, guessed from their names. */
  writingTools?: readonly string[]
  actor?: AuditRow['actor']
  /** Skips an app that is approved with exactly these tools. */
  onlyIfChanged?: boolean
}

type Services = { db: Database; connections: Pick<AppConnections, 'open'> }

export type AppReview = ReturnType<typeof createAppReview>

export const createAppReview = (services: Services) => {
  const { db } = services
  return {
    /** Returns false if the id is taken. */
    add: (entry: AppEntry, { actor, note = '' }: { actor: AuditRow['actor']; note?: string }) =>
      db.transaction(async (tx) => {
        if (!(await insertApp(tx, entry))) return false
        await appendAudit(tx, { appId: entry.id, event: 'added', status: 'pending', actor, note })
        return true
      }),

    audit: (id: string, options?: Pick<Approval, 'secret' | 'onlyIfChanged'>) =>
      auditApp(services, id, options),

    /** Approves the tools that the server has now. Blocking findings prevent it; warnings are for the operator to judge. */
    approve: (id: string, approval: Approval = {}) => approve(services, id, approval),

    reject: (id: string, note: string, actor: AuditRow['actor'] = 'operator') =>
      changeStatus(db, id, { event: 'rejected', note, actor }),
    suspend: (id: string, note: string) =>
      changeStatus(db, id, { event: 'suspended', note, actor: 'operator' }),

    /** Suspends an app whose server offers other tools than the reviewed ones, until an operator reviews it. */
    async suspendChanged(
      app: AppRow,
      { tools, changes }: { tools: readonly ToolDefinition[]; changes: readonly ToolChange[] },
    ): Promise<void> {
      await db.transaction(async (tx) => {
        const { id, pin } = app
        // An operator may have approved other tools since `app` was read.
        if (!(await setStatus(tx, id, { from: ['approved'], to: 'pending', pin }))) return
        await appendAudit(tx, {
          ...auditTarget(app),
          event: 'changed',
          status: 'pending',
          actor: 'product',
          note: 'The tools changed after they were approved.',
          pin: hashTools(tools),
          findings: lintTools(tools),
          changes,
        })
        await recordServerStatus(tx, {
          appId: id,
          status: 'changed',
          lastError: 'the tools changed since they were reviewed',
        })
      })
    },
  }
}

const auditTarget = ({ id, ownerId }: AppRow) => ({ appId: id, isOwn: ownerId !== null })

const isCurrent = (app: AppRow, pin: string): boolean =>
  app.auditStatus === 'approved' && app.pin === pin

const inspect = async (
  { db, connections }: Services,
  app: AppRow,
  secret: string | null,
): Promise<Inspection> => {
  const opened = connections.open({
    app,
    userId: null,
    credentials: async () => (secret === null ? null : { kind: 'key', key: secret }),
  })
  const startedAt = performance.now()
  try {
    const { tools, connection } = await opened.list()
    await recordConnected(db, app.id, connection, performance.now() - startedAt)
    return {
      tools,
      pin: hashTools(tools),
      protocol: connection.protocol,
      findings: lintTools(tools, connection.instructions),
      changes: app.tools === null ? [] : compareTools(app.tools, tools),
    }
  } finally {
    await opened.close()
  }
}

const auditApp = async (
  services: Services,
  id: string,
  { secret = null, onlyIfChanged = false }: Pick<Approval, 'secret' | 'onlyIfChanged'> = {},
): Promise<Outcome> => {
  const { db } = services
  const app = await findApp(db, id)
  if (app === undefined) return { ok: false, reason: 'not_found' }
  const audit = {
    ...auditTarget(app),
    event: 'audited' as const,
    status: app.auditStatus,
    actor: 'product' as const,
  }
  try {
    const inspection = await inspect(services, app, secret)
    const { pin, findings, changes } = inspection
    if (!onlyIfChanged || !isCurrent(app, pin)) {
      await appendAudit(db, { ...audit, pin, findings, changes })
    }
    return { ok: true, app, inspection }
  } catch (error) {
    const { reason, message: text } = toMcpError(error)
    if (reason === 'unauthorized') await markAsksSignIn(db, id)
    await appendAudit(db, { ...audit, findings: [{ severity: 'block', tool: null, text }] })
    return { ok: false, reason: 'unreachable', text }
  }
}

const approve = async (services: Services, id: string, approval: Approval): Promise<Outcome> => {
  const audited = await auditApp(services, id, approval)
  if (!audited.ok) return audited
  const { app, inspection } = audited
  if (approval.onlyIfChanged === true && isCurrent(app, inspection.pin)) return audited
  const { tools, pin, findings, changes } = inspection
  if (findings.some(({ severity }) => severity === 'block')) {
    return { ok: false, reason: 'blocked', inspection }
  }
  const names = new Set(tools.map(({ name }) => name))
  const unknown = (approval.writingTools ?? []).filter((name) => !names.has(name))
  if (unknown.length > 0) return { ok: false, reason: 'unknown_tools', names: unknown }
  const writingTools = approval.writingTools ?? guessWritingTools(tools)
  const { note = '', actor = 'operator' } = approval
  await services.db.transaction(async (tx) => {
    await approveApp(tx, id, { tools, pin, writingTools })
    await appendAudit(tx, {
      ...auditTarget(app),
      event: 'approved',
      status: 'approved',
      actor,
      note,
      pin,
      findings,
      changes,
    })
  })
  return { ok: true, app, inspection }
}

const changeStatus = async (
  db: Database,
  id: string,
  {
    event,
    note,
    actor,
  }: { event: 'rejected' | 'suspended'; note: string; actor: AuditRow['actor'] },
): Promise<'ok' | 'not_found' | 'unchanged'> => {
  const app = await findApp(db, id)
  if (app === undefined) return 'not_found'
  const to = event === 'rejected' ? 'rejected' : 'pending'
  const from: AuditStatus[] = event === 'rejected' ? ['approved', 'pending'] : ['approved']
  return db.transaction(async (tx) => {
    if (!(await setStatus(tx, id, { from, to }))) return 'unchanged'
    await appendAudit(tx, { ...auditTarget(app), event, status: to, actor, note })
    return 'ok'
  })
}
