import { Counter, Gauge, Registry } from 'prom-client'
import type { Database } from '#server/db/database.ts'
import type { Version } from '#server/lib/version.ts'
import { JOB_SCHEMA } from '#server/jobs/queue-settings.ts'

/** Groups Node's methods, so that the label stays bounded. */
const RPC_GROUPS: Readonly<Record<string, string>> = {
  getTransaction: 'transactions',
  getSignaturesForAddress: 'signatures',
  getSignatureStatuses: 'signatures',
  getAccountInfo: 'accounts',
  getMultipleAccounts: 'accounts',
  getBalance: 'accounts',
  getTokenLargestAccounts: 'accounts',
  getTokenSupply: 'accounts',
  getSlot: 'blocks',
  getBlockHeight: 'blocks',
  getBlockTime: 'blocks',
  getLatestBlockhash: 'blocks',
}
/** Limits the cost of a scrape during a flood of deposits. */
const MAX_DEPOSITS = 10_000

type ModelCall = {
  outcome: 'ok' | 'error' | 'cancelled'
  /** Null if the endpoint does not report them. */
  tokens: { prompt: number; completion: number } | null
}

type JobOutcome = 'done' | 'retried' | 'dead'

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the product's metrics, without user data and with few label values. */
export function createMetrics() {
  const registry = new Registry()
  const counters = createCounters(registry)
  const gauges = createGauges(registry)
  return {
    registry,
    countJob: (kind: string, outcome: JobOutcome) => counters.jobs.inc({ kind, outcome }),
    recordRound({ isComplete, failed }: { isComplete: boolean; failed: number }) {
      counters.failedItems.inc(failed)
      if (isComplete) gauges.completeRound()
      gauges.leads.set(1)
    },
    recordViolations: (count: number) => gauges.violations.set(count),
    /** Records that another process reconciles and reports the lag. */
    recordStandby() {
      gauges.leads.set(0)
      gauges.completeRound()
    },
    /** Adds the version as labels of a constant. */
    recordBuild: ({ version, commit }: Version, role: 'server' | 'worker') =>
      gauges.build.set({ version, commit: commit ?? 'unknown', role }, 1),
    /** Removes the lag of the reconciler in processes without one. */
    removeReconcilerLag: () => registry.removeSingleMetric('soldesk_reconciler_lag_seconds'),
    countRpcCall: (method: string, outcome: 'ok' | 'error') =>
      counters.rpcCalls.inc({ group: RPC_GROUPS[method] ?? 'other', outcome }),
    countModelCall({ outcome, tokens }: ModelCall) {
      counters.modelCalls.inc({ outcome })
      if (tokens === null) return
      counters.modelTokens.inc({ direction: 'prompt' }, tokens.prompt)
      counters.modelTokens.inc({ direction: 'completion' }, tokens.completion)
    },
    countRefusal(route: string, status: number) {
      if (status === 402) counters.refusedCharges.inc()
      if (status === 429) counters.rateLimited.inc({ route })
    },
    /** Adds gauges that are read from the database at each scrape. */
    watchDatabase(db: Database, pools: Pools) {
      watchQueue(db, registry)
      watchPools(pools, registry)
    },
  }
}

function createCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `soldesk_${name}`, help, labelNames, registers: [registry] })
  return {
    jobs: counter('job_outcomes_total', 'Tries of jobs by how they ended', ['kind', 'outcome']),
    failedItems: counter('reconciler_failed_items_total', 'Steps and payments that failed'),
    rpcCalls: counter('rpc_calls_total', 'Calls to the Solana node', ['group', 'outcome']),
    modelCalls: counter('model_calls_total', 'Requests to the language model', ['outcome']),
    modelTokens: counter('model_tokens_total', 'Tokens as the model reports them', ['direction']),
    refusedCharges: counter('refused_charges_total', 'Calls refused for too little money'),
    rateLimited: counter('rate_limited_total', 'Calls refused for being too many', ['route']),
  }
}

function createGauges(registry: Registry) {
  const registers = [registry]
  let completedAt = performance.now()
  const lag: Gauge = new Gauge({
    name: 'soldesk_reconciler_lag_seconds',
    help: 'Time since the last complete round of the reconciler, or since the start',
    registers,
    collect: () => {
      lag.set((performance.now() - completedAt) / 1000)
    },
  })
  return {
    completeRound: () => {
      completedAt = performance.now()
    },
    leads: new Gauge({
      name: 'soldesk_reconciler_leader',
      help: '1 in the process that reconciles for all, else 0',
      registers,
    }),
    violations: new Gauge({
      name: 'soldesk_ledger_violations',
      help: 'Violated invariants at the last daily check of this process; -1 if it failed',
      registers,
    }),
    build: new Gauge({
      name: 'soldesk_build_info',
      help: 'Version and commit; always 1',
      labelNames: ['version', 'commit', 'role'],
      registers,
    }),
  }
}

type Pools = Readonly<Record<string, Pick<Database, 'connections'>>>

function watchPools(pools: Pools, registry: Registry): void {
  const connections = new Gauge({
    name: 'soldesk_database_connections',
    help: 'Connections in use and idle, and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        for (const [part, use] of Object.entries(pool.connections())) {
          const label = part === 'main' ? name : `${name}_${part}`
          connections.set({ pool: label, state: 'in_use' }, use.inUse)
          connections.set({ pool: label, state: 'idle' }, use.idle)
          connections.set({ pool: label, state: 'waiting' }, use.waiting)
        }
      }
    },
  })
}

function watchQueue(db: Database, registry: Registry): void {
  const registers = [registry]
  const kinds = new Set<string>()
  const waited = new Gauge({
    name: 'soldesk_oldest_due_job_seconds',
    help: 'How long the oldest due job has waited for a worker',
    labelNames: ['kind'],
    registers,
  })
  const depth = new Gauge({
    name: 'soldesk_jobs',
    help: 'Jobs that wait or run',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      depth.reset()
      waited.reset()
      const rows = await queryOrNull<{
        kind: string
        ready: bigint
        running: bigint
        waited: number
      }>(
        db,
        `select name as kind, count(*) filter (where state in ('created', 'retry')) as ready,
           count(*) filter (where state = 'active') as running,
           coalesce(extract(epoch from now() - min(start_after)
             filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as waited
         from ${JOB_SCHEMA}.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%'
         group by name`,
      )
      if (rows === null) return
      for (const { kind } of rows) kinds.add(kind)
      for (const kind of kinds) {
        const row = rows.find((each) => each.kind === kind)
        depth.set({ kind, state: 'ready' }, Number(row?.ready ?? 0n))
        depth.set({ kind, state: 'running' }, Number(row?.running ?? 0n))
        waited.set({ kind }, row?.waited ?? 0)
      }
    },
  })
  const unmatched = new Gauge({
    name: 'soldesk_unmatched_deposits',
    help: `Deposits that wait for the operator, up to ${MAX_DEPOSITS}`,
    registers,
    async collect() {
      unmatched.reset()
      const rows = await queryOrNull<{ count: bigint }>(
        db,
        `select count(*) as count from (
           select 1 from payment_receipt where state = 'UNMATCHED' limit ${MAX_DEPOSITS}) s`,
      )
      if (rows !== null) unmatched.set(Number(rows[0]?.count ?? 0n))
    },
  })
}

/** Scrapes also work without the database; `/readyz` reports its state. */
const queryOrNull = <Row extends object>(db: Database, text: string): Promise<Row[] | null> =>
  db.slowReads.query<Row>(text).catch(() => null)
