import { expect, it } from 'vitest'
import { ByteReader, ByteWriter } from '#engine/scan/facts/byte-stream.ts'

const EDGES = [0, 1, 127, 128, 16_383, 16_384, 2 ** 42, 2 ** 49 - 1, 2 ** 49, 2 ** 53 - 1]

it('reads the integers that were written, at the edges of their lengths', () => {
  const writer = new ByteWriter()
  const amounts = [...EDGES, 2 ** 53, 2 ** 60, 2 ** 63 + 2 ** 11]
  const bigs = [...EDGES.map(BigInt), 2n ** 53n + 1n, 2n ** 64n - 1n, 2n ** 90n + 7n]
  for (const count of EDGES) writer.count(count)
  for (const amount of amounts) writer.amount(amount)
  for (const amount of amounts) writer.signed(-amount)
  for (const big of bigs) writer.big(big)

  const reader = new ByteReader(writer.bytes())
  expect(EDGES.map(() => reader.count())).toEqual(EDGES)
  expect(amounts.map(() => reader.count())).toEqual(amounts)
  expect(amounts.map(() => 0 - reader.signed())).toEqual(amounts)
  expect(bigs.map(() => reader.big())).toEqual(bigs)
  expect(() => reader.count()).toThrow(RangeError)
})
