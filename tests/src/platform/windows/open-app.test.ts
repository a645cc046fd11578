import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAddedApps, setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { openAppWith } from '#src/platform/windows/open-app.ts'
import { takeConsoleErrors } from '#tests/setup.ts'
import { testApp } from '#tests/support/desktop.ts'

const Body = () => null

describe('opening an app', () => {
  const means = { openWindow: vi.fn(), navigate: vi.fn() }

  beforeEach(() => {
    means.openWindow.mockReset()
    means.navigate.mockReset()
  })

  it('runs its own action and nothing else', () => {
    const onIconClick = vi.fn()
    setAppRegistry([testApp('/a', { Body, onIconClick })])
    expect(openAppWith('/a', means)).toEqual({ ok: true, by: 'action' })
    expect(onIconClick).toHaveBeenCalledTimes(1)
    expect(means.openWindow).not.toHaveBeenCalled()
    expect(means.navigate).not.toHaveBeenCalled()
  })

  it('opens a window in its default size, with the full path', () => {
    const defaultSize = { widthRatio: 0.65, heightRatio: 0.7 }
    setAppRegistry([testApp('/a', { Body, defaultSize })])
    expect(openAppWith('/a?report=1', means)).toEqual({ ok: true, by: 'window' })
    expect(means.openWindow).toHaveBeenCalledWith({
      path: '/a?report=1',
      title: 'Title of /a',
      size: defaultSize,
    })
  })

  it('opens a window for an app that is coming soon', () => {
    setAppRegistry([testApp('/a', { status: 'coming_soon' })])
    expect(openAppWith('/a', means)).toEqual({ ok: true, by: 'window' })
  })

  it('goes to its own page when it has no window', () => {
    setAppRegistry([testApp('/a')])
    expect(openAppWith('/a', means)).toEqual({ ok: true, by: 'navigation' })
    expect(means.navigate).toHaveBeenCalledWith('/a')
  })

  it.each([
    ['/a', 'Could not create window for Title of /a'],
    ['/app/7', 'Could not create window for installed app'],
  ])('goes to the page of %s when its window cannot be made, and logs why', (path, logged) => {
    setAppRegistry([testApp('/a', { Body })])
    setAddedApps([testApp('/app/7', { Body })])
    means.openWindow.mockImplementation(() => {
      throw new Error('no window')
    })
    expect(openAppWith(path, means)).toEqual({ ok: true, by: 'navigation' })
    expect(means.navigate).toHaveBeenCalledWith(path)
    expect(takeConsoleErrors()).toEqual([[logged, new Error('no window')]])
  })

  it('knows installed apps and agents too', () => {
    setAddedApps([testApp('/app/7', { Body })])
    expect(openAppWith('/app/7', means)).toEqual({ ok: true, by: 'window' })
  })

  it('opens nothing at a path that no app has, and logs it', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(openAppWith('/nowhere', means)).toEqual({ ok: false, reason: 'unknown' })
    expect(means.navigate).not.toHaveBeenCalled()
    expect(warn).toHaveBeenCalledWith('App definition not found', '/nowhere')
  })

  it('does not open a disabled app', () => {
    setAddedApps([testApp('/app/7', { Body, isDisabled: true })])
    expect(openAppWith('/app/7', means)).toEqual({ ok: false, reason: 'disabled' })
  })
})
