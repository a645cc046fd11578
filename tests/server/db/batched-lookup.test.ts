import { describe, expect, it } from 'vitest'
import { createBatchedLookup } from '#server/db/batched-lookup.ts'

/** A table whose lookups end when the test says so. */
function scriptedTable() {
  const lookups: { keys: readonly string[]; answer(version: string): void; fail(): void }[] = []
  const find = createBatchedLookup((keys) => {
    const reply = Promise.withResolvers<Map<string, string>>()
    lookups.push({
      keys,
      answer: (version) => reply.resolve(new Map(keys.map((key) => [key, `${key}@${version}`]))),
      fail: () => reply.reject(new Error('database gone')),
    })
    return reply.promise
  })
  const sent = (count: number) => expect.poll(() => lookups.length).toBe(count)
  return { find, lookups, sent }
}

describe('batched lookup', () => {
  it('asks once for keys that came together, and once for the same key', async () => {
    const { find, lookups, sent } = scriptedTable()
    const answers = Promise.all([find('a'), find('b'), find('a')])
    await sent(1)
    expect(lookups[0]?.keys).toEqual(['a', 'b'])
    lookups[0]?.answer('1')
    expect(await answers).toEqual(['a@1', 'b@1', 'a@1'])
  })

  it('never uses a lookup that was sent before the call', async () => {
    const { find, lookups, sent } = scriptedTable()
    const early = find('a')
    await sent(1)
    const late = find('a')
    await sent(2)
    lookups[0]?.answer('old')
    lookups[1]?.answer('new')
    expect(await early).toBe('a@old')
    expect(await late).toBe('a@new')
  })

  it('gathers keys while three lookups are under way', async () => {
    const { find, lookups, sent } = scriptedTable()
    const waiting: Promise<string | undefined>[] = []
    for (const key of ['a', 'b', 'c']) {
      waiting.push(find(key))
      await sent(waiting.length)
    }
    for (const key of ['d', 'e', 'f']) waiting.push(find(key))
    lookups[1]?.answer('1')
    await sent(4)
    expect(lookups[3]?.keys).toEqual(['d', 'e', 'f'])
    for (const lookup of lookups) lookup.answer('1')
    expect(await Promise.all(waiting)).toHaveLength(6)
  })

  it('returns undefined for a missing entry', async () => {
    const find = createBatchedLookup(async () => new Map([['b', 1]]))
    expect(await Promise.all([find('a'), find('b')])).toEqual([undefined, 1])
  })

  it('fails only those who waited for the failed lookup', async () => {
    const { find, lookups, sent } = scriptedTable()
    const unlucky = Promise.allSettled([find('a'), find('b')])
    await sent(1)
    lookups[0]?.fail()
    expect((await unlucky).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = find('a')
    await sent(2)
    lookups[1]?.answer('1')
    expect(await next).toBe('a@1')
  })
})
