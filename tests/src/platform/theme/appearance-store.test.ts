import { expect, it } from 'vitest'
import { createStorage } from '#src/lib/storage/storage.ts'
import { AS_DELIVERED, appearance, createAppearance } from '#src/platform/theme/appearance-store.ts'
import { startAppearance } from '#src/platform/theme/apply-appearance.ts'
import { isMotionReduced } from '#src/platform/theme/motion.ts'

const storage = createStorage(
  () => window.localStorage,
  () => window,
)

it('keeps what was chosen over a reload', () => {
  createAppearance(storage).set({ isStatusBarTransparent: true, accent: 'teal' })
  expect(createAppearance(storage).store.getState()).toEqual({
    ...AS_DELIVERED,
    isStatusBarTransparent: true,
    accent: 'teal',
  })
})

it('is as delivered when the saved one cannot be read', () => {
  storage.set('soldesk.appearance', '{"version":1}')
  expect(createAppearance(storage).store.getState().isStatusBarTransparent).toBe(false)
})

it('is as delivered after a version that it does not know', () => {
  storage.set(
    'soldesk.appearance',
    '{"version":3,"isStatusBarTransparent":true,"hasSectionTitles":false}',
  )
  expect(createAppearance(storage).store.getState()).toEqual(AS_DELIVERED)
})

it('takes over what the first version kept', () => {
  storage.set(
    'soldesk.appearance',
    '{"version":1,"isStatusBarTransparent":true,"hasSectionTitles":false}',
  )
  expect(createAppearance(storage).store.getState()).toEqual({
    ...AS_DELIVERED,
    isStatusBarTransparent: true,
    hasSectionTitles: false,
  })
})

it('falls back by itself for a choice that it does not know', () => {
  createAppearance(storage).set({ wallpaper: 'dawn', dockSize: 'large' })
  const saved = window.localStorage.getItem('soldesk.appearance') ?? ''
  storage.set('soldesk.appearance', saved.replace('"dawn"', '"volcano"'))
  const { wallpaper, dockSize } = createAppearance(storage).store.getState()
  expect(wallpaper).toBe('dunes')
  expect(dockSize).toBe('large')
})

it('marks the page, follows the store and another tab', () => {
  const stop = startAppearance()
  appearance.set({ accent: 'rose', motion: 'reduced' })
  expect(document.documentElement).toHaveAttribute('data-accent', 'rose')
  expect(document.documentElement).not.toHaveAttribute('data-dock-size')
  expect(isMotionReduced()).toBe(true)
  const text = window.localStorage.getItem('soldesk.appearance') ?? ''
  window.localStorage.setItem('soldesk.appearance', text.replace('"rose"', '"teal"'))
  window.dispatchEvent(new StorageEvent('storage', { key: 'soldesk.appearance' }))
  expect(document.documentElement).toHaveAttribute('data-accent', 'teal')
  appearance.set({ dockSize: 'large' })
  expect(document.documentElement).toHaveAttribute('data-dock-size', 'large')
  appearance.set({ dockSize: 'medium' })
  expect(document.documentElement).toHaveAttribute('data-dock-size', 'medium')
  stop()
  appearance.set({ accent: 'plum', motion: 'full' })
  expect(document.documentElement).toHaveAttribute('data-accent', 'teal')
})
