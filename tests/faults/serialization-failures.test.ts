import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { ledgerFixture } from '#tests/support/ledger.ts'

const FAILING_SHARE = 0.2
const CALLS = 300
const USERS = 6

const database = await testDatabase({ poolSize: 8 })
const owner = await openDatabase({ url: database.ownerUrl, poolSize: 1 })
await owner.query('create sequence injected_failures')
await owner.query('grant usage, select on sequence injected_failures to public')
await owner.query(`create function fail_sometimes() returns trigger language plpgsql as $$
  begin
    if random() < ${FAILING_SHARE} then
      perform nextval('injected_failures');
      raise exception 'injected' using errcode = '40001';
    end if;
    return null;
  end $$`)
// Deferred, so it runs in the commit.
await owner.query(`create constraint trigger fail_sometimes after insert on transfer
  deferrable initially deferred for each row execute function fail_sometimes()`)
await owner.close()
afterAll(() => database.drop())

it('charges and refunds each call once while a fifth of the commits fail with 40001', async () => {
  const ledger = ledgerFixture(database.db)
  const users = await Promise.all(Array.from({ length: USERS }, () => ledger.userWith(10_000n)))
  const calls = Array.from({ length: CALLS }, (_, index) => ({
    userId: users[index % USERS] ?? '',
    key: randomUUID(),
    isRefunded: index % 3 === 0,
  }))
  const run = async ({ userId, key, isRefunded }: (typeof calls)[number]) => {
    const request = ledger.request(userId, 10n, { idempotencyKey: key })
    // Each call is sent twice at once, as by a client that did not wait.
    const [one, other] = await Promise.all([ledger.charge(request), ledger.charge(request)])
    if (!one.ok || !other.ok) throw new Error('the charge was refused')
    expect(one.transferId).toBe(other.transferId)
    if (!isRefunded) return
    await Promise.all(
      [1, 2].map(() => ledger.refund({ transferId: one.transferId, reason: 'a test' })),
    )
  }
  await Promise.all(calls.map(run))

  const [injected] = await database.db.query<{ count: bigint }>(
    'select last_value as count from injected_failures',
  )
  expect(Number(injected?.count)).toBeGreaterThan(CALLS * FAILING_SHARE * 0.5)
  const kept = calls.filter(({ isRefunded }) => !isRefunded)
  for (const userId of users) {
    const spent = kept.filter((call) => call.userId === userId).length * 10
    expect(await ledger.getBalance(userId)).toBe(BigInt(10_000 - spent))
  }
  expect(await ledger.check()).toEqual([])
})
