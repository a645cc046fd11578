import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLimits } from '#bench/support/figures.ts'
import { readNumber } from '#bench/support/options.ts'
import { readApi, signIn, startProduct } from '#bench/support/product.ts'
import { MEMORY_SETTINGS } from '#scripts/memory.mjs'

/**
 * Readers of event streams that come and go: each opens the stream of a research, reads for up to a third of a second,
 * and drops the connection. No call fails, the memory of the server stays within 10 %, and afterwards a user can have as
 * many streams as before.
 */

const MINUTES = 6
const USERS = 16
const READERS_PER_USER = 3
const RUNS_PER_USER = 8
const LONGEST_READ_MS = 330
const MAX_STREAMS_PER_USER = 32
const MAX_GROWTH = 1.1
const MB = 1024 * 1024

type User = { token: string; runs: string[] }

export async function run(options: readonly string[]): Promise<void> {
  const minutes = readNumber(options, '--minutes', MINUTES)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'soldesk-bench-'))
  const server = await startProduct({
    ...MEMORY_SETTINGS,
    DATA_DIR: dataDir,
  })
  const { url } = server
  try {
    const users = await Promise.all(
      Array.from({ length: USERS }, async () => ({ token: await signIn(url), runs: [] })),
    )
    const counts = { opened: 0, failed: 0 }
    const end = Date.now() + minutes * 60_000
    const readers = users.flatMap((user) =>
      Array.from({ length: READERS_PER_USER }, () => read(url, user, end, counts)),
    )
    const starts = users.map((user) => startRuns(url, user, (end - Date.now()) / RUNS_PER_USER))
    const warm = await measureLowest(server.pid, minutes * 15_000, minutes * 10_000)
    const late = await measureLowest(server.pid, minutes * 20_000, minutes * 10_000)
    await Promise.all([...readers, ...starts])
    const kept = await countOpenable(url, users[0])
    console.table([{ minutes, ...counts, kept, warmMb: warm / MB, lateMb: late / MB }])
    const limits = createLimits()
    limits.expectAtLeast('streams per second', counts.opened / minutes / 60, 20)
    limits.expectAtMost('failed calls', counts.failed, 0)
    limits.expectAtMost('growth of memory', late / warm, MAX_GROWTH)
    limits.expectAtLeast('streams that a user can open afterwards', kept, MAX_STREAMS_PER_USER)
    limits.end()
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startResearch(url: string, { token }: User, query: string): Promise<string> {
  const call = { body: { query }, token }
  const { data } = await readApi<{ data: { id: string } }>(url, 'POST', '/research', call)
  return data.id
}

/** Starts the user's runs one after the other, so that some streams are always live. */
async function startRuns(url: string, user: User, pauseMs: number): Promise<void> {
  for (let nth = 1; nth <= RUNS_PER_USER; nth += 1) {
    const query = `What is new on Solana this week? ${nth}`
    user.runs.push(await startResearch(url, user, query))
    await sleep(pauseMs)
  }
}

async function read(
  url: string,
  user: User,
  end: number,
  counts: { opened: number; failed: number },
): Promise<void> {
  while (Date.now() < end) {
    const id = user.runs.at(-1 - Math.floor(Math.random() * Math.min(2, user.runs.length)))
    if (id === undefined) {
      await sleep(50)
      continue
    }
    const reader = new AbortController()
    try {
      const response = await openStream(url, user, id, reader.signal)
      if (response.ok) counts.opened += 1
      else counts.failed += 1
      await sleep(Math.random() * LONGEST_READ_MS)
    } catch {
      counts.failed += 1
    } finally {
      reader.abort()
    }
  }
}

const openStream = (url: string, { token }: User, id: string, signal: AbortSignal) =>
  fetch(`${url}/api/research/${id}/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  })

/** Returns the lowest resident memory within a span, in bytes: garbage that waits for its collection does not count. */
async function measureLowest(pid: number, afterMs: number, spanMs: number): Promise<number> {
  await sleep(afterMs)
  const samples: number[] = []
  for (const end = Date.now() + spanMs; Date.now() < end; await sleep(250)) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    samples.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024)
  }
  return Math.min(...samples)
}

/** Returns how many streams of a new run the user can have open at once. */
async function countOpenable(url: string, user: User | undefined): Promise<number> {
  if (user === undefined) return 0
  const id = await startResearch(url, user, 'SOL price')
  const readers = new AbortController()
  const opened = await Promise.all(
    Array.from({ length: MAX_STREAMS_PER_USER }, () =>
      openStream(url, user, id, readers.signal).then(({ ok }) => ok),
    ),
  )
  readers.abort()
  return opened.filter(Boolean).length
}
