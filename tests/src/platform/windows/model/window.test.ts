import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FIRST_Z,
  listFromBottom,
  raise,
  stackFromBottom,
  findTopmost,
  removeFromStack,
} from '#src/platform/windows/model/window.ts'
import type { Stacking } from '#src/platform/windows/model/window.ts'

const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 30 })

const raiseAll = (raised: readonly string[]): Stacking => raised.reduce<Stacking>(raise, {})

describe('stacking', () => {
  it('starts at 1000', () => {
    expect(raise({}, 'a')).toEqual({ a: FIRST_Z })
    expect(FIRST_Z).toBe(1000)
  })

  it('changes the number of no window but the raised one', () => {
    const before = stackFromBottom(['a', 'b', 'c'])
    expect(raise(before, 'a')).toEqual({ ...before, a: 1003 })
  })

  it('is the very same when the window is on top already', () => {
    const before = stackFromBottom(['a', 'b'])
    expect(raise(before, 'b')).toBe(before)
  })

  it('orders windows by their last raise', () => {
    fc.assert(
      fc.property(ids, (raised) => {
        const lastRaised = [...new Set(raised.toReversed())].toReversed()
        expect(listFromBottom(raiseAll(raised))).toEqual(lastRaised)
      }),
    )
  })

  it('finds the highest that may be', () => {
    const stacking = stackFromBottom(['a', 'b', 'c'])
    expect(findTopmost(stacking, (id) => id !== 'c')).toBe('b')
    expect(findTopmost(stacking, () => false)).toBeNull()
  })

  it('forgets a window and keeps the others as they were', () => {
    expect(removeFromStack(stackFromBottom(['a', 'b', 'c']), 'b')).toEqual({ a: 1000, c: 1002 })
  })
})
