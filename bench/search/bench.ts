import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { median, quantile } from '#bench/support/figures.ts'
import { readNumber } from '#bench/support/options.ts'
import { serveApp, withDatabase } from '#bench/support/server.ts'
import { openChats } from '#tests/support/chats.ts'

/**
 * `GET /auth/me` of one user while another user searches their chats many times in parallel. The word is in no message,
 * which is the slowest search. Most messages belong to other users and must not slow the search down.
 */

const MAX_ME_P95_MS = 250
const MESSAGES = 200_000
const PARALLEL = [0, 8, 32]
const ROUND_MS = 8_000
const ME_EVERY_MS = 100
const OWN_CHATS = 1_000
const MESSAGES_PER_CHAT = 20

export async function run(options: readonly string[]): Promise<void> {
  const messages = readNumber(options, '--messages', MESSAGES)
  await withDatabase(
    async (db) => {
      const server = await serveApp(db, [openChats({ db, ledger: createLedger(db) }).routes])
      const searcher = await server.signUp('searcher')
      const other = await server.signUp('other')
      await seedChats(db, { count: OWN_CHATS, userId: searcher.userId })
      console.log(`${messages} messages stored in ${Math.round(performance.now() / 1000)} s`)

      const rounds: Record<string, unknown>[] = []
      let worst = 0
      for (const parallel of PARALLEL) {
        const { p50, p95, max, failed, searches } = await measure(server.url, parallel, {
          searcher: searcher.accessToken,
          other: other.accessToken,
        })
        worst = Math.max(worst, failed > 0 ? Infinity : p95)
        const me = [p50, p95, max].map((ms) => ms.toFixed(1)).join(' / ')
        rounds.push({
          'parallel searches': parallel,
          '/auth/me p50 / p95 / max ms': me,
          'failed /auth/me': failed,
          'search answers': JSON.stringify(searches),
        })
      }
      console.table(rounds)
      await server.close()
      if (worst > MAX_ME_P95_MS) throw new Error('searches slow other calls down')
    },
    {
      poolSize: 16,
      prepare: (owner) => seedOthers(owner, messages / MESSAGES_PER_CHAT - OWN_CHATS),
    },
  )
}

async function seedOthers(db: Database, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1_000) {
    await seedChats(db, { count: Math.min(1_000, count - done), userId: null })
    if (done === 0) await db.query('analyze')
  }
  await db.query('analyze')
}

async function seedChats(
  db: Database,
  { count, userId }: { count: number; userId: string | null },
) {
  const ids = Array.from({ length: count }, () => randomUUID())
  const owners: string[] = []
  for (let index = 0; index < count; index += 1) {
    owners.push(userId ?? (index % 10 === 0 ? randomUUID() : (owners[index - 1] ?? randomUUID())))
  }
  await db.query(
    `insert into chat (id, user_id, title)
     select id, user_id, 'Chat about ' || left(md5(id::text), 8)
     from unnest($1::uuid[], $2::uuid[]) as made (id, user_id)`,
    [ids, owners],
  )
  await db.query(
    `insert into chat_message (id, chat_id, user_id, role, status, words)
     select gen_random_uuid(), id, user_id, case when n % 2 = 0 then 'assistant' else 'user' end, 'complete',
       repeat(md5(id::text || n) || ' solana wallet balance ', 4)
     from unnest($1::uuid[], $2::uuid[]) as made (id, user_id), generate_series(1, $3::int) n`,
    [ids, owners, MESSAGES_PER_CHAT],
  )
}

async function measure(
  url: string,
  parallel: number,
  tokens: { searcher: string; other: string },
): Promise<{
  p50: number
  p95: number
  max: number
  failed: number
  searches: Record<string, number>
}> {
  const get = async (path: string, token: string): Promise<number> => {
    const answer = await fetch(`${url}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.text()
    return answer.status
  }
  const searches: Record<string, number> = {}
  const endsAt = performance.now() + ROUND_MS
  const search = async () => {
    while (performance.now() < endsAt) {
      const status = await get('/chats?scope=all&limit=50&q=nowhere', tokens.searcher)
      searches[status] = (searches[status] ?? 0) + 1
      if (status !== 200) await sleep(200)
    }
  }
  const running = Array.from({ length: parallel }, search)
  const latencies: number[] = []
  let failed = 0
  const asked: Promise<void>[] = []
  const ask = async () => {
    const startedAt = performance.now()
    const status = await get('/auth/me', tokens.other)
    latencies.push(performance.now() - startedAt)
    if (status !== 200) failed += 1
  }
  while (performance.now() < endsAt) {
    asked.push(ask())
    await sleep(ME_EVERY_MS)
  }
  await Promise.all([...running, ...asked])
  const [p50, p95] = [median(latencies), quantile(latencies, 0.95)]
  return { p50, p95, max: Math.max(...latencies), failed, searches }
}
