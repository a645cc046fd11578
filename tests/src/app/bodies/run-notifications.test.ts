import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { findNews, watchRuns } from '#src/app/bodies/run-notifications.ts'
import type { ListedRun } from '#contract/endpoint/paid-run.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { notifications } from '#src/platform/notifications/notifications.ts'

const run = (id: string, status: ListedRun['status']): ListedRun => ({
  id,
  status,
  title: 'CA Analysis',
  about: 'Demo…CNjU',
  path: `/wallet-finder?report=${id}`,
})

let kept = memoryStorage()
const storage = () => kept.storage

beforeEach(() => {
  notifications.clear()
  kept = memoryStorage()
})

it('reports a run that ended, and of none that was cancelled or had ended before', () => {
  const seen = { unfinished: new Set(['a', 'b', 'c']), newestId: 'd' }
  const news = findNews(seen, [
    run('a', 'done'),
    run('b', 'failed'),
    run('c', 'cancelled'),
    run('d', 'done'),
  ])
  expect(news.map(({ title }) => title)).toEqual(['CA Analysis is ready', 'CA Analysis failed'])
  expect(news.map(({ isFailure }) => isFailure)).toEqual([false, true])
  expect(news[1]?.text).toMatch(/ · You were refunded\.$/)
})

it('follows the runs that a charge began until they end', async () => {
  const queries = new QueryClient()
  let status: ListedRun['status'] = 'done'
  const load = vi.fn(() => Promise.resolve([run('a', status)]))
  const clock = {
    now: () => 0,
    sleep: () => {
      status = 'done'
      return Promise.resolve()
    },
  } as never
  const stop = watchRuns({ queries, clock, storage, load })
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  queries.setQueryData(['balance', null], { user_sol_balance: 0.1 })
  await new Promise((resolve) => setTimeout(resolve))
  status = 'running'
  queries.setQueryData(['balance', null], { user_sol_balance: 0.09 })
  await vi.waitFor(() => expect(notifications.store.getState().all).toHaveLength(1))
  expect(notifications.store.getState().all[0]).toMatchObject({
    title: 'CA Analysis is ready',
    path: '/wallet-finder?report=a',
  })
  stop()
})

it('reports a run that began and ended between two looks', async () => {
  const queries = new QueryClient()
  let runs = [run('a', 'done')]
  const load = vi.fn(() => Promise.resolve(runs))
  queries.setQueryData(['balance', null], { user_sol_balance: 0.1 })
  const stop = watchRuns({ queries, clock: {} as never, storage, load })
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve))
  runs = [run('b', 'done'), ...runs]
  queries.setQueryData(['balance', null], { user_sol_balance: 0.09 })
  await vi.waitFor(() => expect(notifications.store.getState().all).toHaveLength(1))
  expect(notifications.store.getState().all[0]?.path).toBe('/wallet-finder?report=b')
  stop()
})

it('reports a run that ended while the page was loaded again, once', async () => {
  const queries = new QueryClient()
  const look = async (runs: ListedRun[]) => {
    const load = vi.fn(() => Promise.resolve(runs))
    const clock = { sleep: () => new Promise(() => undefined) } as never
    const stop = watchRuns({ queries, clock, storage, load })
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
    await new Promise((resolve) => setTimeout(resolve))
    stop()
    return notifications.store.getState().all.map(({ path }) => path)
  }
  expect(await look([run('b', 'running'), run('a', 'done')])).toEqual([])
  expect(await look([run('c', 'done'), run('b', 'done'), run('a', 'done')])).toEqual([
    '/wallet-finder?report=b',
    '/wallet-finder?report=c',
  ])
  notifications.clear()
  expect(await look([run('c', 'done'), run('b', 'done'), run('a', 'done')])).toEqual([])
})
