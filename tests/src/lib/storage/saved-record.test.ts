import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isBetween,
  isRecord,
  isText,
  parseKnownText,
  parseSavedJson,
} from '#src/lib/storage/saved-record.ts'

describe('what the browser kept', () => {
  it.each([[null], ['{'], ['[1]'], ['"light"'], ['null'], ['7']])('is no object in %s', (text) => {
    expect(isRecord(parseSavedJson(text))).toBe(false)
  })

  it('returns any object and never fails', () => {
    expect(parseSavedJson('{"a":[1]}')).toEqual({ a: [1] })
    expect(isRecord(parseSavedJson('{"a":[1]}'))).toBe(true)
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const saved = parseSavedJson(text)
        expect(isRecord(saved) && Array.isArray(saved)).toBe(false)
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
    expect(parseKnownText(['a', 'b'], 'b', null)).toBe('b')
    expect(parseKnownText(['a', 'b'], 'c', null)).toBeNull()
    expect(parseKnownText(['a', 'b'], 7, 'a')).toBe('a')
  })
})
