import type { McpConnection } from '#server/clients/mcp/mcp-connection.ts'
import type { Queryable } from '#server/db/database.ts'

const MAX_SERVER_NAME = 100
const MAX_SERVER_VERSION = 40

type ServerStatus = 'connected' | 'failed' | 'changed'

export type ServerCheck = {
  appId: string
  status: ServerStatus
  protocol?: string
  serverName?: string
  serverVersion?: string
  latencyMs?: number
  /** A message of the product, which every user sees. */
  lastError: string | null
}

export type ServerRow = {
  id: string
  name: string
  auditStatus: string
  kind: string
  tools: number
  installed: boolean
  /** Null if the server was never reached. */
  status: ServerStatus | null
  protocol: string | null
  latencyMs: number | null
  lastError: string | null
  checkedAt: Date | null
}

/** Returns the last known status of every app's server, without a request. */
export const listServerRows = (q: Queryable, userId: string): Promise<ServerRow[]> =>
  q.query<ServerRow>(
    `select a.id, a.name, a.audit_status as "auditStatus", a.transport ->> 'kind' as kind,
       a.tool_count as tools, i.app_id is not null as installed,
       s.status, s.protocol, s.latency_ms as "latencyMs", s.last_error as "lastError",
       s.checked_at as "checkedAt"
     from store_app a
     left join app_server s on s.app_id = a.id
     left join installed_app i
       on i.app_id = a.id and i.user_id = $1 and i.installed_at is not null
     where a.owner_id is null or a.owner_id = $1
     order by lower(a.name), a.id`,
    [userId],
  )

/** Stores the outcome of a check. A failure keeps the known protocol and server. */
export const recordServerStatus = async (q: Queryable, check: ServerCheck): Promise<void> => {
  const { appId, status, protocol = null, serverName = null, serverVersion = null } = check
  const { latencyMs = null, lastError } = check
  await q.query(
    `insert into app_server as s
       (app_id, status, protocol, server_name, server_version, latency_ms, last_error)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (app_id) do update set status = excluded.status,
       protocol = coalesce(excluded.protocol, s.protocol),
       server_name = coalesce(excluded.server_name, s.server_name),
       server_version = coalesce(excluded.server_version, s.server_version),
       latency_ms = excluded.latency_ms, last_error = excluded.last_error, checked_at = now()`,
    [appId, status, protocol, serverName, serverVersion, latencyMs, lastError],
  )
}

/** Stores that the server was reached. `latencyMs` is how long the connect took. */
export const recordConnected = (
  q: Queryable,
  appId: string,
  { protocol, server }: McpConnection,
  latencyMs: number,
): Promise<void> =>
  recordServerStatus(q, {
    appId,
    status: 'connected',
    protocol,
    serverName: server.name.slice(0, MAX_SERVER_NAME),
    serverVersion: server.version.slice(0, MAX_SERVER_VERSION),
    latencyMs: Math.round(latencyMs),
    lastError: null,
  })

/** Claims an installed app whose server went unchecked for `staleSeconds`. Concurrent callers claim others. */
export const claimStaleServer = async (
  q: Queryable,
  staleSeconds: number,
): Promise<string | null> => {
  const [row] = await q.query<{ id: string }>(
    `update app_server set checked_at = now() where app_id = (
       select s.app_id from app_server s join store_app a on a.id = s.app_id
       where a.audit_status = 'approved' and a.owner_id is null and s.checked_at < now() - $1 * interval '1 second'
         and exists (select 1 from installed_app i
                     where i.app_id = a.id and i.installed_at is not null)
       order by s.checked_at limit 1 for update of s skip locked)
     returning app_id as id`,
    [staleSeconds],
  )
  return row?.id ?? null
}
