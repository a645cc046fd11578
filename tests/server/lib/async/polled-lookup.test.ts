import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPolledLookup } from '#server/lib/async/polled-lookup.ts'

const EVERY_MS = 20
const stays = new AbortController().signal

/** A table that keeps what it was asked. */
function watchedTable() {
  const values = new Map<string, number>()
  const lookups: string[][] = []
  let failure: Error | null = null
  const wait = createPolledLookup(async (keys) => {
    lookups.push([...keys])
    if (failure !== null) throw failure
    return new Map(
      keys.flatMap((key) => {
        const value = values.get(key)
        return value === undefined ? [] : [[key, value]]
      }),
    )
  }, EVERY_MS)
  const fail = (error: Error | null) => {
    failure = error
  }
  return { values, lookups, wait, fail }
}

it('asks once for all keys, and again only for those without a value', async () => {
  const { values, lookups, wait } = watchedTable()
  values.set('a', 1)
  const late = wait('b', stays)
  expect(await Promise.all([wait('a', stays), wait('a', stays)])).toEqual([1, 1])
  values.set('b', 2)
  expect(await late).toBe(2)
  expect(lookups[0]).toEqual(['b', 'a'])
  expect(lookups.slice(1).every((keys) => keys.join() === 'b')).toBe(true)
})

it('looks nothing up while nobody waits', async () => {
  const { lookups, wait } = watchedTable()
  const leaving = new AbortController()
  const left = wait('a', leaving.signal)
  await expect.poll(() => lookups.length).toBeGreaterThan(1)
  leaving.abort()
  expect(await left).toBeUndefined()
  expect(await wait('a', leaving.signal)).toBeUndefined()
  const { length } = lookups
  await sleep(5 * EVERY_MS)
  expect(lookups.length).toBe(length)
})

it('keeps the others of a key when one leaves', async () => {
  const { values, wait } = watchedTable()
  const leaving = new AbortController()
  const [left, stayed] = [wait('a', leaving.signal), wait('a', stays)]
  leaving.abort()
  expect(await left).toBeUndefined()
  values.set('a', 1)
  expect(await stayed).toBe(1)
})

it('fails its callers when a lookup fails, and works again afterwards', async () => {
  const { values, wait, fail } = watchedTable()
  fail(new Error('database gone'))
  await expect(wait('a', stays)).rejects.toThrow('database gone')
  fail(null)
  values.set('a', 1)
  expect(await wait('a', stays)).toBe(1)
})
