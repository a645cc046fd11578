import { afterAll, expect, it } from 'vitest'
import { openDatabase, type Queryable } from '#server/db/database.ts'
import { readBalanceHistory } from '#server/modules/ledger/balance-history.ts'
import { selectConsumption } from '#server/modules/ledger/ledger-repository.ts'
import { testDatabase } from '#tests/support/database.ts'
import { ledgerFixture } from '#tests/support/ledger.ts'

const CHARGES = 40

const database = await testDatabase()
const ledger = ledgerFixture(database.db)
const userId = await ledger.userWith(BigInt(CHARGES))
for (let i = 0; i < CHARGES; i += 1) await ledger.charge(ledger.request(userId, 1n))
const owner = await openDatabase({ url: database.ownerUrl, poolSize: 1 })
// Rows cannot be changed otherwise.
await owner.query('set session_replication_role = replica')
await owner.query(`update transfer set created_at = created_at - interval '1 year'`)
await owner.query('analyze transfer')
await owner.close()
afterAll(() => database.drop())

type PlanNode = {
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]

/** Returns how PostgreSQL reads `transfer` where reading whole tables does not pay, as with many rows. */
async function readsOfTransfer(read: (q: Queryable) => Promise<unknown>): Promise<PlanNode[]> {
  const nodes: PlanNode[] = []
  await database.db.transaction(async (tx) => {
    await tx.query(`select set_config(name, 'off', true) from pg_settings
      where name in ('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin')`)
    await read({
      query: async (sql, params) => {
        const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `explain (analyze, format json) ${sql}`,
          params,
        )
        if (row !== undefined) nodes.push(...flatten(row['QUERY PLAN'][0].Plan))
        return tx.query(sql, params)
      },
    })
  })
  return nodes.filter((node) => node['Relation Name'] === 'transfer')
}

it('reads the transfers of the page alone, however deep the page', async () => {
  const page = { userId, type: undefined, offset: CHARGES - 10, limit: 5 }
  const [read, ...others] = await readsOfTransfer((q) => selectConsumption(q, page))
  expect(others).toEqual([])
  expect((read?.['Actual Rows'] ?? 0) * (read?.['Actual Loops'] ?? 0)).toBe(page.limit + 1)
})

it('finds the transfers of a span of time by an index', async () => {
  const [read] = await readsOfTransfer((q) =>
    readBalanceHistory(q, { userId, stepSeconds: 86_400, count: 30 }),
  )
  expect(read?.['Index Name']).toBe('transfer_of_user')
})
