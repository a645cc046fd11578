import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { startLocalChain } from '#localnet/index.ts'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnalysisEvent } from '#contract/analysis/analysis.ts'
import { MEMORY_SETTINGS } from '#scripts/memory.mjs'
import { callApi, signIn, startProduct } from '#bench/support/product.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { keepPinging } from './ping-thread.ts'
import { bigMarket, type BigMarket } from './big-market.ts'
import { CLOCK_FACTOR, readThroughOddNodes } from './unreliable-nodes.ts'
import { printResult, throwIfMissed } from '#bench/support/figures.ts'

/**
 * In two parts, one alone with `--transactions N` or `--nodes`: a token of many transactions on a whole server, and a
 * smaller one through nodes that misbehave (`unreliable-nodes.ts`) with random transactions removed.
 *
 * The first part analyzes a token of 100,000 transactions on a whole server as it starts, with its own database and chain:
 * the time to the first rows and to the report, a second analysis after 100 more transactions, opening each report right
 * after its end, the memory of all processes without PostgreSQL, and how long another request takes meanwhile.
 */

const SIZE = 100_000
const NEWS = 100
const BUDGET = {
  firstRowsMs: 1_000,
  reportMs: 30_000,
  againMs: 2_000,
  openMs: 300,
  memoryMb: 600,
  slowdown: 2,
}
const IDLE_MS = 6_000
const SAMPLE_MS = 100
const MB = 1_048_576
const IMPORT_MS = 600_000

export async function run(options: readonly string[]): Promise<void> {
  const isJson = options.includes('--json')
  const missed: (string | false)[] = []
  if (!options.includes('--nodes')) missed.push(...(await runWhole(options)))
  if (!options.includes('--transactions')) {
    const { results, removals, missed: wrong } = await readThroughOddNodes()
    if (isJson) console.log(JSON.stringify({ clockFactor: CLOCK_FACTOR, results, removals }))
    else {
      console.table(results)
      console.log(`${removals.noticed} of ${removals.tried} random removals were noticed`)
    }
    missed.push(...wrong)
  }
  throwIfMissed('collect', missed)
}

async function runWhole(options: readonly string[]): Promise<(string | false)[]> {
  const size = Number(readOption(options, '--transactions') ?? SIZE)
  const result = await measure(await bigMarket(size, NEWS), size)
  printResult(options, result)
  return [
    result.firstRowsMs > BUDGET.firstRowsMs && `first rows after ${result.firstRowsMs} ms`,
    result.reportMs > BUDGET.reportMs && `report after ${result.reportMs} ms`,
    result.againMs > BUDGET.againMs && `second report after ${result.againMs} ms`,
    result.openMs > BUDGET.openMs && `opening a report took ${result.openMs} ms`,
    result.memoryMb > BUDGET.memoryMb && `${result.memoryMb} MB`,
    result.slowdown > BUDGET.slowdown && `other requests ${result.slowdown} × as slow`,
    !result.isComplete && 'the report is not complete',
  ]
}

const readOption = (options: readonly string[], name: string): string | undefined => {
  const at = options.indexOf(name)
  return at < 0 ? undefined : options[at + 1]
}

async function measure({ mint, path: file, news }: BigMarket, transactions: number) {
  await using running = new AsyncDisposableStack()
  const dir = mkdtempSync(path.join(tmpdir(), 'soldesk-bench-'))
  running.defer(() => rmSync(dir, { recursive: true, force: true }))
  const chain = await startLocalChain({ port: 0, dir: path.join(dir, 'chain') })
  running.defer(() => chain.stop())
  await importFile(chain.rpcUrl, file)
  const product = await startProduct({
    ...MEMORY_SETTINGS,
    DATA_DIR: path.join(dir, 'data'),
    SOLANA_NETWORK: 'localnet',
    SOLANA_RPC_URL: chain.rpcUrl,
    RECEIVER_WALLET: 'So11111111111111111111111111111111111111112',
    WELCOME_POINTS: '2',
  })
  running.defer(product.stop)
  const server = { ...product, token: await signIn(product.url) }

  const idleMemory = measureMemory(server)
  const idle = keepPinging(server)
  await sleep(IDLE_MS)
  const idleP99Ms = await idle.stop()
  const memory = watchMemory(server)
  const busy = keepPinging(server)
  const first = await analyze(server, mint)
  const busyP99Ms = await busy.stop()
  await importFile(chain.rpcUrl, news)
  const again = await analyze(server, mint)
  return {
    transactions,
    firstRowsMs: first.firstRowsMs,
    reportMs: first.ms,
    againMs: again.ms,
    openMs: Math.max(first.openMs, again.openMs),
    isComplete: first.isComplete && again.isComplete,
    idleMemoryMb: Math.round(idleMemory / MB),
    memoryMb: Math.round(memory.stop() / MB),
    idleP99Ms,
    busyP99Ms,
    slowdown: Number((busyP99Ms / idleP99Ms).toFixed(2)),
  }
}

async function importFile(rpcUrl: string, file: string): Promise<void> {
  const rpc = createSolanaRpc({ url: rpcUrl, timeoutMs: IMPORT_MS })
  await rpc.call('chain_import', [{ path: file }])
}

type Server = Awaited<ReturnType<typeof startProduct>> & { token: string }

const call = ({ url, token }: Server, method: string, path: string, body?: object) =>
  callApi(url, method, path, { token, ...(body && { body }) })

async function analyze(server: Server, mint: string) {
  const startedAt = performance.now()
  const started = await call(server, 'POST', '/analysis/ca', { contract_address: mint })
  const { data } = (await started.json()) as { data: { id: string } }
  const events = await call(server, 'GET', `/analysis/reports/${data.id}/events`)
  let firstPageAt = 0
  let firstRowsMs = 0
  if (!events.body) throw new Error('no events')
  for await (const line of createInterface({ input: Readable.fromWeb(events.body as never) })) {
    if (!line.startsWith('data:')) continue
    const event = JSON.parse(line.slice(5)) as AnalysisEvent
    if (event.type === 'failed') throw new Error(event.failure ?? 'failed')
    if ((event.progress?.done ?? 0) > 0) firstPageAt ||= performance.now()
    if (event.progress?.provisional) firstRowsMs ||= performance.now() - firstPageAt
    if (event.type === 'done') break
  }
  const ms = Math.round(performance.now() - startedAt)
  const finishedAt = performance.now()
  const [report] = await Promise.all(
    ['', '/wallets?limit=100', '/series'].map(async (part) => {
      const answer = await call(server, 'GET', `/analysis/reports/${data.id}${part}`)
      return (await answer.json()) as { data: { coverage?: { complete: boolean } } }
    }),
  )
  return {
    ms,
    firstRowsMs: Math.round(firstRowsMs),
    openMs: Math.round(performance.now() - finishedAt),
    isComplete: report?.data.coverage?.complete === true,
  }
}

function measureMemory({ pid }: Server): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? processAt(name) : []))
  const below = (parent: number): number =>
    all
      .filter((each) => each.parent === parent && each.name !== 'postgres')
      .reduce((sum, each) => sum + each.bytes + below(each.pid), 0)
  return (all.find((each) => each.pid === pid)?.bytes ?? 0) + below(pid)
}

function processAt(pid: string): { pid: number; parent: number; name: string; bytes: number }[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? ''
    const bytes = Number(field('VmRSS')) * 1024 || 0
    return [{ pid: Number(pid), parent: Number(field('PPid')), name: field('Name'), bytes }]
  } catch {
    return []
  }
}

function watchMemory(server: Server): { stop: () => number } {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, measureMemory(server))), SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
