import { systemClock } from '#src/lib/clock.ts'
import { readUserId } from '#src/platform/auth/auth-store.ts'
import type { DesktopSync } from './desktop-sync.ts'
import { mayHaveDesktop, syncStore } from './sync-store.ts'

/** A desktop that takes longer changes after it is shown. */
const MAX_WAIT_MS = 600

let started: { userId: string; sync: Promise<DesktopSync> } | null = null

const load = async (): Promise<DesktopSync> => {
  const [{ createDesktopSync }, { desktopParts }, { api }] = await Promise.all([
    import('./desktop-sync.ts'),
    import('./desktop-parts.ts'),
    import('#src/platform/auth/page-session.ts'),
  ])
  const areWindowsShown = () => document.querySelector('[data-window]') !== null
  return createDesktopSync({ api, store: syncStore, parts: desktopParts, areWindowsShown })
}

const syncOf = (userId: string): Promise<DesktopSync> => {
  if (started?.userId !== userId) started = { userId, sync: load() }
  return started.sync
}

let arriving: { userId: string; done: Promise<void> } | null = null

const arrive = (userId: string): Promise<void> => {
  if (arriving?.userId !== userId) {
    const done = syncOf(userId).then((sync) => sync.arrive())
    arriving = { userId, done }
  }
  return arriving.done
}

/** Settles when the account's desktop is here, or after a moment without it. */
export const waitForDesktop = async (): Promise<void> => {
  const userId = readUserId()
  if (userId === null || !mayHaveDesktop()) return
  await Promise.race([arrive(userId).catch(() => undefined), systemClock.sleep(MAX_WAIT_MS)])
}

/** Keeps the desktop of this browser and that of the account the same while the user wants it. */
export const followDesktop = (userId: string): (() => void) => {
  let stop: (() => void) | null = null
  let isOver = false
  const begin = async () => {
    const sync = await syncOf(userId)
    if (isOver || stop !== null) return
    stop = sync.follow()
  }
  const beginIfOn = () => {
    if (syncStore.getState().isOn && stop === null) {
      begin().catch((error: unknown) => console.warn('The desktop could not be kept', error))
    }
  }
  const forget = syncStore.subscribe(beginIfOn)
  beginIfOn()
  if (mayHaveDesktop()) arrive(userId).catch(() => undefined)
  return () => {
    isOver = true
    forget()
    stop?.()
    started?.sync.then((sync) => sync.end()).catch(() => undefined)
    started = null
    arriving = null
  }
}

/** Turns on or off that the desktop is the same in every browser. Rejects with the error of the server. */
export const keepDesktop = async (isWanted: boolean): Promise<void> => {
  const userId = readUserId()
  if (userId === null) return
  const sync = await syncOf(userId)
  await (isWanted ? sync.turnOn() : sync.turnOff())
}
