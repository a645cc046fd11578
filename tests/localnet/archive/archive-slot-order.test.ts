import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderWithinSlot, type SlotMember } from '#localnet/archive/archive-slot-order.ts'

type Step = { accounts: number[] }

/** Runs steps one after another over numbered states, each step touching some accounts. */
function played(steps: Step[]): SlotMember[] {
  const states = new Map<number, number>()
  return steps.map(({ accounts }, ordinal) => ({
    ordinal,
    changes: [...new Set(accounts)].map((account) => {
      const before = states.get(account) ?? 0
      states.set(account, before + 1)
      return { address: `account ${account}`, before: `${before}`, after: `${before + 1}` }
    }),
  }))
}

it("finds an order in which each account's states connect, for any order of arrival", () => {
  const steps = fc.array(
    fc.record({ accounts: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }) }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.nat()), (given, chance) => {
      const members = played(given)
      const shuffled = members
        .map((member) => ({ member, key: chance.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ member }, ordinal) => ({ ...member, ordinal }))
      const states = new Map<string, string>()
      for (const { changes } of orderWithinSlot(shuffled)) {
        for (const { address, before, after } of changes) {
          expect(before).toBe(states.get(address) ?? '0')
          states.set(address, after)
        }
      }
    }),
  )
})

it('keeps the order of arrival if nothing is shared', () => {
  const members = [3, 1, 2].map((ordinal) => ({
    ordinal,
    changes: [{ address: `own ${ordinal}`, before: '0', after: '1' }],
  }))
  expect(orderWithinSlot(members).map(({ ordinal }) => ordinal)).toEqual([1, 2, 3])
})

it('returns every member once even if states form a cycle', () => {
  const move = (ordinal: number, before: string, after: string) => ({
    ordinal,
    changes: [{ address: 'a', before, after }],
  })
  const ring = [move(0, 'x', 'y'), move(1, 'y', 'z'), move(2, 'z', 'x')]
  expect(orderWithinSlot(ring).map(({ ordinal }) => ordinal)).toEqual([0, 1, 2])
})
