import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { startShortcuts } from '#src/platform/shortcuts/shortcuts.ts'
import { WindowLayer } from '#src/platform/windows/frame/window-layer.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { desktopForTests, driveWindow, openAndSettle, testApp } from '#tests/support/desktop.ts'

const wait = desktopForTests()

const Plain = () => <p>Body</p>

describe('keys', () => {
  const press = (key: string, modifiers: object = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers })
  const altShift = { altKey: true, shiftKey: true }

  beforeEach(() => setAppRegistry([testApp('/a', { Body: Plain }), testApp('/b', { Body: Plain })]))
  beforeEach(() => {
    const stop = startShortcuts()
    return stop
  })

  it('snap, move, resize, maximise, minimise and close the active window', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    const window = driveWindow('/a', wait)
    press('ArrowLeft', altShift)
    await waitFor(() => window.expectPlace({ x: 0, y: 32, width: 720, height: 788 }))
    press('ArrowUp', altShift)
    await waitFor(() => window.expectPlace({ x: 0, y: 32, width: 720, height: 394 }))
    press('ArrowDown', altShift)
    press('ArrowRight', altShift)
    await waitFor(() => window.expectPlace({ x: 144, y: 68, width: 1152, height: 765 }))
    press('ArrowRight', { ctrlKey: true, altKey: true })
    await waitFor(() => window.expectPlace({ x: 160, y: 68 }))
    press('ArrowDown', { ctrlKey: true, altKey: true, shiftKey: true })
    await waitFor(() => window.expectPlace({ x: 160, width: 1152, height: 781 }))
    press('Enter', altShift)
    await waitFor(() => expect(window.element()).toHaveAttribute('data-maximized'))
    press('h', { ...altShift, code: 'KeyH' })
    await waitFor(() => expect(window.element()).toHaveAttribute('data-minimized'))
  })

  it('select all in the focused window alone, and nothing on the desktop', async () => {
    setAppRegistry([
      testApp('/a', { Body: () => <p>Text of A</p> }),
      testApp('/b', { Body: () => <p>Text of B</p> }),
    ])
    render(<WindowLayer />)
    await openAndSettle('/a')
    await openAndSettle('/b')
    await screen.findByText('Text of B')
    const selectAll = () => press('a', { ctrlKey: true, code: 'KeyA' })
    expect(selectAll()).toBe(false)
    expect(document.getSelection()?.toString()).toBe('Text of B')
    document.getSelection()?.removeAllRanges()
    act(() => driveWindow('/b', wait).element().blur())
    expect(selectAll()).toBe(false)
    expect(document.getSelection()?.rangeCount).toBe(0)
  })

  it('leave select-all to a text field', async () => {
    setAppRegistry([testApp('/a', { Body: () => <input aria-label="Notes" /> })])
    render(<WindowLayer />)
    await openAndSettle('/a')
    const field = await screen.findByRole('textbox', { name: 'Notes' })
    act(() => field.focus())
    expect(press('a', { ctrlKey: true, code: 'KeyA' })).toBe(true)
  })

  it('undo changes of windows', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    press('w', { ...altShift, code: 'KeyW' })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    press('z', { ctrlKey: true })
    expect(await screen.findByRole('dialog', { name: 'Title of /a' })).toHaveFocus()
  })

  it('go to the next and the previous window, and the focus with them', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    await openAndSettle('/b')
    press('PageUp', { altKey: true })
    await waitFor(() => expect(driveWindow('/a', wait).element()).toHaveFocus())
    press('PageDown', { altKey: true })
    await waitFor(() => expect(driveWindow('/b', wait).element()).toHaveFocus())
  })

  it('stay with the text field that is typed in', async () => {
    setAppRegistry([testApp('/a', { Body: () => <input aria-label="Amount" /> })])
    render(<WindowLayer />)
    await openAndSettle('/a')
    const field = await screen.findByLabelText('Amount')
    field.focus()
    expect(press('ArrowLeft', altShift)).toBe(true)
    expect(press('z', { ctrlKey: true })).toBe(true)
  })

  it('move and resize by bare arrows until Enter, and put everything back on Escape', async () => {
    render(<WindowLayer />)
    await openAndSettle('/a')
    const window = driveWindow('/a', wait)
    press('m', { ...altShift, code: 'KeyM' })
    await waitFor(() => expect(window.element()).toHaveAttribute('data-arrow-mode'))
    press('ArrowRight')
    press('ArrowRight')
    press('ArrowDown', { shiftKey: true })
    window.expectPlace({ x: 176, y: 68, width: 1152, height: 781 })
    press('Escape')
    window.expectPlace({ x: 144, y: 68, width: 1152, height: 765 })
    expect(window.element()).not.toHaveAttribute('data-arrow-mode')
    press('m', { ...altShift, code: 'KeyM' })
    await waitFor(() => expect(window.element()).toHaveAttribute('data-arrow-mode'))
    press('ArrowUp')
    press('Enter')
    press('ArrowUp')
    window.expectPlace({ x: 144, y: 52 })
  })

  it('leave the arrows to a dialog above', async () => {
    render(
      <>
        <WindowLayer />
        <div role="dialog" aria-label="Palette">
          <input aria-label="Search" />
        </div>
      </>,
    )
    await openAndSettle('/a')
    const window = driveWindow('/a', wait)
    press('m', { ...altShift, code: 'KeyM' })
    await waitFor(() => expect(window.element()).toHaveAttribute('data-arrow-mode'))
    screen.getByLabelText('Search').focus()
    expect(press('ArrowRight')).toBe(true)
    window.expectPlace({ x: 144, y: 68 })
    expect(window.element()).not.toHaveAttribute('data-arrow-mode')
  })

  it('are announced to screen readers', async () => {
    render(<WindowLayer />)
    const id = await openAndSettle('/a')
    const live = document.querySelector('[aria-live="polite"]')
    await waitFor(() => expect(live).toHaveTextContent('Title of /a opened'))
    act(() => windows.snap(id, 'top'))
    await waitFor(() => expect(live).toHaveTextContent('Title of /a in the top half'))
    act(() => windows.close(id))
    expect(live).toHaveTextContent('Title of /a closed')
  })
})
