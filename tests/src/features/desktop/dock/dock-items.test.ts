import { describe, expect, it } from 'vitest'
import { buildDockItems, decideDockPress } from '#src/features/desktop/dock/dock-items.ts'

const apps = ['/wallet-finder', '/agent-builder', '/settings', '/calendar'].map((path) => ({
  path,
  title: path,
}))

const PINS = ['/wallet-finder', '/agent-builder', '/settings']

const open = (id: string, path: string) => ({ id, path, title: path })

describe('the dock', () => {
  it('holds exactly the three at first', () => {
    const { pinned, running } = buildDockItems(apps, [], PINS)
    expect(pinned.map((item) => item.path)).toEqual([
      '/wallet-finder',
      '/agent-builder',
      '/settings',
    ])
    expect(pinned.every((item) => item.windowId === null)).toBe(true)
    expect(running).toEqual([])
  })

  it('marks a pinned app that is open and adds the others beyond it', () => {
    const { pinned, running } = buildDockItems(
      apps,
      [open('1', '/calendar'), open('2', '/wallet-finder?report=1')],
      PINS,
    )
    expect(pinned[0]?.windowId).toBe('2')
    expect(running).toEqual([{ path: '/calendar', title: '/calendar', windowId: '1' }])
  })
})

it('keeps the second window of a pinned app beyond the divider', () => {
  const { pinned, running } = buildDockItems(
    apps,
    [open('1', '/settings'), open('2', '/settings?tab=account')],
    PINS,
  )
  expect(pinned.at(-1)?.windowId).toBe('1')
  expect(running.map(({ windowId }) => windowId)).toEqual(['2'])
})

it('leaves out a pin whose app is gone', () => {
  const { pinned } = buildDockItems(apps, [], ['/app/gone', '/calendar'])
  expect(pinned.map(({ path }) => path)).toEqual(['/calendar'])
})

it.each([
  ['opens an app without a window', undefined, false, 'open'],
  ['minimises the active window', { isMinimized: false }, true, 'minimize'],
  ['raises a window behind others', { isMinimized: false }, false, 'restore'],
  ['restores a minimised window', { isMinimized: true }, false, 'restore'],
] as const)('a press %s', (_what, window, isActive, press) => {
  expect(decideDockPress(window, isActive)).toBe(press)
})
