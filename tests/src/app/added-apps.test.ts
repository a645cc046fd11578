import { afterEach, describe, expect, it, vi } from 'vitest'
import { listAgents } from '#contract/agents.ts'
import { listApps } from '#contract/apps.ts'
import { followAddedApps } from '#src/app/added-apps.ts'
import { agentPreviews } from '#src/platform/apps/agent-previews.ts'
import { appRegistry } from '#src/platform/apps/app-registry-store.ts'
import { answer } from '#tests/mocks/answer.ts'
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
    expect(appRegistry.getState().isComplete).toBe(false)
    await vi.waitFor(() => expect(appRegistry.getState().isComplete).toBe(true))
  })
})
