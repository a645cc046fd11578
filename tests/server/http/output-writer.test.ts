import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { createLogger } from '#server/lib/logger.ts'
import { openTools, testAnalysis } from '#tests/support/paid-tools.ts'
import { testServer } from '#tests/support/server.ts'

const INPUT = { kind: 'CA_ANALYSIS', addresses: ['a mint'], minHits: null }

const lines: string[] = []

const stream = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk))
    done()
  },
})
const server = await testServer({
  logger: createLogger(stream),
  modules: (parts) => [openTools([testAnalysis(parts)], parts).routes],
})
const user = await server.signIn()
afterAll(() => server.close())

async function storeReport(counts: object): Promise<string> {
  const id = randomUUID()
  const { transferId } = await server.grant(user.userId, 10_000_000n)
  await server.db.query(
    `insert into paid_run
       (id, user_id, kind, status, input, transfer_id, counts, body, finished_at)
     values ($1, $2, 'analysis', 'done', $5::jsonb, $3, $4::jsonb, '{}', now())`,
    [id, user.userId, transferId, JSON.stringify(counts), JSON.stringify(INPUT)],
  )
  return id
}

it('lists the other rows when a stored row does not fit the contract, and logs that row', async () => {
  const good = await storeReport({ wallets: 1, excluded: 2, trades: 3 })
  const bad = await storeReport({ excluded: 2, trades: 3 })
  const { status, body } = await user.call<{ data: { id: string }[] }>('GET', '/analysis/reports')
  expect(status).toBe(200)
  expect(body.data.map(({ id }) => id)).toEqual([good])
  const line = lines.find((each) => each.includes('stored rows do not fit'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    ids: [bad],
    call: expect.stringContaining('GET /api/analysis/reports') as string,
  })
})
