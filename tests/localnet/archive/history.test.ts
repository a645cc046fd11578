import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHistory, lowerBound, type LandedTransaction } from '#localnet/archive/history.ts'

const landed = (signature: string, slot: number, keys: readonly string[]): LandedTransaction => ({
  signature,
  slot,
  keys,
  blockTime: slot,
  bytes: new Uint8Array(),
  loaded: { writable: [], readonly: [] },
  writableIndexes: [],
  unitPrice: 0,
  error: null,
  fee: 5000n,
  preBalances: [],
  postBalances: [],
  preTokenBalances: [],
  postTokenBalances: [],
  innerInstructions: [],
  logs: [],
  unitsConsumed: 0,
  returnData: null,
  memo: null,
})

describe('history', () => {
  it('pages through an address as filtering the whole list would', () => {
    const transactions = fc.array(
      fc.record({
        keys: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }),
        slotsLater: fc.nat(3),
      }),
      { maxLength: 60 },
    )
    const bounds = fc.record({
      abovePosition: fc.integer({ min: -1, max: 60 }),
      belowPosition: fc.integer({ min: 0, max: 61 }),
      limit: fc.integer({ min: 1, max: 20 }),
    })
    fc.assert(
      fc.property(transactions, bounds, (list, range) => {
        const history = createHistory()
        let slot = 1
        for (const [index, { keys, slotsLater }] of list.entries()) {
          slot += slotsLater
          history.add(landed(`s${index}`, slot, keys))
        }
        const expected = list
          .map(({ keys }, index) => ({ keys, index }))
          .filter(
            ({ keys, index }) =>
              keys.includes('a') && index > range.abovePosition && index < range.belowPosition,
          )
          .toReversed()
          .slice(0, range.limit)
          .map(({ index }) => `s${index}`)
        const page = history.listOfAddress('a', range).map(({ signature }) => signature)
        expect(page).toEqual(expected)
      }),
    )
  })

  it('finds the transactions of a slot and of a range of slots', () => {
    const history = createHistory()
    for (const [index, slot] of [3, 3, 5, 9].entries()) {
      history.add(landed(`s${index}`, slot, ['a']))
    }
    const names = (list: readonly { signature: string }[]) => list.map((entry) => entry.signature)
    expect(names(history.listInSlot(3))).toEqual(['s0', 's1'])
    expect(names(history.listInSlot(4))).toEqual([])
    expect(names(history.listBetween(4, 9))).toEqual(['s2', 's3'])
  })

  it('reads a logarithmic number of entries for a page', () => {
    let looks = 0
    const length = 1_000_000
    const list = { length, at: (index: number) => ((looks += 1), index) }
    expect(lowerBound(list, (value) => value >= 765_432)).toBe(765_432)
    expect(looks).toBeLessThanOrEqual(20)
  })
})
