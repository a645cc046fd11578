import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTamperableLedger } from '#tests/support/ledger.ts'

let opened: Awaited<ReturnType<typeof openTamperableLedger>>
let ledger: typeof opened.ledger
let tamper: typeof opened.tamper

beforeAll(async () => {
  opened = await openTamperableLedger()
  ;({ ledger, tamper } = opened)
})
afterAll(() => opened.close())

async function lived() {
  const userId = await ledger.userWith(100n)
  const kept = await ledger.charge(ledger.request(userId, 10n))
  const returned = await ledger.charge(ledger.request(userId, 20n))
  if (!kept.ok || !returned.ok) throw new Error('charge refused')
  await ledger.refund({ transferId: returned.transferId, reason: 'failed' })
  return { userId, kept: kept.transferId, returned: returned.transferId }
}

const broken = async () => [...new Set((await ledger.check()).map((found) => found.invariant))]

describe('check', () => {
  afterEach(() => tamper('truncate account, transfer, consumption cascade'))

  it('finds no violation in a used ledger', async () => {
    await lived()
    expect(await ledger.check()).toEqual([])
  })

  it('finds a balance that was changed by hand', async () => {
    const { userId } = await lived()
    await tamper('update account set balance = balance + 5 where id = $1', [userId])
    expect(await broken()).toEqual([
      'user balances and system accounts sum to zero',
      'a balance is the sum of its transfers',
      'the balances left by transfers form one chain',
    ])
  })

  it('finds two balances changed so that the total stays right', async () => {
    const [one, two] = [await lived(), await lived()]
    await tamper('update account set balance = balance + 5 where id = $1', [one.userId])
    await tamper('update account set balance = balance - 5 where id = $1', [two.userId])
    const subjects = (await ledger.check()).map((found) => found.subject)
    expect(new Set(subjects)).toEqual(new Set([one.userId, two.userId]))
  })

  it('finds a removed transfer', async () => {
    const { kept } = await lived()
    await tamper('delete from transfer where id = $1', [kept])
    expect(await broken()).toContain(
      'a charge has one consumption record and a record has a charge',
    )
    expect(await broken()).toContain('a balance is the sum of its transfers')
  })

  it('finds an altered balance trail', async () => {
    const { kept } = await lived()
    await tamper('update transfer set balance_after = balance_after + 1 where id = $1', [kept])
    expect(await broken()).toEqual(['the balances left by transfers form one chain'])
  })

  it('finds a refund above its charge', async () => {
    const { returned } = await lived()
    await tamper('update transfer set lamports = lamports + 1 where refund_of = $1', [returned])
    expect(await broken()).toContain(
      'a refund gives back one charge of the same user, whole and once',
    )
  })

  it('finds a charge without its record', async () => {
    const { kept } = await lived()
    await tamper('delete from consumption where transfer_id = $1', [kept])
    expect(await broken()).toEqual([
      'a charge has one consumption record and a record has a charge',
    ])
  })

  it.each([
    ['kept', 'REFUNDED'],
    ['returned', 'SUCCESS'],
  ] as const)('finds the %s charge shown as %s', async (which, status) => {
    const transfers = await lived()
    await tamper('update consumption set status = $2 where transfer_id = $1', [
      transfers[which],
      status,
    ])
    expect(await broken()).toEqual(['a record is REFUNDED exactly when its charge was given back'])
  })
})
