import { renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listAgents } from '#contract/apps/agents.ts'
import { listApps } from '#contract/apps/apps.ts'
import { followAddedApps, uninstallFrom } from '#src/app/follow-added-apps.ts'
import { defineStoreApp } from '#src/platform/apps/added-app-definitions.ts'
import { notifyAddedListsChange } from '#src/platform/apps/app-list-changes.ts'
import { appRegistry, useListStatus } from '#src/platform/apps/app-registry-store.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { rawAnswer } from '#tests/mocks/raw-answer.ts'
import { network } from '#tests/mocks/server.ts'

let stop = () => {}
afterEach(() => stop())

describe('the lists of added apps', () => {
  it('keep their apps when they fail to load, and retry', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    let isDown = false
    network.use(
      answer(listApps, () => ({
        status: 'success',
        data: { app_list: [], installed_apps: [] },
        error: null,
      })),
      answer(listAgents, () =>
        isDown
          ? failure('INTERNAL', 'away')
          : { status: 'success', data: [{ id: '7', name: 'Scout' }], error: null },
      ),
    )
    let wake = () => {}
    const sleep = () => new Promise<void>((resolve) => (wake = resolve))
    stop = followAddedApps({ now: () => 0, sleep })
    const titles = () => appRegistry.getState().added.map(({ title }) => title)
    await vi.waitFor(() => expect(titles()).toEqual(['Scout']))
    isDown = true
    notifyAddedListsChange()
    await vi.waitFor(() => expect(appRegistry.getState().listStatus).toBe('failed'))
    expect(titles()).toEqual(['Scout'])
    isDown = false
    wake()
    await vi.waitFor(() => expect(appRegistry.getState().listStatus).toBe('loaded'))
    expect(titles()).toEqual(['Scout'])
  })
})

const statusOf = (path: string) => renderHook(() => useListStatus(path)).result.current

it('shows the lists of the last visit while the server is away', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const signIn = (id: string) =>
    authStore.setState({ status: 'authenticated', user: { id, username: id } })
  const clock = { now: () => 0, sleep: () => new Promise<void>(() => undefined) }
  const follow = async (status: string) => {
    stop()
    stop = followAddedApps(clock)
    await vi.waitFor(() => expect(appRegistry.getState().listStatus).toBe(status))
    return appRegistry.getState().added.map(({ title }) => title)
  }
  signIn('ada')
  network.use(
    answer(listApps, () => ({
      status: 'success',
      data: { app_list: [], installed_apps: [{ id: '7', name: 'Chart Bot' }] },
      error: null,
    })),
    answer(listAgents, () => ({ status: 'success', data: [{ id: '8', name: 'Scout' }] })),
  )
  expect(await follow('loaded')).toEqual(['Chart Bot', 'Scout'])
  network.use(answer(listApps, () => failure('INTERNAL', 'away')))
  expect(await follow('failed')).toEqual(['Chart Bot', 'Scout'])
  expect(statusOf('/app/7')).toBe('failed')
  expect(statusOf('/agent/8')).toBe('loaded')
  network.use(
    answer(listApps, () => failure('INTERNAL', 'away')),
    answer(listAgents, () => failure('INTERNAL', 'away')),
  )
  expect(await follow('failed')).toEqual(['Chart Bot', 'Scout'])
  signIn('bob')
  expect(await follow('failed')).toEqual([])
})

describe('uninstalling from the desktop', () => {
  const app = defineStoreApp({ id: '7', name: 'Chart Bot' }, async () => ({ Body: () => null }))

  it.each([
    [{ success: true }, true],
    [{ success: false }, false],
    [{}, false],
    [null, false],
  ])('with the answer %j is done: %s', async (data, isDone) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    network.use(rawAnswer('POST /apps/uninstall', { status: 'success', data }))
    expect(await uninstallFrom(app)).toBe(isDone)
    if (!isDone) {
      expect(warned).toHaveBeenCalledWith('Failed to uninstall app Chart Bot', expect.anything())
    }
  })
})

it('shows the entries beside one that does not fit', async () => {
  network.use(
    rawAnswer('GET /apps', {
      status: 'success',
      data: { app_list: [], installed_apps: [{ name: 'No id' }, { id: 7, name: 'Chart Bot' }] },
    }),
    rawAnswer('GET /apps/agents', { data: [null, { id: 8, name: 'Scout' }] }),
  )
  stop = followAddedApps()
  const titles = () => appRegistry.getState().added.map(({ title }) => title)
  await vi.waitFor(() => expect(titles()).toEqual(['Chart Bot', 'Scout']))
})
