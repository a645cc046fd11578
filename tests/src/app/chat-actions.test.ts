import { beforeEach, expect, it } from 'vitest'
import { desktopChatActions } from '#src/app/chat-actions.ts'
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
