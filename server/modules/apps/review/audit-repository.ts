import type { ToolChange } from '#server/clients/mcp/mcp-tools.ts'
import type { Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import type { AuditStatus } from '#server/modules/apps/store/app-repository.ts'
import type { Finding } from './tool-lint.ts'

type AuditEvent = 'added' | 'audited' | 'approved' | 'rejected' | 'suspended' | 'changed'

export type AuditRow = {
  id: string
  event: AuditEvent
  status: AuditStatus
  actor: 'product' | 'operator'
  note: string
  /** Hash of the tools at that time; null if they were not read. */
  pin: string | null
  findings: Finding[]
  changes: ToolChange[]
  createdAt: Date
}

type NewAudit = {
  appId: string
  event: AuditEvent
  status: AuditStatus
  actor: AuditRow['actor']
  note?: string
  pin?: string | null
  findings?: readonly Finding[]
  changes?: readonly ToolChange[]
  /** True for a user's own app, whose history goes with it. */
  isOwn?: boolean
}

const MAX_HISTORY = 50

export const appendAudit = async (q: Queryable, audit: NewAudit): Promise<void> => {
  const { appId, event, status, actor, note = '', pin = null, findings = [], changes = [] } = audit
  const table = audit.isOwn === true ? 'own_app_audit' : 'store_app_audit'
  await q.query(
    `insert into ${table} (id, app_id, event, status, actor, note, pin, findings, changes)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb)`,
    [
      uuidv7(),
      appId,
      event,
      status,
      actor,
      note,
      pin,
      JSON.stringify(findings),
      JSON.stringify(changes),
    ],
  )
  if (audit.isOwn !== true) return
  await q.query(
    `delete from own_app_audit where app_id = $1 and id not in (
       select id from own_app_audit where app_id = $1 order by id desc limit ${MAX_HISTORY})`,
    [appId],
  )
}

/** Returns the latest entries, newest first, of the store's apps and users' own. */
export const listAudits = (q: Queryable, appId: string): Promise<AuditRow[]> =>
  q.query<AuditRow>(
    `select id, event, status, actor, note, pin, findings, changes, created_at as "createdAt"
     from (select * from store_app_audit where app_id = $1
       union all select * from own_app_audit where app_id = $1) audit
     order by id desc limit ${MAX_HISTORY}`,
    [appId],
  )
