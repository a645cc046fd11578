import { expect, it } from 'vitest'
import { createStorage } from '#src/lib/storage/storage.ts'
import {
  DEFAULT_APPEARANCE,
  appearance,
  createAppearance,
} from '#src/platform/theme/appearance-store.ts'
import { startAppearance } from '#src/platform/theme/apply-appearance.ts'
import { isMotionReduced } from '#src/platform/theme/motion.ts'

const storage = createStorage(
  () => window.localStorage,
  () => window,
)

it('keeps the choices after a reload', () => {
  createAppearance(storage).set({ isStatusBarTransparent: true, accent: 'teal' })
  expect(createAppearance(storage).store.getState()).toEqual({
    ...DEFAULT_APPEARANCE,
    isStatusBarTransparent: true,
    accent: 'teal',
  })
})

it('is as delivered when the saved one cannot be read', () => {
  storage.set('soldesk.appearance', '{"version":1')
  expect(createAppearance(storage).store.getState()).toEqual(DEFAULT_APPEARANCE)
})

it.each([
  ['the first version', '{"version":1,"isStatusBarTransparent":true,"hasSectionTitles":false}', {}],
  [
    'the second version',
    '{"version":2,"isStatusBarTransparent":true,"hasSectionTitles":false,"wallpaper":"aurora","accent":"plum","dockSize":"small","motion":"full"}',
    { wallpaper: 'aurora', accent: 'plum', dockSize: 'small', motion: 'full' },
  ],
  [
    'a version to come',
    '{"state":{"isStatusBarTransparent":true,"hasSectionTitles":false,"accent":"plum","glow":1},"version":99}',
    { accent: 'plum' },
  ],
])('takes over what %s kept', (_name, text, choices) => {
  storage.set('soldesk.appearance', text)
  expect(createAppearance(storage).store.getState()).toEqual({
    ...DEFAULT_APPEARANCE,
    isStatusBarTransparent: true,
    hasSectionTitles: false,
    ...choices,
  })
})

it('keeps the present shape', () => {
  createAppearance(storage).set({ accent: 'teal' })
  expect(JSON.parse(storage.get('soldesk.appearance') ?? '')).toEqual({
    state: { ...DEFAULT_APPEARANCE, accent: 'teal' },
    version: 3,
  })
})

it('falls back for one unknown choice only', () => {
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
