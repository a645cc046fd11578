import { expect, it } from 'vitest'
import { createStorage } from '#src/lib/storage.ts'
import { createAppearance } from '#src/platform/theme/appearance-store.ts'

const storage = createStorage(
  () => window.localStorage,
  () => window,
)

it('keeps what was chosen over a reload', () => {
  createAppearance(storage).set({ isStatusBarTransparent: true })
  expect(createAppearance(storage).store.getState()).toEqual({
    isStatusBarTransparent: true,
    hasSectionTitles: true,
  })
})

it('is as delivered when the saved one cannot be read', () => {
  storage.set('soldesk.appearance', '{"version":1}')
  expect(createAppearance(storage).store.getState().isStatusBarTransparent).toBe(false)
})
