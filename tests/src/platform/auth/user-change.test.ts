import { describe, expect, it, vi } from 'vitest'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { createUserStorage } from '#src/lib/storage/user-storage.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { authStore, clearCredentials } from '#src/platform/auth/auth-store.ts'
import { askForTopUp, topUp } from '#src/platform/top-up/top-up-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

const signIn = (id: string) =>
  authStore.setState({ status: 'authenticated', user: { id, username: id } })
const signOut = () => authStore.setState({ status: 'unauthenticated', user: null })

it('keeps windows, icons and waiting work of users apart on the same page', () => {
  signIn('ada')
  windows.open({ path: '/research?q=secret', title: 'Research' })
  desktopIcons.rename('/settings', 'Levers')
  askForTopUp({ path: '/chat', title: 'Chat', points: 1 })
  // At once: what was not saved yet is saved for the user whose it is.
  signOut()
  expect(windows.store.getState().order).toEqual([])
  expect(desktopIcons.store.getState().names).toEqual({})
  expect(topUp.getState().work).toBeNull()
  signIn('bob')
  expect(windows.store.getState().order).toEqual([])
  expect(desktopIcons.store.getState().names).toEqual({})
  expect(createUserStorage(browserStorage, 'bob').keys()).toEqual([])
  signOut()
  signIn('ada')
  expect(windows.findByPath('/research')).toBeDefined()
  expect(desktopIcons.store.getState().names).toEqual({ '/settings': 'Levers' })
})

it('never saves the windows of one user as those of the next', () => {
  vi.useFakeTimers()
  signIn('ada')
  windows.open({ path: '/settings', title: 'Settings' })
  signIn('bob')
  vi.runAllTimers()
  vi.useRealTimers()
  expect(createUserStorage(browserStorage, 'bob').get('windows')).toBeNull()
  expect(createUserStorage(browserStorage, 'ada').get('windows')).toContain('/settings')
})

it('removes lists of chats and the wallet with the credentials, and leaves the theme', () => {
  for (const key of ['access_token', 'wallet_name', 'chatApp_global', 'chatApp_app-1', 'theme']) {
    browserStorage.set(key, 'x')
  }
  clearCredentials(browserStorage)
  expect(browserStorage.keys()).toEqual(['theme'])
})

describe('what earlier versions kept', () => {
  const windowOf = (path: string, x: number) =>
    `{"id":"${path.slice(1)}","title":"Title","path":"${path}","isMinimized":false,"isMaximized":false,"snap":null,"rect":{"x":${x},"y":60,"width":640,"height":420},"placedOn":{"width":1440,"height":900}}`
  const layout = `{"version":2,"windows":[${windowOf('/settings', 100)},${windowOf('/calendar', 200)}],"fromBottom":["calendar","settings"],"split":{"x":0.3,"y":0.5}}`
  const icons = '{"version":1,"names":{"/settings":"Levers"},"order":[],"removed":["/theme"]}'

  it.each([
    ['without a user', (key: string) => `soldesk.${key}`],
    ['for this user', (key: string) => `soldesk.user.ada.${key}`],
  ])('%s is there after the sign-in, and is written in the present shape', (_name, keyOf) => {
    vi.useFakeTimers()
    window.localStorage.setItem(keyOf('windows'), layout)
    window.localStorage.setItem(keyOf('icons'), icons)
    signIn('ada')
    expect(windows.store.getState()).toMatchObject({
      order: ['settings', 'calendar'],
      activeId: 'settings',
      split: { x: 0.3, y: 0.5 },
      windows: { calendar: { path: '/calendar', cell: null, rect: { x: 200 } } },
    })
    expect(desktopIcons.store.getState()).toEqual({
      names: { '/settings': 'Levers' },
      order: [],
      removed: ['/theme'],
    })
    vi.runAllTimers()
    vi.useRealTimers()
    const kept = (key: string) =>
      JSON.parse(createUserStorage(browserStorage, 'ada').get(key) ?? '') as { version: number }
    expect(kept('windows')).toMatchObject({
      version: 3,
      state: { windows: [{ path: '/settings' }, { path: '/calendar' }] },
    })
    expect(kept('icons').version).toBe(2)
  })
})
