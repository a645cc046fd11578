import { expect, it } from 'vitest'
import { canonicalJson } from '#server/lib/canonical-json.ts'
import { compareText } from '#server/lib/text/compare-text.ts'
import { toPlainLine } from '#server/lib/text/visible-text.ts'

it('sorts text by code units', () => {
  expect(['b', 'a', 'B', 'ä', 'a'].toSorted(compareText)).toEqual(['B', 'a', 'a', 'b', 'ä'])
})

it('serializes equal values to the same JSON', () => {
  expect(canonicalJson({ b: [{ d: 1n, c: null }], a: 'x' })).toBe(
    '{"a":"x","b":[{"c":null,"d":"1"}]}',
  )
  expect(canonicalJson({ a: 1, b: undefined })).toBe(canonicalJson({ a: 1 }))
  expect(canonicalJson(undefined)).toBe('undefined')
})

it('puts text on one line', () => {
  expect(toPlainLine('  two\n\t lines ')).toBe('two lines')
})
