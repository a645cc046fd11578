import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBetween, isText, knownText, savedRecord } from '#src/lib/storage/saved-record.ts'

describe('what the browser kept', () => {
  it.each([[null], ['{'], ['[1]'], ['"light"'], ['null'], ['7']])('is no object in %s', (text) => {
    expect(savedRecord(text)).toBeNull()
  })

  it('gives any object back and never fails', () => {
    expect(savedRecord('{"a":[1]}')).toEqual({ a: [1] })
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(savedRecord(text)).not.toBeInstanceOf(Array)
      }),
    )
  })

  it.each([
    [isText('ab', 2), true],
    [isText('abc', 2), false],
    [isText(2, 2), false],
    [isBetween(1, 0, 2), true],
    [isBetween(0, 0, 2), false],
    [isBetween(2, 0, 2), false],
    [isBetween(Number.NaN, 0, 2), false],
    [isBetween(Infinity, 0, 2), false],
    [isBetween('1', 0, 2), false],
  ])('is judged by type and size (%#)', (judged, expected) => {
    expect(judged).toBe(expected)
  })

  it('is one of the known texts or the fallback', () => {
    expect(knownText(['a', 'b'], 'b', null)).toBe('b')
    expect(knownText(['a', 'b'], 'c', null)).toBeNull()
    expect(knownText(['a', 'b'], 7, 'a')).toBe('a')
  })
})
