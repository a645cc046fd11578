import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAudits } from '#server/modules/apps/review/audit-repository.ts'
import { findApp, type AppRow } from '#server/modules/apps/store/app-repository.ts'
import { appStore, EXPLORER, type AppStore } from '#tests/server/modules/apps/app-store.ts'

let store: AppStore
beforeAll(async () => {
  store = await appStore()
})
afterAll(() => store?.close())

const find = async (): Promise<AppRow> => (await findApp(store.db, EXPLORER))!
const CHANGE = { tools: [], changes: [] }

it('keeps an app whose changed tools an operator approved during the call that found them', async () => {
  const audits = (await listAudits(store.db, EXPLORER)).length
  await store.apps.review.suspendChanged({ ...(await find()), pin: 'an earlier pin' }, CHANGE)
  expect((await find()).auditStatus).toBe('approved')
  expect(await listAudits(store.db, EXPLORER)).toHaveLength(audits)
})

it('suspends an app whose tools changed, and records it once', async () => {
  const app = await find()
  const audits = (await listAudits(store.db, EXPLORER)).length
  await store.apps.review.suspendChanged(app, CHANGE)
  await store.apps.review.suspendChanged(app, CHANGE)
  expect((await find()).auditStatus).toBe('pending')
  expect(await listAudits(store.db, EXPLORER)).toHaveLength(audits + 1)
})
