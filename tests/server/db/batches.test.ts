import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { readInBatches, type ListKey } from '#server/db/batches.ts'

type Row = { at: string; id: string; text: string }

const listOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    // Three rows share each time.
    at: `2026-01-01 ${String(99 - Math.floor(index / 3)).padStart(2, '0')}`,
    id: String(999 - index),
    text: 'x'.repeat(4_096),
  }))

const isBelow = (row: Row, { at, id }: ListKey) => row.at < at || (row.at === at && row.id < id)

const readerOf = (list: readonly Row[]) =>
  vi.fn(async (after: ListKey, limit: number) =>
    list.filter((row) => isBelow(row, after)).slice(0, limit),
  )

describe('readInBatches', () => {
  it.each([0, 1, 4, 5, 6, 10, 23])('yields each of %i rows once, in order', async (count) => {
    const list = listOf(count)
    const read = readerOf(list)
    const seen: Row[] = []
    for await (const rows of readInBatches(read, (row) => row, 5)) seen.push(...rows)
    expect(seen).toEqual(list)
    expect(read).toHaveBeenCalledTimes(Math.floor(count / 5) + 1)
  })

  it('reads no further than a slow reader takes', async () => {
    const read = readerOf(listOf(200))
    async function* lines() {
      for await (const rows of readInBatches(read, (row: Row) => row, 5)) {
        yield rows.map(({ text }) => text).join('')
      }
    }
    const stream = Readable.from(lines(), { objectMode: false })
    stream.once('readable', () => undefined)
    for (let turns = 0; turns < 200; turns += 1) await turn()
    expect(read.mock.calls.length).toBeLessThan(8)
    stream.destroy()
    await turn()
    const reads = read.mock.calls.length
    for (let turns = 0; turns < 50; turns += 1) await turn()
    expect(read).toHaveBeenCalledTimes(reads)
  })
})
