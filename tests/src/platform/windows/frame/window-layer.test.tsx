import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Profiler, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { onAddedListsChange } from '#src/platform/apps/app-list-changes.ts'
import { setAddedApps, setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { WindowLayer } from '#src/platform/windows/frame/window-layer.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { takeConsoleErrors } from '#tests/setup.ts'
import { desktopForTests, driveWindow, openAndSettle, testApp } from '#tests/support/desktop.ts'

const wait = desktopForTests()

const Plain = () => <p>Body</p>

describe('a window', () => {
  beforeEach(() => setAppRegistry([testApp('/a', { Body: Plain }), testApp('/b', { Body: Plain })]))

  it('is a non-modal dialog named after its app, with its three buttons', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    const dialog = screen.getByRole('dialog', { name: 'Title of /a' })
    expect(dialog).not.toHaveAttribute('aria-modal', 'true')
    expect(dialog).toHaveAttribute('data-window-path', '/a')
    for (const name of ['Minimize', 'Maximize', 'Close']) {
      expect(screen.getByRole('button', { name })).toBeInTheDocument()
    }
    expect(await screen.findByText('Body')).toBeInTheDocument()
  })

  it('opens in the default place', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    driveWindow('/a', wait).expectPlace({ x: 144, y: 68, width: 1152, height: 765 })
  })

  it('moves by its title bar and updates the store once, on release', async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    const told = vi.fn()
    const window = driveWindow('/a', wait).pressTitle().moveBy(20, 10)
    const stop = windows.store.subscribe(told)
    window.moveBy(30, 20).expectPlace({ x: 194, y: 98 })
    expect(told).not.toHaveBeenCalled()
    window.release().expectPlace({ x: 194, y: 98 })
    stop()
    expect(told).toHaveBeenCalledTimes(1)
    expect(windows.store.getState().windows[id]?.rect).toMatchObject({ x: 194, y: 98 })
  })

  it('stays within reach during the drag', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    driveWindow('/a', wait)
      .pressTitle()
      .moveBy(-5000, -5000)
      .expectPlace({ x: 40 - 1152, y: 0 })
      .moveBy(9000, 9000)
      .expectPlace({ x: 1400, y: 860 })
      .release()
      .expectPlace({ x: 1400, y: 860 })
  })

  it('treats a press without movement as a click', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    driveWindow('/a', wait).pressTitle().moveBy(1, 1).release().expectPlace({ x: 144, y: 68 })
  })

  it('goes back on Escape and stays there', async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    driveWindow('/a', wait)
      .pressTitle()
      .moveBy(200, 100)
      .escape()
      .expectPlace({ x: 144, y: 68 })
      .moveBy(50, 50)
      .release()
      .expectPlace({ x: 144, y: 68 })
    expect(windows.store.getState().windows[id]?.rect).toMatchObject({ x: 144, y: 68 })
    expect(document.documentElement).not.toHaveAttribute('data-gesture')
  })

  it('may vanish in the middle of a drag', async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    driveWindow('/a', wait).pressTitle().moveBy(200, 100)
    act(() => windows.close(id))
    expect(document.documentElement).not.toHaveAttribute('data-gesture')
  })

  it('resizes by an edge down to the smallest size', async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    driveWindow('/a', wait)
      .pressEdge('right', 1296, 400)
      .moveBy(-100, 0)
      .expectPlace({ width: 1052, height: 765 })
      .moveBy(-4000, 0)
      .release()
      .expectPlace({ x: 144, width: 300 })
    expect(windows.store.getState().windows[id]?.rect.width).toBe(300)
  })

  it('toggles maximizing on a double click, hides its grips, and restores exactly', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    const window = driveWindow('/a', wait)
    const title = window.element().querySelector('[data-window-title]') as Element
    fireEvent.doubleClick(title)
    window.expectPlace({ x: 36, y: 23, width: 1368, height: 855 })
    expect(window.element().querySelectorAll('.window-grip')).toHaveLength(0)
    window.pressTitle().moveBy(50, 50).release().expectPlace({ x: 36, y: 23 })
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }))
    window.expectPlace({ x: 144, y: 68, width: 1152, height: 765 })
    expect(window.element().querySelectorAll('.window-grip')).toHaveLength(8)
  })

  it('is out of sight and inert while minimised', async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    fireEvent.click(screen.getByRole('button', { name: 'Minimize' }))
    const element = document.querySelector('[data-window]')
    expect(element).not.toBeVisible()
    expect(element).toHaveAttribute('inert')
    act(() => windows.restore(id))
    expect(element).toBeVisible()
    expect(element).not.toHaveAttribute('inert')
  })

  it('fills a phone and cannot be dragged there', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    act(() => windows.setScreen({ width: 390, height: 844 }))
    driveWindow('/a', wait)
      .expectPlace({ x: 0, y: 0, width: 390, height: 780 })
      .pressTitle()
      .moveBy(50, 50)
      .release()
      .expectPlace({ x: 0, y: 0 })
    expect(screen.queryByRole('button', { name: 'Maximize' })).not.toBeInTheDocument()
  })
})

describe('focus', () => {
  beforeEach(() => setAppRegistry([testApp('/a', { Body: Plain }), testApp('/b', { Body: Plain })]))

  it('enters a window that opens and returns to its opener', async () => {
    render(
      <>
        <button type="button">Opener</button>
        <WindowLayer />
      </>,
    )
    const opener = screen.getByRole('button', { name: 'Opener' })
    opener.focus()
    await openAndSettle('/a')
    expect(screen.getByRole('dialog')).toHaveFocus()
    const close = screen.getByRole('button', { name: 'Close' })
    close.focus()
    fireEvent.click(close)
    expect(opener).toHaveFocus()
  })

  it('goes to the next window when that covers the opener of the closed one', async () => {
    render(
      <>
        <button type="button">Opener</button>
        <WindowLayer />
      </>,
    )
    await openAndSettle('/a')
    const next = screen.getByRole('dialog')
    const opener = screen.getByRole('button', { name: 'Opener' })
    opener.focus()
    const id = await openAndSettle('/b')
    const onTop = vi.spyOn(document, 'elementFromPoint').mockReturnValue(next)
    act(() => windows.minimize(id))
    expect(next).toHaveFocus()
    act(() => opener.focus())
    act(() => windows.restore(id))
    onTop.mockReturnValue(opener)
    act(() => windows.close(id))
    expect(opener).toHaveFocus()
  })

  it('is not taken by a layout that is restored', async () => {
    windows.open({ path: '/a', title: 'Title of /a' })
    windows.save()
    windows.reload({ width: 1440, height: 900 })
    render(<WindowLayer />)
    expect(await screen.findByRole('dialog')).not.toHaveFocus()
  })

  it('goes to the icon of the app when the opener is gone', async () => {
    const Desktop = ({ hasOpener }: { hasOpener: boolean }) => (
      <>
        {hasOpener && <button type="button">Opener</button>}
        <button type="button" data-icon="/a">
          Icon
        </button>
        <WindowLayer />
      </>
    )
    const { rerender } = render(<Desktop hasOpener />)
    screen.getByRole('button', { name: 'Opener' }).focus()
    const id = await openAndSettle('/a')
    rerender(<Desktop hasOpener={false} />)
    act(() => windows.close(id))
    expect(screen.getByRole('button', { name: 'Icon' })).toHaveFocus()
  })

  it('raises the window it moves into', async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    await openAndSettle('/b')
    driveWindow('/a', wait).element().focus()
    expect(windows.store.getState().activeId).toBe(id)
    expect(driveWindow('/a', wait).element()).toHaveAttribute('data-active')
  })
})

describe('rendering', () => {
  const counted = (path: string) => {
    const counts = { body: 0, chrome: 0 }
    const countBody = () => {
      counts.body += 1
    }
    const Body = () => {
      countBody()
      return <p>Body of {path}</p>
    }
    const app = testApp(path, { Body })
    // The title bar reads the icon once a render.
    Object.defineProperty(app, 'icon', {
      get: () => {
        counts.chrome += 1
        return 'settings'
      },
    })
    return { app, counts }
  }

  const openTwo = async () => {
    const a = counted('/a')
    const b = counted('/b')
    setAppRegistry([a.app, b.app])
    const commits = vi.fn()
    render(
      <Profiler id="windows" onRender={commits}>
        <WindowLayer />
      </Profiler>,
    )
    await openAndSettle('/b')
    await openAndSettle('/a')
    await screen.findByText('Body of /a')
    await screen.findByText('Body of /b')
    const before = { a: { ...a.counts }, b: { ...b.counts } }
    return { a: a.counts, b: b.counts, before, commits }
  }

  it('leaves every other window and every body alone while one is dragged', async () => {
    const { a, b, before } = await openTwo()
    const window = driveWindow('/a', wait).pressTitle()
    for (let step = 0; step < 20; step += 1) window.moveBy(7, 3)
    expect(a).toEqual(before.a)
    window.release()
    expect(b).toEqual(before.b)
    expect(a.body).toBe(before.a.body)
  })

  it('leaves every window alone when another one is focused', async () => {
    const { a, b, before, commits } = await openTwo()
    commits.mockClear()
    driveWindow('/b', wait).pressBody().release()
    expect(driveWindow('/b', wait).element()).toHaveAttribute('data-active')
    expect(driveWindow('/a', wait).element()).not.toHaveAttribute('data-active')
    expect(a).toEqual(before.a)
    expect(b).toEqual(before.b)
  })
})

describe('a body', () => {
  it('that fails keeps its window and other windows, and can be retried', async () => {
    let isBroken = true
    const Fragile = () => {
      if (isBroken) throw new Error('The feed is empty')
      return <p>All is well</p>
    }
    const Counter = () => {
      const [count, setCount] = useState(0)
      return (
        <button type="button" onClick={() => setCount(count + 1)}>
          {count} presses
        </button>
      )
    }
    setAppRegistry([testApp('/a', { Body: Fragile }), testApp('/b', { Body: Counter })])
    render(<WindowLayer />)
    await openAndSettle('/b')
    fireEvent.click(await screen.findByRole('button', { name: '0 presses' }))
    await openAndSettle('/a')
    expect(await screen.findByText('The feed is empty')).toBeInTheDocument()
    expect(takeConsoleErrors()).not.toEqual([])
    expect(screen.getByRole('button', { name: '1 presses' })).toBeInTheDocument()
    isBroken = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('All is well')).toBeInTheDocument()
  })

  it('whose code does not load shows that, and loads it again on Retry', async () => {
    const fetchBody = vi
      .fn<() => Promise<{ Body: () => React.JSX.Element }>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
      .mockResolvedValue({ Body: () => <p>Arrived</p> })
    setAppRegistry([testApp('/a', { body: fetchBody })])
    render(<WindowLayer />)
    await openAndSettle('/a')
    expect(await screen.findByText('We couldn’t load this')).toBeInTheDocument()
    takeConsoleErrors()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Arrived')).toBeInTheDocument()
  })

  it('of an app that is coming soon shows what the app will do', async () => {
    setAppRegistry([testApp('/a', { status: 'coming_soon', upcoming: ['Follows addresses.'] })])
    render(<WindowLayer />)
    await openAndSettle('/a')
    expect(screen.getByText('Coming soon')).toBeInTheDocument()
    expect(screen.getByText('Follows addresses.')).toBeInTheDocument()
  })

  it('rises when it is opened, and does not animate when the desktop is shown again', async () => {
    setAppRegistry([testApp('/a', { Body: Plain })])
    const desktop = render(<WindowLayer />)
    await openAndSettle('/a')
    const chrome = () => document.querySelector('[data-window] > .window-chrome')
    expect(chrome()).toHaveClass('animate-rise-in')
    desktop.unmount()
    render(<WindowLayer />)
    await waitFor(() => expect(chrome()).not.toBeNull())
    expect(chrome()).not.toHaveClass('animate-rise-in')
  })

  it('of an unknown path shows that, and loads once the app is known', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    expect(screen.getByText('This app is not on your desktop')).toBeInTheDocument()
    act(() => setAppRegistry([testApp('/a', { Body: Plain })]))
    expect(await screen.findByText('Body')).toBeInTheDocument()
  })

  it('of an app whose list fails does not call it uninstalled, and retries', async () => {
    const ask = vi.fn()
    const stop = onAddedListsChange(ask)
    setAddedApps([], 'failed')
    render(<WindowLayer />)
    await openAndSettle('/app/7')
    expect(screen.getByText('We couldn’t load your apps')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(ask).toHaveBeenCalledOnce()
    act(() => setAddedApps([testApp('/app/7', { Body: Plain })]))
    expect(await screen.findByText('Body')).toBeInTheDocument()
    stop()
  })

  it('gets the new query when its path is opened again', async () => {
    setAppRegistry([testApp('/a', { Body: ({ path }) => <p>Opened with {path}</p> })])
    render(<WindowLayer />)
    await openAndSettle('/a')
    await screen.findByText('Opened with /a')
    act(() => {
      windows.open({ path: '/a?report=7', title: 'Title of /a' })
    })
    await waitFor(() => expect(screen.getByText('Opened with /a?report=7')).toBeInTheDocument())
  })
})
