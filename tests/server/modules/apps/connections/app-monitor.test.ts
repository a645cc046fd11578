import { expect, it } from 'vitest'
import { createAppMonitor } from '#server/modules/apps/connections/app-monitor.ts'
import { appStore, EXPLORER } from '#tests/server/modules/apps/app-store.ts'

it('stops in time for the server while an app does not answer', async () => {
  const store = await appStore()
  const user = await store.signIn()
  await user.call('POST', '/apps/install', { body: { appId: EXPLORER } })
  const checking = Promise.withResolvers<void>()
  const check = () => {
    checking.resolve()
    return new Promise<void>(() => undefined)
  }
  const settings = { onError: () => undefined, staleSeconds: 0, pauseMs: 1 }
  const monitor = createAppMonitor({ db: store.db, calls: { check }, ...settings })
  monitor.start()
  await checking.promise
  await monitor.stop()
  await store.close()
  expect(store.failures).toEqual([])
})
