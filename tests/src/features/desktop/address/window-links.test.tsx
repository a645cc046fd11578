import { act, render, screen, waitFor } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DesktopScreen } from '#src/features/desktop/desktop-screen.tsx'
import { WindowLinks } from '#src/features/desktop/address/window-links.tsx'
import { setAddedApps, setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { listFromBottom } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { Toaster } from '#src/ui/toast/toaster.tsx'
import { testApp } from '#tests/support/desktop.ts'

const Body = () => <p>Body</p>

const arriveAt = (address: string) => {
  window.history.replaceState(null, '', address)
  return render(
    <BrowserRouter>
      <DesktopScreen links={<WindowLinks />} />
      <Toaster />
    </BrowserRouter>,
  )
}

const open = (path: string): string => {
  act(() => {
    windows.open({ path, title: path.slice(1) })
  })
  return windows.findByPath(path)?.id ?? ''
}

const shown = () => {
  const { windows: all, order } = windows.store.getState()
  return order.flatMap((id) => {
    const window = all[id]
    return window === undefined || window.isMinimized ? [] : [window.path]
  })
}

const activePath = () => {
  const { activeId, windows: all } = windows.store.getState()
  return activeId === null ? null : all[activeId]?.path
}

const search = () => window.location.search

beforeEach(() => {
  setAppRegistry([
    testApp('/settings', { Body, title: 'Settings' }),
    testApp('/calendar', { Body, title: 'Calendar' }),
  ])
  setAddedApps([], 'loading')
  windows.reload({ width: 1440, height: 900 })
})
afterEach(() => window.history.replaceState(null, '', '/'))

describe('a link', () => {
  it('opens every window it names, the last one active', () => {
    arriveAt('/ios-desktop?open=/settings&open=%2Fcalendar')
    expect(shown()).toEqual(['/settings', '/calendar'])
    expect(activePath()).toBe('/calendar')
    expect(search()).toBe('?open=/settings&open=/calendar')
  })

  it('adds to the windows that are there and closes none', () => {
    open('/settings')
    arriveAt('/ios-desktop?open=/calendar')
    expect(shown()).toEqual(['/settings', '/calendar'])
    expect(search()).toBe('?open=/settings&open=/calendar')
  })

  it('to an unknown path shows that and keeps the address', async () => {
    arriveAt('/ios-desktop?open=/nowhere&open=/settings')
    expect(await screen.findByText('Nothing opens at /nowhere')).toBeInTheDocument()
    expect(shown()).toEqual(['/settings'])
    expect(search()).toBe('?open=/settings')
  })

  it('to a disabled app shows that', async () => {
    setAddedApps([testApp('/app/7', { Body, title: 'Chart Bot', isDisabled: true })])
    arriveAt('/ios-desktop?open=/app/7')
    expect(await screen.findByText('Chart Bot is switched off')).toBeInTheDocument()
  })

  it('waits for the list with its app', () => {
    arriveAt('/ios-desktop?open=/app/7')
    expect(shown()).toEqual([])
    act(() => setAddedApps([testApp('/app/7', { Body, title: 'Chart Bot' })]))
    expect(shown()).toEqual(['/app/7'])
  })

  it('keeps its order when an app comes late', () => {
    arriveAt('/ios-desktop?open=/app/7&open=/settings&open=/app/8')
    expect(activePath()).toBe('/settings')
    act(() => setAddedApps([testApp('/app/7', { Body }), testApp('/app/8', { Body })]))
    expect(activePath()).toBe('/app/8')
    expect(listFromBottom(windows.store.getState().stacking)).toEqual(
      ['/app/7', '/settings', '/app/8'].map((path) => windows.findByPath(path)?.id),
    )
  })

  it('leaves its last window in front when an app before it comes late', () => {
    arriveAt('/ios-desktop?open=/app/7&open=/settings')
    act(() => setAddedApps([testApp('/app/7', { Body })]))
    expect(shown()).toContain('/app/7')
    expect(activePath()).toBe('/settings')
  })

  it('to an app that is in no list shows that once the lists have loaded', async () => {
    arriveAt('/ios-desktop?open=/app/7')
    expect(screen.queryByText('Nothing opens at /app/7')).not.toBeInTheDocument()
    act(() => setAddedApps([]))
    expect(await screen.findByText('Nothing opens at /app/7')).toBeInTheDocument()
    expect(search()).toBe('')
  })
})

describe('a link to an app of the lists', () => {
  it('does not call it unknown when the lists cannot be had', async () => {
    arriveAt('/ios-desktop?open=/app/7')
    act(() => setAddedApps([], 'failed'))
    expect(await screen.findByText('We couldn’t load your apps')).toBeInTheDocument()
    expect(screen.queryByText('App not found')).not.toBeInTheDocument()
  })
})

describe('the address', () => {
  it('follows opened, minimized and closed windows', async () => {
    arriveAt('/ios-desktop')
    const id = open('/settings')
    await waitFor(() => expect(search()).toBe('?open=/settings'))
    open('/calendar')
    await waitFor(() => expect(search()).toBe('?open=/settings&open=/calendar'))
    act(() => windows.minimize(id))
    await waitFor(() => expect(search()).toBe('?open=/calendar'))
    act(() => windows.close(id))
    expect(shown()).toEqual(['/calendar'])
  })

  it('follows raised windows without a step in the history', async () => {
    arriveAt('/ios-desktop')
    const id = open('/settings')
    open('/calendar')
    await waitFor(() => expect(search()).toBe('?open=/settings&open=/calendar'))
    const { length } = window.history
    act(() => windows.raise(id))
    await waitFor(() => expect(search()).toBe('?open=/calendar&open=/settings'))
    expect(window.history.length).toBe(length)
  })

  it('has the new order at once, so that a reload finds it', async () => {
    arriveAt('/ios-desktop')
    const id = open('/settings')
    open('/calendar')
    await act(() => Promise.resolve())
    await act(async () => windows.raise(id))
    expect(search()).toBe('?open=/calendar&open=/settings')
  })

  it('follows Back and Forward', async () => {
    arriveAt('/ios-desktop')
    open('/settings')
    await waitFor(() => expect(search()).toBe('?open=/settings'))
    const id = open('/calendar')
    await waitFor(() => expect(search()).toBe('?open=/settings&open=/calendar'))
    act(() => windows.minimize(id))
    await waitFor(() => expect(search()).toBe('?open=/settings'))
    window.history.back()
    await waitFor(() => expect(shown()).toEqual(['/settings', '/calendar']))
    window.history.back()
    await waitFor(() => expect(shown()).toEqual(['/settings']))
    expect(windows.findByPath('/calendar')).toBeUndefined()
    window.history.forward()
    await waitFor(() => expect(activePath()).toBe('/calendar'))
    expect(search()).toBe('?open=/settings&open=/calendar')
  })
})
