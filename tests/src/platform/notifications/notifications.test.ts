import { beforeEach, describe, expect, it } from 'vitest'
import {
  createNotifications,
  isQuietAt,
  notifications,
  notify,
  showResult,
} from '#src/platform/notifications/notifications.ts'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { resetToasts, toastStore } from '#src/ui/toast/toast-store.ts'
import { testApp } from '#tests/support/desktop.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'

const READY = {
  kind: 'report',
  title: 'CA Analysis is ready',
  text: 'BONK',
  path: '/wallet-finder?report=1',
} as const

const isToasted = () => toastStore.getState().toast?.title === READY.title

beforeEach(() => {
  for (const id of windows.store.getState().order) windows.close(id)
  resetToasts()
  notifications.clear()
  notifications.setQuiet({ isOn: false, fromMinute: 0, toMinute: 0 })
  notifications.setDelivery('report', 'toast')
  setAppRegistry([testApp('/wallet-finder', { Body: () => null }), testApp('/settings')])
})

describe('a notification', () => {
  it('is kept, shown in a toast and marks its app', () => {
    notify(READY)
    expect(notifications.store.getState()).toMatchObject({
      all: [{ ...READY, isRead: false }],
      attention: ['/wallet-finder'],
    })
    expect(isToasted()).toBe(true)
  })

  it('needs no toast while its window is in front', () => {
    windows.open({ path: '/wallet-finder', title: 'CA Analysis' })
    notify(READY)
    expect(isToasted()).toBe(false)
    expect(notifications.store.getState()).toMatchObject({
      all: [{ isRead: true }],
      attention: [],
    })
  })

  it('of a price has a toast wherever the user looks', () => {
    windows.open({ path: '/wallet-finder', title: 'CA Analysis' })
    notify({ ...READY, kind: 'price' })
    expect(isToasted()).toBe(true)
    expect(notifications.store.getState()).toMatchObject({ all: [{ isRead: false }] })
  })

  it('needs no toast while a chat shows the result', () => {
    const hide = showResult(READY.path)
    notify(READY)
    expect(isToasted()).toBe(false)
    expect(notifications.store.getState()).toMatchObject({ all: [{ isRead: true }], attention: [] })
    hide()
    notify({ ...READY, id: 'again' })
    expect(isToasted()).toBe(true)
  })

  it('is read, and its toast closed, once a chat shows the result', () => {
    notify(READY)
    showResult('/wallet-finder?report=2')()
    expect(toastStore.getState().toast?.isOpen).toBe(true)
    showResult(READY.path)()
    expect(toastStore.getState().toast?.isOpen).toBe(false)
    expect(notifications.store.getState().all).toMatchObject([{ isRead: true }])
  })

  it('does not pop up in quiet hours', () => {
    notifications.setQuiet({ isOn: true, fromMinute: 0, toMinute: 24 * 60 - 1 })
    const isLastMinute = notifications.allowsToast('report')
    notify(READY)
    expect(isToasted()).toBe(isLastMinute)
    expect(notifications.store.getState().all).toHaveLength(1)
  })

  it.each([
    ['list', 1],
    ['off', 0],
  ] as const)('of a kind set to “%s” has no toast and %i line', (delivery, lines) => {
    notifications.setDelivery('report', delivery)
    notify(READY)
    expect(isToasted()).toBe(false)
    expect(notifications.store.getState().all).toHaveLength(lines)
  })

  it('is kept once, even if several parts see the event', () => {
    notify({ ...READY, id: 'run:1' })
    notify({ ...READY, id: 'run:1' })
    expect(notifications.store.getState().all).toHaveLength(1)
  })
})

const memory = () => {
  const { kept, storage } = memoryStorage()
  return {
    kept,
    create: () =>
      createNotifications(
        () => storage,
        () => new Date(5),
      ),
  }
}

it('survive a reload, the latest hundred of them', () => {
  const { create } = memory()
  const first = create()
  for (let index = 0; index < 103; index += 1) first.add({ ...READY, id: String(index) })
  const { all } = create().store.getState()
  expect(all).toHaveLength(100)
  expect(all[0]?.id).toBe('102')
})

it('survive a broken entry as far as they can be read', () => {
  const { kept, create } = memory()
  const good = { ...READY, id: 'a', atMs: 1, isRead: true }
  const state = {
    all: [good, { ...good, kind: 'other' }, 7],
    quiet: 'x',
    attention: [3],
    deliveries: { app: 'off', topic: 5 },
  }
  kept.set('notifications', JSON.stringify({ state, version: 1 }))
  expect(create().store.getState()).toMatchObject({
    all: [good],
    attention: [],
    awaited: [],
    deliveries: { app: 'off', topic: 'toast' },
  })
})

it.each([
  ['23:30', true],
  ['06:59', true],
  ['07:00', false],
  ['12:00', false],
])('a night from 22:00 to 07:00 at %s', (time, isQuiet) => {
  const night = { isOn: true, fromMinute: 22 * 60, toMinute: 7 * 60 }
  expect(isQuietAt(night, new Date(`2026-11-20T${time}:00`))).toBe(isQuiet)
})
