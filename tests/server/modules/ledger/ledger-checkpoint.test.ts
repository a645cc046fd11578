import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '#server/modules/ledger/ledger-checkpoint.ts'
import { openTamperableLedger } from '#tests/support/ledger.ts'

const HOUR_MS = 3_600_000

let opened: Awaited<ReturnType<typeof openTamperableLedger>>
let ledger: typeof opened.ledger
let tamper: typeof opened.tamper

beforeAll(async () => {
  opened = await openTamperableLedger()
  ;({ ledger, tamper } = opened)
})
afterAll(() => opened.close())

afterEach(() =>
  tamper(
    'truncate account, transfer, consumption, ledger_checkpoint, ledger_checkpoint_balance cascade',
  ),
)

/** Checks as if all transfers up to now were settled. */
const keep = (isFull: boolean) =>
  checkLedger(opened.db, { isFull, keepsCheckpoint: true, now: Date.now() + HOUR_MS })
const findNew = () => ledger.check({ isFull: false })

const charge = async (userId: string, lamports = 10n) => {
  const charged = await ledger.charge(ledger.request(userId, lamports))
  if (!charged.ok) throw new Error('charge refused')
  return charged.transferId
}

/** A charge and a refund before a checkpoint, and the same after it. */
async function livedAround() {
  const userId = await ledger.userWith(1_000n)
  const [before, refunded] = [await charge(userId), await charge(userId)]
  await ledger.refund({ transferId: refunded, reason: 'failed' })
  // Ids of one millisecond may be on both sides.
  await sleep(2)
  expect(await keep(false)).toEqual([])
  await sleep(2)
  const after = await charge(userId)
  const late = await charge(userId)
  await ledger.refund({ transferId: late, reason: 'failed' })
  return { userId, before, after, late }
}

describe('a check since the last checkpoint', () => {
  it('finds no violation while the ledger grows, and reads only new transfers', async () => {
    const { userId } = await livedAround()
    expect(await ledger.findCheckpoint()).toMatchObject({ transfers: 4n })
    expect(await findNew()).toEqual([])
    await sleep(2)
    expect(await keep(false)).toEqual([])
    await ledger.userWith(5n)
    await charge(userId)
    expect(await findNew()).toEqual([])
    expect(await ledger.findCheckpoint()).toMatchObject({ transfers: 7n })
    expect(await ledger.check()).toEqual([])
  })

  it('may begin anywhere among transfers that crossed each other', async () => {
    const users = [await ledger.userWith(1_000n), await ledger.userWith(1_000n)]
    const charges = Array.from({ length: 40 }, async (_, index) => {
      // Their ids get several times.
      await sleep((index % 8) * 3)
      return ledger.charge(ledger.request(users[index % 2] ?? '', 7n))
    })
    await Promise.all(charges)
    const rows = await opened.owner.query<{ id: string }>('select id from transfer order by id')
    const times = new Set(
      rows.map(({ id }) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)),
    )
    expect(times.size).toBeGreaterThan(3)
    for (const time of [...times].toSorted((a, b) => a - b)) {
      const now = time + 1 + HOUR_MS
      expect(await checkLedger(opened.db, { isFull: false, keepsCheckpoint: true, now })).toEqual(
        [],
      )
    }
    expect(await findNew()).toEqual([])
    expect(await ledger.findCheckpoint()).toMatchObject({ transfers: 42n })
  })

  it.each<[string, 'after' | 'late', string]>([
    ['an altered amount', 'after', 'update transfer set lamports = lamports + 1 where id = $1'],
    ['an altered trail', 'after', 'update transfer set balance_after = 3 where id = $1'],
    ['a removed transfer', 'after', 'delete from transfer where id = $1'],
    ['a charge without its record', 'after', 'delete from consumption where transfer_id = $1'],
    [
      'a refund that shows as spent',
      'late',
      `update consumption set status = 'SUCCESS' where transfer_id = $1`,
    ],
    ['an altered refund', 'late', 'update transfer set lamports = 4 where refund_of = $1'],
  ])('finds %s after it', async (_what, which, statement) => {
    const lived = await livedAround()
    await tamper(statement, [lived[which]])
    expect(await findNew()).not.toEqual([])
  })

  it('finds a changed balance of any account, and one that a transfer with an old id explains', async () => {
    const { userId, before } = await livedAround()
    const idle = await ledger.userWith(0n)
    await tamper('update account set balance = 5 where id = $1', [idle])
    expect((await findNew()).map(({ subject }) => subject)).toContain(idle)
    await tamper('update account set balance = 0 where id = $1', [idle])
    expect(await findNew()).toEqual([])
    await tamper('delete from transfer where id = $1', [before])
    await tamper('delete from consumption where transfer_id = $1', [before])
    await tamper('update account set balance = balance + 10 where id = $1', [userId])
    expect((await findNew()).map(({ invariant }) => invariant)).toContain(
      'a balance is the sum of its transfers',
    )
  })

  it('leaves altered rows before it to the full check, which keeps no checkpoint then', async () => {
    const { before } = await livedAround()
    const checkpoint = await ledger.findCheckpoint()
    await tamper('update transfer set balance_after = balance_after + 1 where id = $1', [before])
    expect(await findNew()).toEqual([])
    expect(await keep(true)).not.toEqual([])
    expect(await ledger.findCheckpoint()).toEqual(checkpoint)
  })

  it('begins with the first transfer while there is no checkpoint', async () => {
    const userId = await ledger.userWith(100n)
    const id = await charge(userId)
    expect(await ledger.findCheckpoint()).toBeNull()
    await tamper('update transfer set balance_after = 3 where id = $1', [id])
    expect(await findNew()).not.toEqual([])
    expect(await keep(false)).not.toEqual([])
    expect(await ledger.findCheckpoint()).toBeNull()
  })

  it('starts over after a full check', async () => {
    const { userId } = await livedAround()
    await sleep(2)
    expect(await keep(true)).toEqual([])
    await charge(userId)
    expect(await findNew()).toEqual([])
    expect(await ledger.findCheckpoint()).toMatchObject({ transfers: 7n })
  })
})
