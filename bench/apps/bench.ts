import { createGuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import type { Database } from '#server/db/database.ts'
import { registerAppRoutes } from '#server/modules/apps/apps-routes.ts'
import { createApps } from '#server/modules/apps/apps.ts'
import { listServerRows } from '#server/modules/apps/connections/server-repository.ts'
import { serveHttp } from '#tests/support/serve-http.ts'
import { BENCH_ORIGIN, BENCH_SECRET, serveApp, withDatabase } from '#bench/support/server.ts'
import { quantile } from '#bench/support/figures.ts'

/**
 * GET /apps/servers with 1,000 apps, each with twelve reviewed tools of a usual size, beside bare node:http that does
 * the same database read and writes it as JSON. One caller asks again when it has its answer; it shares the process with
 * the servers, so both times hold its part. The processor's time of this process says what another load does not change.
 */

const APPS = 1_000
const TOOLS = 12
const INSTALLED = 50
const CALLS = 150
const LIMIT_MS = 50

type Times = { p50Ms: number; p95Ms: number; processorMs: number }

export async function run(): Promise<void> {
  await withDatabase(async (db) => {
    const outbound = { fetch: createGuardedFetch({ allow: [] }), allow: [] }
    const apps = createApps({
      db,
      clientName: 'SolDesk',
      outbound,
      userOutbound: outbound,
      origin: BENCH_ORIGIN,
      builtins: {},
      secrets: [BENCH_SECRET],
      onError: console.error,
    })
    const server = await serveApp(db, [(instance) => registerAppRoutes(instance, apps)])
    const { userId, accessToken } = await server.signUp('bench')
    await fillStore(db, userId)
    const bare = await serveHttp((_, response) => {
      void listServerRows(db, userId).then((rows) => {
        const body = JSON.stringify({ status: 'success', data: rows, error: null })
        return response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      })
    })

    const ask = async (address: string): Promise<number> => {
      const answer = await fetch(address, { headers: { authorization: `Bearer ${accessToken}` } })
      const { data } = (await answer.json()) as { data: unknown[] }
      if (data.length !== APPS) throw new Error(`${data.length} apps were told of`)
      return Buffer.byteLength(JSON.stringify(data))
    }
    const listUrl = `${server.url}/api/apps/servers`
    const bytes = await ask(listUrl)
    await measureTimes(() => ask(listUrl))
    await measureTimes(() => ask(bare.url))
    const servers = await measureTimes(() => ask(listUrl))
    const bareTimes = await measureTimes(() => ask(bare.url))
    await server.close()
    await bare.close()
    await apps.close()

    console.table({ '/apps/servers': servers, 'bare node:http': bareTimes })
    console.log(`${APPS} apps, ${Math.round(bytes / 1_000)} kB an answer`)
    if (servers.p95Ms > LIMIT_MS) {
      throw new Error(`GET /apps/servers is above its budget of ${LIMIT_MS} ms`)
    }
  })
}

async function measureTimes(call: () => Promise<unknown>): Promise<Times> {
  const times: number[] = []
  const before = process.cpuUsage()
  for (let count = 0; count < CALLS; count += 1) {
    const startedAt = performance.now()
    await call()
    times.push(performance.now() - startedAt)
  }
  const { user, system } = process.cpuUsage(before)
  const at = (share: number) => Number(quantile(times, share).toFixed(1))
  const processorMs = Number(((user + system) / 1_000 / CALLS).toFixed(1))
  return { p50Ms: at(0.5), p95Ms: at(0.95), processorMs }
}

/** Approved apps that have been met, with definitions of tools as long as public servers send them. */
async function fillStore(db: Database, userId: string): Promise<void> {
  const tools = Array.from({ length: TOOLS }, (_, index) => ({
    name: `get_thing_${index}`,
    title: null,
    description: 'Looks a thing up and tells what is known of it. '.repeat(8),
    inputSchema: {
      type: 'object',
      properties: { address: { type: 'string', description: 'Of an account' } },
    },
    outputSchema: null,
  }))
  await db.query(
    `insert into store_app (id, name, description, category, publisher, transport, audit_status,
       tools, tool_count, pin)
     select 'app-' || n, 'App ' || n, 'An app of the bench', 'defi', 'Bench',
       jsonb_build_object('kind', 'http', 'url', 'https://mcp' || n || '.example.com/mcp'),
       'approved', $1::jsonb, ${TOOLS}, md5(n::text)
     from generate_series(1, ${APPS}) n`,
    [JSON.stringify(tools)],
  )
  await db.query(
    `insert into app_server (app_id, status, protocol, server_name, server_version, latency_ms)
     select id, 'connected', '2025-11-25', name, '1.0.0', 120 from store_app`,
  )
  await db.query(
    `insert into installed_app (user_id, app_id, installed_at, pin)
     select $1, id, now(), pin from store_app order by id limit ${INSTALLED}`,
    [userId],
  )
}
