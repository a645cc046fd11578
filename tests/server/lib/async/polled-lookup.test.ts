import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPolledLookup } from '#server/lib/async/polled-lookup.ts'

const EVERY_MS = 20
const stays = new AbortController().signal

/** A log that keeps what it was asked. */
function watchedLog() {
  const entries = new Map<string, number>()
  const lookups: string[][] = []
  let failure: Error | null = null
  const find = createPolledLookup(async (positions) => {
    lookups.push(positions.map(({ id }) => id))
    if (failure !== null) throw failure
    return positions.flatMap((position) => {
      const entry = entries.get(position.id)
      return entry === undefined ? [] : [{ ...position, entry }]
    })
  }, EVERY_MS)
  const wait = async (id: string, signal = stays) => (await find({ id, seq: 0 }, signal))?.entry
  const fail = (error: Error | null) => {
    failure = error
  }
  return { entries, lookups, wait, fail }
}

it('asks once for all positions, and again only for those without an entry', async () => {
  const { entries, lookups, wait } = watchedLog()
  entries.set('a', 1)
  const late = wait('b')
  expect(await Promise.all([wait('a'), wait('a')])).toEqual([1, 1])
  entries.set('b', 2)
  expect(await late).toBe(2)
  expect(lookups[0]).toEqual(['b', 'a'])
  expect(lookups.slice(1).every((ids) => ids.join() === 'b')).toBe(true)
})

it('does not poll without waiters', async () => {
  const { lookups, wait } = watchedLog()
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

it('keeps the others of a position when one leaves', async () => {
  const { entries, wait } = watchedLog()
  const leaving = new AbortController()
  const [left, stayed] = [wait('a', leaving.signal), wait('a')]
  leaving.abort()
  expect(await left).toBeUndefined()
  entries.set('a', 1)
  expect(await stayed).toBe(1)
})

it('fails its callers when a lookup fails, and works again afterwards', async () => {
  const { entries, wait, fail } = watchedLog()
  fail(new Error('database gone'))
  await expect(wait('a')).rejects.toThrow('database gone')
  fail(null)
  entries.set('a', 1)
  expect(await wait('a')).toBe(1)
})
