import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { forgetDesktop, getDesktop, saveDesktop } from '#contract/desktop.ts'
import { createDesktopSync } from '#src/platform/desktop-sync/desktop-sync.ts'
import type { Parts } from '#src/platform/desktop-sync/merge-parts.ts'
import { SYNC_OFF } from '#src/platform/desktop-sync/sync-store.ts'
import type { SyncState } from '#src/platform/desktop-sync/sync-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { createSignedInApi } from '#tests/mocks/signed-in-api.ts'
import { network } from '#tests/mocks/server.ts'

const WINDOWS = (...paths: string[]) => ({
  windows: paths.map((path) => ({
    id: path,
    title: path,
    path,
    is_minimized: false,
    is_maximized: false,
    snap: null,
    cell: null,
    rect: { x: 0, y: 0, width: 400, height: 300 },
    placed_on: { width: 1440, height: 900 },
  })),
  from_bottom: paths,
  split: { x: 0.5, y: 0.5 },
})

let kept: { version: number; parts: Parts | null }
let isDown: boolean

beforeEach(() => {
  kept = { version: 0, parts: null }
  isDown = false
  const whenUp = (respond: () => object) => (isDown ? failure('UNAVAILABLE', 'Not now') : respond())
  network.use(
    answer(getDesktop, () =>
      whenUp(() => ({ status: 'success', data: { ...kept, updated_at: null }, error: null })),
    ),
    answer(saveDesktop, ({ body }) =>
      whenUp(() => {
        const sent = saveDesktop.body.parse(body)
        const { version } = sent
        if (version !== kept.version) {
          return { status: 'success', data: { is_saved: false, version }, error: null }
        }
        kept = { version: kept.version + 1, parts: { ...kept.parts, ...sent.parts } }
        return { status: 'success', data: { is_saved: true, version: kept.version }, error: null }
      }),
    ),
    answer(forgetDesktop, () => {
      kept = { version: kept.version + 1, parts: null }
      return { status: 'success', data: { version: kept.version }, error: null }
    }),
  )
})

afterEach(() => vi.useRealTimers())

const browser = (first: Parts = {}) => {
  let parts: Parts = {
    windows: WINDOWS(),
    icon_names: {},
    icon_order: [],
    dock: ['/settings'],
    ...first,
  }
  let hasWindows = false
  const store = createStore<SyncState>(() => SYNC_OFF)
  const listeners = new Set<() => void>()
  const api = createSignedInApi()
  const sync = createDesktopSync({
    api,
    store,
    areWindowsShown: () => hasWindows,
    saveDelayMs: 1,
    parts: {
      read: () => parts,
      write: (changed) => {
        parts = { ...parts, ...changed }
      },
      watch: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  return {
    ...sync,
    store,
    parts: () => parts,
    showWindows: () => {
      hasWindows = true
    },
    change: (changed: Parts) => {
      parts = { ...parts, ...changed }
      for (const listener of listeners) listener()
    },
  }
}

describe('a desktop that follows the account', () => {
  it('is taken by a browser that signs in, with its windows', async () => {
    const one = browser({ windows: WINDOWS('/settings'), icon_names: { '/theme': 'Colors' } })
    await one.turnOn()
    const other = browser({ dock: ['/calendar'] })
    await other.merge()
    expect(other.store.getState().isOn).toBe(true)
    expect(other.parts()).toEqual(one.parts())
    expect(kept.version).toBe(1)
  })

  it('asks once and stays off when the account has none', async () => {
    const one = browser({ dock: ['/calendar'] })
    await one.merge()
    expect(one.store.getState().isOn).toBe(false)
    expect(kept).toEqual({ version: 0, parts: null })
  })

  it('saves changes after a moment, and merges those of two browsers', async () => {
    const [one, other] = [browser(), browser()]
    await one.turnOn()
    await other.merge()
    const stops = [one.follow(), other.follow()]
    one.change({ icon_names: { '/a': 'Mine' } })
    await expect.poll(() => kept.version).toBe(2)
    other.change({ dock: ['/calendar', '/settings'] })
    await expect.poll(() => kept.version).toBe(3)
    expect(kept.parts).toMatchObject({
      icon_names: { '/a': 'Mine' },
      dock: ['/calendar', '/settings'],
    })
    expect(other.parts()['icon_names']).toEqual({ '/a': 'Mine' })
    for (const stop of stops) stop()
  })

  it('leaves shown windows alone until the next visit', async () => {
    const [one, other] = [browser(), browser()]
    await one.turnOn()
    await other.merge()
    const stop = one.follow()
    one.change({ windows: WINDOWS('/settings', '/calendar') })
    await expect.poll(() => kept.version).toBe(2)
    other.showWindows()
    await other.merge()
    expect(other.parts()['windows']).toEqual(WINDOWS())
    expect(kept.parts?.['windows']).toEqual(WINDOWS('/settings', '/calendar'))
    stop()
  })

  it('keeps a change that was made offline, and sends it later', async () => {
    const one = browser()
    await one.turnOn()
    isDown = true
    const stop = one.follow()
    one.change({ icon_order: ['/b', '/a'] })
    await expect.poll(() => one.store.getState().problem).toBe('failed')
    isDown = false
    await one.merge()
    expect(kept.parts?.['icon_order']).toEqual(['/b', '/a'])
    expect(one.store.getState().problem).toBeNull()
    stop()
  })

  it('is requested again when the first attempt of a new browser failed', async () => {
    await browser({ dock: ['/calendar'] }).turnOn()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    isDown = true
    const other = browser()
    const first = other.merge()
    await vi.waitFor(async () => {
      // The client has a few tries of its own.
      await vi.advanceTimersByTimeAsync(1_000)
      expect(other.store.getState().problem).toBe('failed')
    })
    await first
    isDown = false
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    await expect.poll(() => other.parts()['dock']).toEqual(['/calendar'])
    expect(other.store.getState()).toMatchObject({ isOn: true, problem: null })
  })

  it('stops in every browser when one turns it off', async () => {
    const [one, other] = [browser(), browser()]
    await one.turnOn()
    await other.merge()
    await one.turnOff()
    const stop = other.follow()
    other.change({ dock: [] })
    await expect.poll(() => other.store.getState().isOn).toBe(false)
    expect(kept.parts).toBeNull()
    expect(other.parts()['dock']).toEqual([])
    stop()
  })
})
