import type { ToolDefinition } from '#server/clients/mcp/mcp-tools.ts'
import type { ToolChoice } from '#contract/apps/apps.ts'
import type { Queryable } from '#server/db/database.ts'
import type {
  AnnouncedTool,
  AppAuth,
  AppEntry,
  AppTransport,
  SuggestedQuestions,
} from './app-entry.ts'
import { NIL_UUID } from '#server/lib/ids.ts'

export type AuditStatus = 'approved' | 'pending' | 'rejected'

export type AppListRow = {
  id: string
  name: string
  description: string
  icon: string | null
  category: string
  publisher: string
  detailUrl: string | null
  auditStatus: AuditStatus
  suggestedQuestions: SuggestedQuestions | null
  downloads: bigint
  /** When this user installed it; null if not installed. */
  installedAt: Date | null
  /** The user who added it for themselves; null for apps of the store. */
  ownerId: string | null
  /** True if its server asks for a key or a sign-in. */
  needsKey: boolean
}

export type AppRow = AppListRow & {
  publisherUrl: string | null
  licence: string | null
  transport: AppTransport
  auth: AppAuth | null
  /** True if the server has asked a user to sign in. */
  asksSignIn: boolean
  announcedTools: AnnouncedTool[]
  tools: ToolDefinition[] | null
  /** Hash of the reviewed tools; null before the first review. */
  pin: string | null
  /** Names of the tools that change something. */
  writingTools: string[]
  toolChoices: Partial<Record<string, ToolChoice>>
  /** The pin that the user installed; null if it is not installed. */
  installedPin: string | null
  createdAt: Date
  updatedAt: Date
}

const LIST_COLUMNS = `a.id, a.name, a.description, a.icon, a.category, a.publisher,
  a.detail_url as "detailUrl", a.audit_status as "auditStatus",
  a.suggested_questions as "suggestedQuestions", a.downloads, i.installed_at as "installedAt",
  a.owner_id as "ownerId", a.auth is not null or a.asks_sign_in as "needsKey"`
const COLUMNS = `${LIST_COLUMNS}, a.publisher_url as "publisherUrl", a.licence, a.transport, a.auth,
  a.asks_sign_in as "asksSignIn",
  a.announced_tools as "announcedTools", a.tools, a.pin, a.writing_tools as "writingTools",
  coalesce(i.tool_choices, '{}') as "toolChoices",
  case when i.installed_at is null then null else i.pin end as "installedPin",
  a.created_at as "createdAt", a.updated_at as "updatedAt"`
const OF_USER = `store_app a left join installed_app i
  on i.app_id = a.id and i.user_id = $1 and i.installed_at is not null`

/** Returns the store for one user, by name. Null: all categories. */
export const listApps = (
  q: Queryable,
  { userId, category }: { userId: string; category: string | null },
): Promise<AppListRow[]> =>
  q.query<AppListRow>(
    `select ${LIST_COLUMNS} from ${OF_USER}
     where ($2::text is null or a.category = $2) and (a.owner_id is null or a.owner_id = $1)
     order by lower(a.name), a.id`,
    [userId, category],
  )

/** Returns the user's apps in the order of their installation. */
export const listInstalled = (q: Queryable, userId: string): Promise<AppListRow[]> =>
  q.query<AppListRow>(
    `select ${LIST_COLUMNS} from ${OF_USER} where i.installed_at is not null order by i.installed_at, a.id`,
    [userId],
  )

/** Returns an app. Another user's own app is not found; without `userId`, every app is. */
export const findApp = async (
  q: Queryable,
  id: string,
  userId: string = NIL_UUID,
): Promise<AppRow | undefined> => {
  const [row] = await q.query<AppRow>(
    `select ${COLUMNS} from ${OF_USER}
     where a.id = $2 and (a.owner_id is null or a.owner_id = $1 or $1 = '${NIL_UUID}')`,
    [userId, id],
  )
  return row
}

/** Returns these apps of the store, installed or not. Apps that users added are left out. */
export const findStoreApps = (
  q: Queryable,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<AppRow[]> =>
  q.query<AppRow>(
    `select ${COLUMNS} from ${OF_USER} where a.id = any($2::text[]) and a.owner_id is null`,
    [userId, ids],
  )

/** Returns the user's installed and approved apps, with everything that a call needs. */
export const findUsableApps = (q: Queryable, userId: string): Promise<AppRow[]> =>
  q.query<AppRow>(
    `select ${COLUMNS} from ${OF_USER}
     where i.installed_at is not null and a.audit_status = 'approved' order by a.id`,
    [userId],
  )

/** Returns false if the id is taken. */
export const insertApp = async (
  q: Queryable,
  entry: Omit<AppEntry, 'category'> & { category: string },
  ownerId: string | null = null,
): Promise<boolean> => {
  const rows = await q.query(
    `insert into store_app (id, name, description, icon, category, publisher, publisher_url,
       detail_url, licence, transport, auth, announced_tools, suggested_questions, owner_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12::jsonb, $13::jsonb,
       $14)
     on conflict (id) do nothing returning id`,
    [
      entry.id,
      entry.name,
      entry.description,
      entry.icon,
      entry.category,
      entry.publisher,
      entry.publisher_url,
      entry.detail_url,
      entry.licence,
      JSON.stringify(entry.transport),
      toJson(entry.auth),
      JSON.stringify(entry.tools),
      toJson(entry.suggested_questions),
      ownerId,
    ],
  )
  return rows.length === 1
}

/** Updates the texts of one of the product's own apps to those of this version. */
export const refreshEntry = async (q: Queryable, entry: AppEntry): Promise<void> => {
  await q.query(
    `update store_app set name = $2, description = $3, icon = $4, category = $5,
       suggested_questions = $6::jsonb, updated_at = now()
     where id = $1 and (name, description, icon, category, suggested_questions)
       is distinct from ($2, $3, $4, $5, $6::jsonb)`,
    [
      entry.id,
      entry.name,
      entry.description,
      entry.icon,
      entry.category,
      toJson(entry.suggested_questions),
    ],
  )
}

export const approveApp = async (
  q: Queryable,
  id: string,
  review: { tools: readonly ToolDefinition[]; pin: string; writingTools: readonly string[] },
): Promise<void> => {
  await q.query(
    `update store_app set audit_status = 'approved', tools = $2::jsonb,
       tool_count = jsonb_array_length($2::jsonb), pin = $3,
       writing_tools = $4::jsonb, updated_at = now() where id = $1`,
    [id, JSON.stringify(review.tools), review.pin, JSON.stringify(review.writingTools)],
  )
}

/**
 * Returns false if the app did not have one of these statuses, or another pin than the given one. Keeps the reviewed
 * tools, for comparison.
 */
export const setStatus = async (
  q: Queryable,
  id: string,
  {
    from,
    to,
    pin = null,
  }: { from: readonly AuditStatus[]; to: 'pending' | 'rejected'; pin?: string | null },
): Promise<boolean> => {
  const rows = await q.query(
    `update store_app set audit_status = $2, updated_at = now()
     where id = $1 and audit_status = any($3) and ($4::text is null or pin = $4) returning id`,
    [id, to, from, pin],
  )
  return rows.length === 1
}

export const markAsksSignIn = async (q: Queryable, id: string): Promise<void> => {
  await q.query('update store_app set asks_sign_in = true where id = $1 and not asks_sign_in', [id])
}

/** Returns the installation time, or null if the app is no longer approved with that pin. */
export const markInstalled = async (
  q: Queryable,
  { userId, appId, pin }: { userId: string; appId: string; pin: string },
): Promise<Date | null> => {
  const [fresh] = await q.query<{ installedAt: Date }>(
    `insert into installed_app (user_id, app_id, installed_at, pin)
     select $1, id, now(), pin from store_app
     where id = $2 and pin = $3 and audit_status = 'approved'
     on conflict (user_id, app_id) do nothing returning installed_at as "installedAt"`,
    [userId, appId, pin],
  )
  if (fresh !== undefined) {
    await q.query('update store_app set downloads = downloads + 1 where id = $1', [appId])
    return fresh.installedAt
  }
  const [again] = await q.query<{ installedAt: Date }>(
    `update installed_app set installed_at = coalesce(installed_at, now()), pin = $3
     where user_id = $1 and app_id = $2
       and exists (select 1 from store_app where id = $2 and pin = $3 and audit_status = 'approved')
     returning installed_at as "installedAt"`,
    [userId, appId, pin],
  )
  return again?.installedAt ?? null
}

/** Returns false if it was not installed. Deletes the user's credentials for it in any case. */
export const markUninstalled = async (
  q: Queryable,
  { userId, appId }: { userId: string; appId: string },
): Promise<boolean> => {
  const rows = await q.query(
    `update installed_app set installed_at = null
     where user_id = $1 and app_id = $2 and installed_at is not null returning app_id`,
    [userId, appId],
  )
  await q.query('delete from app_secret where user_id = $1 and app_id = $2', [userId, appId])
  return rows.length === 1
}

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
