import { beforeEach, expect, it } from 'vitest'
import { desktopChatActions } from '#src/app/chat-actions.ts'
import { appearance } from '#src/platform/theme/appearance-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { describeChange } from '#src/platform/windows/model/announcements.ts'

beforeEach(() => windows.reload({ width: 1440, height: 900 }))

it('closes all windows as one change, which is announced once and undone at once', async () => {
  const ids = ['/a', '/b', '/c'].map((path) => windows.open({ path, title: path }))
  const announced: (string | null)[] = []
  const unsubscribe = windows.store.subscribe((now, before) => {
    announced.push(describeChange(before, now))
  })
  const closing = await desktopChatActions.run({ kind: 'close_windows' })
  unsubscribe()
  expect(windows.store.getState().order).toEqual([])
  expect(announced).toEqual(['3 windows closed'])
  if (closing.ok) closing.undo?.()
  expect(windows.store.getState().order).toEqual(ids)
})

it('has nothing to undo where no window was open', async () => {
  expect(await desktopChatActions.run({ kind: 'close_windows' })).toEqual({ ok: true, undo: null })
})

it('undoes a new wallpaper without a later accent', async () => {
  appearance.set({ wallpaper: 'dunes', accent: 'iris' })
  const changed = await desktopChatActions.run({ kind: 'set_wallpaper', wallpaper: 'aurora' })
  await desktopChatActions.run({ kind: 'set_accent', accent: 'teal' })
  if (changed.ok) changed.undo?.()
  expect(appearance.store.getState()).toMatchObject({ wallpaper: 'dunes', accent: 'teal' })
})

it('restores minimized windows in their order from the bottom up', async () => {
  const [first = ''] = ['/a', '/b'].map((path) => windows.open({ path, title: path }))
  windows.raise(first)
  const minimized = await desktopChatActions.run({ kind: 'minimize_windows' })
  if (minimized.ok) minimized.undo?.()
  expect(windows.store.getState().activeId).toBe(first)
})
