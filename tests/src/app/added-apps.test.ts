import { afterEach, describe, expect, it, vi } from 'vitest'
import { listAgents } from '#contract/agents.ts'
import { listApps } from '#contract/apps.ts'
import { followAddedApps } from '#src/app/added-apps.ts'
import { addedListsChanged } from '#src/platform/apps/added-lists.ts'
import { agentPreviews } from '#src/platform/apps/agent-previews.ts'
import { appRegistry } from '#src/platform/apps/app-registry-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

let stop = () => {}
afterEach(() => stop())

describe('the lists of added apps', () => {
  it('count as complete when both are there, not when a preview ends before', async () => {
    network.use(
      answer(listApps, () => ({
        status: 'success',
        data: { app_list: [], installed_apps: [] },
        error: null,
      })),
      answer(listAgents, () => ({ status: 'success', data: [], error: null })),
    )
    stop = followAddedApps()
    agentPreviews.setState((state) => ({ ...state }))
    expect(appRegistry.getState().lists).toBe('awaited')
    await vi.waitFor(() => expect(appRegistry.getState().lists).toBe('there'))
  })
  it('keep what they held when they cannot be had, and are asked for again', async () => {
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
    addedListsChanged()
    await vi.waitFor(() => expect(appRegistry.getState().lists).toBe('missing'))
    expect(titles()).toEqual(['Scout'])
    isDown = false
    wake()
    await vi.waitFor(() => expect(appRegistry.getState().lists).toBe('there'))
    expect(titles()).toEqual(['Scout'])
  })
})
