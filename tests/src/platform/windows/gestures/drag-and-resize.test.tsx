import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { WindowLayer } from '#src/platform/windows/frame/window-layer.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { desktopForTests, driveWindow, openAndSettle, testApp } from '#tests/support/desktop.ts'

const wait = desktopForTests()

const Plain = () => <p>Body</p>

const Form = () => <input aria-label="Notes" />

const preview = () => document.querySelector<HTMLElement>('[data-snap-preview]')

describe('after a press on a text field of the window', () => {
  beforeEach(() => setAppRegistry([testApp('/a', { Body: Form })]))

  const windowWithFocusedField = async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    await screen.findByRole('textbox', { name: 'Notes' })
    const window = driveWindow('/a', wait).pressField('Notes')
    expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveFocus()
    return window
  }

  it('the first drag moves the window', async () => {
    const window = await windowWithFocusedField()
    window.pressTitle(500, 100).moveBy(60, 40).release()
    window.expectPlace({ x: 204, y: 108, width: 1152, height: 765 })
  })

  it('the first resize resizes the window', async () => {
    const window = await windowWithFocusedField()
    window.pressEdge('right', 1296, 400).moveBy(-100, 0).release()
    window.expectPlace({ x: 144, y: 68, width: 1052, height: 765 })
  })

  it('the browser starts no drag of selected text while a window is held', async () => {
    const window = await windowWithFocusedField()
    const title = window.element().querySelector('[data-window-title]') as Element
    // `fireEvent` returns false when the default was prevented.
    expect(fireEvent.dragStart(title)).toBe(true)
    window.pressTitle(500, 100)
    expect(fireEvent.dragStart(title)).toBe(false)
    window.release().pressEdge('right', 1296, 400)
    expect(fireEvent.dragStart(window.element())).toBe(false)
    window.release()
    expect(fireEvent.dragStart(title)).toBe(true)
  })

  it('a page that loses the focus puts the window back', async () => {
    const window = await windowWithFocusedField()
    window.pressTitle(500, 100).moveBy(60, 40)
    fireEvent.blur(globalThis.window)
    window.release().expectPlace({ x: 144, y: 68 })
  })
})

describe('a drag', () => {
  beforeEach(() => setAppRegistry([testApp('/a', { Body: Plain }), testApp('/b', { Body: Plain })]))

  it('ends where it was when the release is not seen', async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    const window = driveWindow('/a', wait).pressTitle().moveBy(60, 40).releaseUnseen()
    expect(windows.store.getState().windows[id]?.rect).toMatchObject({ x: 204, y: 108 })
    window.moveBy(100, 100).expectPlace({ x: 204, y: 108 })
  })

  it('follows one finger only', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    const window = driveWindow('/a', wait).pressTitle().moveBy(60, 40)
    const other = { clientX: 9, clientY: 9, buttons: 1, pointerId: 2 }
    wait(16)
    fireEvent.pointerMove(document, other)
    fireEvent.pointerUp(document, other)
    window.expectPlace({ x: 204, y: 108 }).moveBy(10, 0).expectPlace({ x: 214, y: 108 }).release()
  })

  it('is not begun by another button of the mouse or in a menu of the title bar', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    const window = driveWindow('/a', wait)
    const title = window.element().querySelector('[data-window-title]') as Element
    fireEvent.pointerDown(title, { button: 2, buttons: 2, pointerId: 1 })
    window.moveBy(60, 40).release().expectPlace({ x: 144, y: 68 })
    await userEvent.click(screen.getByRole('button', { name: 'Move and snap' }))
    fireEvent.pointerDown(screen.getByRole('menu'), { button: 0, pointerId: 1 })
    window.moveBy(60, 40).release().expectPlace({ x: 144, y: 68 })
  })

  it('moves a window that was restored minimized from its own place', async () => {
    const id = windows.open({ path: '/a', title: 'Title of /a' })
    windows.minimize(id)
    windows.open({ path: '/b', title: 'Title of /b' })
    windows.save()
    windows.reload({ width: 1440, height: 900 })
    render(<WindowLayer />)
    await screen.findByRole('dialog', { name: 'Title of /b' })
    act(() => windows.restore(id))
    const window = driveWindow('/a', wait).expectPlace({ x: 144, y: 68, width: 1152 })
    window.pressTitle().moveBy(60, 40).release().expectPlace({ x: 204, y: 108 })
  })
})

describe('a resize', () => {
  beforeEach(() => setAppRegistry([testApp('/a', { Body: Plain })]))

  const opened = async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    return { id, window: driveWindow('/a', wait) }
  }

  it.each([
    ['Escape', 'escape'],
    ['a lost pointer', 'losePointer'],
  ] as const)('goes back on %s, stays there, and the next one works', async (_name, cancel) => {
    const { id, window } = await opened()
    window.pressEdge('left', 144, 400).moveBy(-50, 0).expectPlace({ x: 94, width: 1202 })
    window[cancel]().expectPlace({ x: 144, y: 68, width: 1152, height: 765 })
    window.moveBy(-80, 0).expectPlace({ x: 144, width: 1152 })
    window.release().expectPlace({ x: 144, y: 68, width: 1152, height: 765 })
    expect(windows.store.getState().windows[id]?.rect).toMatchObject({ x: 144, width: 1152 })
    expect(document.documentElement).not.toHaveAttribute('data-gesture')
    window.pressEdge('left', 144, 400).moveBy(-50, 0).release()
    window.expectPlace({ x: 94, y: 68, width: 1202, height: 765 })
  })

  it('ends where it was when the release is not seen', async () => {
    const { id, window } = await opened()
    window.pressEdge('right', 1296, 400).moveBy(-100, 0).releaseUnseen()
    expect(windows.store.getState().windows[id]?.rect.width).toBe(1052)
    window.moveBy(-200, 0).release().expectPlace({ x: 144, width: 1052 })
  })

  it('keeps the top edge on the screen, and the limit ends with it', async () => {
    const { window } = await opened()
    window.pressEdge('top', 500, 68).moveBy(0, -400).expectPlace({ y: 0, height: 833 })
    window.release().expectPlace({ x: 144, y: 0, width: 1152, height: 833 })
    expect(Number.parseFloat(window.element().style.maxHeight)).toBeGreaterThan(1_000_000)
  })

  it('is a click below three pixels and with another button', async () => {
    const { window } = await opened()
    window.pressEdge('right', 1296, 400).moveBy(2, 0).release()
    window.expectPlace({ x: 144, y: 68, width: 1152, height: 765 })
    const grip = window.element().querySelector('.window-grip-right') as Element
    fireEvent.pointerDown(grip, { button: 2, buttons: 2, pointerId: 1 })
    fireEvent.mouseDown(grip, { button: 2, buttons: 2, clientX: 1296, clientY: 400 })
    window.moveTo(1200, 400).release().expectPlace({ width: 1152 })
  })
})

describe('snapping', () => {
  beforeEach(() => setAppRegistry([testApp('/a', { Body: Plain }), testApp('/b', { Body: Plain })]))

  it('shows at once where a window would go, and puts it there on release', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    const window = driveWindow('/a', wait).pressTitle(500, 100).moveTo(300, 300)
    expect(preview()).toBeNull()
    window.moveTo(3, 400)
    expect(preview()?.style.width).toBe('720px')
    window.moveTo(3, 20)
    expect(preview()?.style.height).toBe('394px')
    window.release().expectPlace({ x: 0, y: 32, width: 720, height: 394 })
    expect(preview()).toBeNull()
    expect(window.element()).toHaveAttribute('data-snapped', 'topLeft')
  })

  it('changes its mind when the pointer leaves the edge', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    const window = driveWindow('/a', wait).pressTitle(500, 100).moveTo(3, 400).moveTo(300, 200)
    expect(preview()).toBeNull()
    window.release()
    expect(window.element()).not.toHaveAttribute('data-snapped')
  })

  it('is forgotten on Escape and when the pointer is lost', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    const window = driveWindow('/a', wait)
    window.pressTitle(500, 100).moveTo(3, 400).escape().release()
    window.expectPlace({ x: 144, y: 68, width: 1152 })
    expect(preview()).toBeNull()
    window.pressTitle(500, 100).moveTo(3, 400).losePointer().release()
    window.expectPlace({ x: 144, y: 68, width: 1152 })
    expect(window.element()).not.toHaveAttribute('data-snapped')
  })

  it('restores a window’s own size under the pointer when it is dragged off', async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    act(() => windows.snap(id, 'left'))
    const window = driveWindow('/a', wait).expectPlace({ x: 0, width: 720 })
    window.pressTitle(360, 50).moveTo(600, 200)
    window.expectPlace({ x: 24, y: 182, width: 1152, height: 765 })
    window.release().expectPlace({ x: 24, y: 182, width: 1152, height: 765 })
    expect(window.element()).not.toHaveAttribute('data-snapped')
    act(() => void windows.undo())
    window.expectPlace({ x: 0, y: 32, width: 720, height: 788 })
  })

  it('puts a window back into its zone when it is dropped there again, or let go', async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    act(() => windows.snap(id, 'left'))
    const window = driveWindow('/a', wait)
    window.pressTitle(360, 50).moveTo(600, 200).moveTo(2, 400).release()
    window.expectPlace({ x: 0, y: 32, width: 720, height: 788 })
    window.pressTitle(360, 50).moveTo(600, 200).escape().release()
    window.expectPlace({ x: 0, y: 32, width: 720, height: 788 })
  })

  it('moves the shared edge of two neighbors without updating the store until release', async () => {
    render(<WindowLayer />)
    const a = await openAndSettle('/a')
    const b = await openAndSettle('/b')
    act(() => windows.snap(a, 'left'))
    act(() => windows.snap(b, 'right'))
    const [left, right] = [driveWindow('/a', wait), driveWindow('/b', wait)]
    right.expectPlace({ x: 720, width: 720 })
    left.pressEdge('right', 720, 400)
    const told = vi.fn()
    const stop = windows.store.subscribe(told)
    left.moveBy(100, 0)
    left.expectPlace({ x: 0, width: 820 })
    right.expectPlace({ x: 820, width: 620 })
    expect(told).not.toHaveBeenCalled()
    stop()
    left.escape().release()
    left.expectPlace({ width: 720 })
    right.expectPlace({ x: 720, width: 720 })
    left.pressEdge('right', 720, 400).moveBy(4000, 0).release()
    left.expectPlace({ x: 0, width: 1140 })
    right.expectPlace({ x: 1140, width: 300 })
  })

  it('maximises a snapped window on a double click and brings it back into its zone', async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    act(() => windows.snap(id, 'right'))
    const window = driveWindow('/a', wait)
    const title = window.element().querySelector('[data-window-title]') as Element
    fireEvent.doubleClick(title)
    window.expectPlace({ x: 36, y: 23, width: 1368, height: 855 })
    fireEvent.doubleClick(title)
    window.expectPlace({ x: 720, y: 32, width: 720, height: 788 })
  })

  it('offers the zones behind the icon of the title bar', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    await userEvent.click(screen.getByRole('button', { name: 'Move and snap' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Bottom right quarter' }))
    driveWindow('/a', wait).expectPlace({ x: 720, y: 426, width: 720, height: 394 })
  })
})
