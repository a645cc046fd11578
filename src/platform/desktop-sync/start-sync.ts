import { systemClock } from '#src/lib/clock.ts'
import { keepTrying } from '#src/lib/sync/keep-trying.ts'
import { readUserId } from '#src/platform/auth/auth-store.ts'
import type { DesktopSync } from './desktop-sync.ts'
import { mayNeedDesktop, syncStore } from './sync-store.ts'

/** If the account's desktop takes longer, the local one is shown first. */
const MAX_WAIT_MS = 600

type Started = { userId: string; sync: Promise<DesktopSync>; merge: Promise<void> | null }

let started: Started | null = null

const load = async (): Promise<DesktopSync> => {
  const [{ createDesktopSync }, { desktopParts }, { api }] = await Promise.all([
    import('./desktop-sync.ts'),
    import('./desktop-parts.ts'),
    import('#src/platform/auth/page-session.ts'),
  ])
  const areWindowsShown = () => document.querySelector('[data-window]') !== null
  return createDesktopSync({ api, store: syncStore, parts: desktopParts, areWindowsShown })
}

const startSync = (userId: string): Started => {
  if (started?.userId === userId) return started
  const fresh: Started = { userId, sync: load(), merge: null }
  started = fresh
  fresh.sync.catch(() => {
    // The next call loads the code again.
    if (started === fresh) started = null
  })
  return fresh
}

/** Reads and merges the account's desktop, once for all callers. Rejects if the code did not load. */
const mergeOnce = (userId: string): Promise<void> => {
  const current = startSync(userId)
  current.merge ??= current.sync.then((sync) => sync.merge())
  return current.merge
}

/** Resolves when the account's desktop has been merged, or after `MAX_WAIT_MS`. */
export const waitForDesktop = async (): Promise<void> => {
  const userId = readUserId()
  if (userId === null || !mayNeedDesktop()) return
  await Promise.race([mergeOnce(userId).catch(() => undefined), systemClock.sleep(MAX_WAIT_MS)])
}

/** Syncs the desktop of this browser with that of the account while the user has turned that on. */
export const followDesktop = (userId: string): (() => void) => {
  const over = new AbortController()
  const { signal } = over
  const onFailure = (error: unknown) => console.warn('The desktop could not be synced', error)
  let isFollowed = false
  const begin = async () => {
    const sync = await startSync(userId).sync
    if (!signal.aborted) signal.addEventListener('abort', sync.follow())
  }
  const beginIfOn = () => {
    if (!syncStore.getState().isOn || isFollowed) return
    isFollowed = true
    void keepTrying(begin, { signal, onFailure })
  }
  signal.addEventListener('abort', syncStore.subscribe(beginIfOn))
  beginIfOn()
  if (mayNeedDesktop()) void keepTrying(() => mergeOnce(userId), { signal, onFailure })
  return () => {
    over.abort()
    started?.sync.then((sync) => sync.end()).catch(() => undefined)
    started = null
  }
}

/** Turns the sync of the desktop on or off in every browser. Rejects with the server's error. */
export const setDesktopSync = async (isOn: boolean): Promise<void> => {
  const userId = readUserId()
  if (userId === null) return
  const sync = await startSync(userId).sync
  await (isOn ? sync.turnOn() : sync.turnOff())
}
