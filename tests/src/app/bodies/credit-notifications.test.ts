import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { balanceChanges } from '#contract/payments.ts'
import { watchCredits } from '#src/app/bodies/credit-notifications.ts'
import { notifications } from '#src/platform/notifications/notifications.ts'
import { answer } from '#tests/mocks/answer.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { network } from '#tests/mocks/server.ts'

const change = (id: string, kind: string, day: number, sol = 0.5) => ({
  id,
  kind,
  amount: sol,
  points: sol * 100,
  balance: 1,
  created_at: `2026-11-${day}T10:00:00.000Z`,
})

const EARLIER = change('old', 'topup', 10)
let changes = [EARLIER]
let kept = memoryStorage()
const asked = vi.fn()

const watch = (queries = new QueryClient()) =>
  watchCredits({ queries, storage: () => kept.storage })

/** Waits until the changes were asked for, and returns the titles of all notifications, newest first. */
const readTitles = async (times: number): Promise<string[]> => {
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(times))
  await new Promise((resolve) => setTimeout(resolve, 50))
  return notifications.store.getState().all.map(({ title, text }) => `${title} ${text}`)
}

beforeEach(() => {
  notifications.clear()
  kept = memoryStorage()
  changes = [EARLIER]
  asked.mockClear()
  network.use(
    answer(balanceChanges, () => {
      asked()
      return { data: changes, meta: { offset: 0, limit: 20, total: 2, has_more: false } }
    }),
  )
})

it.each([
  ['refund', 0.01, []],
  ['topup', 0.5, ['+50 POINTS Your recharge was credited.']],
  ['operator', 0.05, ['+5 POINTS Credit from support.']],
  ['operator', -0.05, []],
])('describes a credit while the page is open: %s of %s SOL', async (kind, sol, titles) => {
  const queries = new QueryClient()
  queries.setQueryData(['balance', null], { user_sol_balance: 0.6 })
  const stop = watch(queries)
  expect(await readTitles(1)).toEqual([])
  changes = [change('new', kind, 11, sol), EARLIER]
  queries.setQueryData(['balance', null], { user_sol_balance: 1.6 })
  expect(await readTitles(2)).toEqual(titles)
  stop()
})

it('announces a recharge that was credited while the page was closed, once', async () => {
  const stopFirst = watch()
  expect(await readTitles(1)).toEqual([])
  stopFirst()
  changes = [change('new', 'topup', 11), EARLIER]
  const stop = watch()
  expect(await readTitles(2)).toEqual(['+50 POINTS Your recharge was credited.'])
  stop()
  notifications.clear()
  const stopLast = watch()
  expect(await readTitles(3)).toEqual([])
  stopLast()
})
