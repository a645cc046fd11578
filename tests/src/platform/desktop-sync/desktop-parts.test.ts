import { afterEach, expect, it, vi } from 'vitest'
import { saveDesktop } from '#contract/desktop.ts'
import { desktopParts } from '#src/platform/desktop-sync/desktop-parts.ts'
import { widgets } from '#src/platform/apps/widgets-store.ts'
import { notifications } from '#src/platform/notifications/notifications.ts'

const choices = () => {
  const { quiet, deliveries } = notifications.store.getState()
  return { quiet, deliveries }
}

const atFirst = choices()
afterEach(() => notifications.adoptChoices(atFirst))

it('carries notification choices and quiet hours to another browser', () => {
  notifications.setDelivery('topic', 'list')
  notifications.setDelivery('app', 'off')
  notifications.setQuiet({ isOn: true, fromMinute: 23 * 60 + 5, toMinute: 0 })
  const chosen = choices()
  const parts = JSON.parse(JSON.stringify(desktopParts.read()))
  expect(saveDesktop.body.safeParse({ version: 0, parts }).success).toBe(true)

  notifications.adoptChoices(atFirst)
  desktopParts.write(parts)
  expect(choices()).toEqual(chosen)
})

it('reports a changed choice, and keeps the list when it adopts one', () => {
  const listener = vi.fn()
  const stop = desktopParts.watch(listener)
  notifications.setDelivery('report', 'off')
  expect(listener).toHaveBeenCalled()
  stop()
  notifications.clear()
  notifications.add({ kind: 'payment', title: 'Paid', text: '', path: '/sol-recharge' })
  desktopParts.write({ notifications: { report: 'toast', quiet: 'broken', quiet_from: 'x' } })
  expect(choices()).toEqual(atFirst)
  expect(notifications.store.getState().all).toMatchObject([{ title: 'Paid' }])
})

it('carries the widgets to another browser', () => {
  const listener = vi.fn()
  const stop = desktopParts.watch(listener)
  widgets.toggle('watchlist')
  expect(listener).toHaveBeenCalled()
  stop()
  const parts = JSON.parse(JSON.stringify(desktopParts.read()))
  expect(saveDesktop.body.safeParse({ version: 0, parts }).success).toBe(true)
  widgets.toggle('watchlist')
  desktopParts.write(parts)
  expect(widgets.store.getState().shown).toEqual(['watchlist'])
  desktopParts.write({ widgets: 'broken' })
  expect(widgets.store.getState().shown).toEqual([])
})
