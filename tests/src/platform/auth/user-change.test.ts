import { expect, it, vi } from 'vitest'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { userStorage } from '#src/lib/storage/user-storage.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { authStore } from '#src/platform/auth/auth-state.ts'
import { clearCredentials } from '#src/platform/auth/auth-store.ts'
import { askForTopUp, topUp } from '#src/platform/top-up/top-up-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

const signIn = (id: string) =>
  authStore.setState({ status: 'authenticated', user: { id, username: id } })
const signOut = () => authStore.setState({ status: 'unauthenticated', user: null })

it('gives every user their own windows, icons and waiting work on the same page', () => {
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
  expect(userStorage(browserStorage, 'bob').keys()).toEqual([])
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
  expect(userStorage(browserStorage, 'bob').get('windows')).toBeNull()
  expect(userStorage(browserStorage, 'ada').get('windows')).toContain('/settings')
})

it('removes lists of chats and the wallet with the credentials, and leaves the theme', () => {
  for (const key of ['access_token', 'wallet_name', 'chatApp_global', 'chatApp_app-1', 'theme']) {
    browserStorage.set(key, 'x')
  }
  clearCredentials(browserStorage)
  expect(browserStorage.keys()).toEqual(['theme'])
})
