import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DesktopScreen } from '#src/features/desktop/desktop-screen.tsx'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { userKey } from '#src/lib/storage/user-storage.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { startShortcuts } from '#src/platform/shortcuts/shortcuts.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { Toaster } from '#src/ui/toast/toaster.tsx'
import { testApp } from '#tests/support/desktop.ts'

const Body = () => <p>Body</p>
const PATIENT = { timeout: 5000 }

/** Opens windows and waits until they are drawn. */
const open = async (...paths: string[]) => {
  act(() => {
    for (const path of paths) windows.open({ path, title: `Title of ${path}` })
  })
  const { order } = windows.store.getState()
  await waitFor(
    () => expect(document.querySelectorAll('[data-window]')).toHaveLength(order.length),
    PATIENT,
  )
}

const activePath = () => {
  const { activeId, windows: all } = windows.store.getState()
  return activeId === null ? null : all[activeId]?.path
}

const press = (key: string, rest: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...rest })

// The window components load with the first window; here they load before the tests begin.
beforeAll(() => import('#src/platform/windows/frame/window-stack.tsx'))

beforeEach(async () => {
  setAppRegistry(['/a', '/b', '/c'].map((path) => testApp(path, { Body, group: 'agent' })))
  authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
  windows.reload({ width: 1440, height: 900 })
  render(
    <>
      <DesktopScreen />
      <Toaster />
    </>,
  )
  const stop = startShortcuts()
  // Listeners are added after the desktop has been painted.
  await waitFor(() => expect(document.querySelector('.window-layer')).not.toBeNull(), PATIENT)
  return stop
})

describe('the overview', () => {
  const show = async () => {
    act(() => desktop.toggleOverview())
    return within(await screen.findByRole('dialog', { name: 'Overview' }, PATIENT))
  }

  it('shows every window and goes to the one that is chosen', async () => {
    await open('/a', '/b')
    const overview = await show()
    expect(overview.getByText('2 windows')).toBeInTheDocument()
    expect(overview.getByRole('button', { name: 'Title of /b' })).toHaveFocus()
    expect(screen.getByRole('main', { hidden: true }).inert).toBe(true)
    await userEvent.click(overview.getByRole('button', { name: 'Title of /a' }))
    expect(screen.queryByRole('dialog', { name: 'Overview' })).not.toBeInTheDocument()
    expect(activePath()).toBe('/a')
    expect(screen.getByRole('main').inert).toBe(false)
    const element = await screen.findByRole('dialog', { name: 'Title of /a' }, PATIENT)
    expect(element.style.scale).toBe('')
  })

  it('is worked by keys: Delete closes, Escape leaves everything as it is', async () => {
    await open('/a', '/b')
    const overview = await show()
    press('Delete')
    expect(windows.findByPath('/b')).toBeUndefined()
    expect(overview.getByRole('button', { name: 'Title of /a' })).toHaveFocus()
    press('Escape')
    expect(screen.queryByRole('dialog', { name: 'Overview' })).not.toBeInTheDocument()
    expect(activePath()).toBe('/a')
  })

  it('marks minimized windows and restores them', async () => {
    await open('/a')
    act(() => windows.minimize(windows.findByPath('/a')?.id ?? ''))
    const overview = await show()
    await userEvent.click(overview.getByRole('button', { name: 'Title of /a, minimized' }))
    expect(windows.findByPath('/a')?.isMinimized).toBe(false)
  })

  it('keeps keys from reaching anything below it', async () => {
    await open('/a', '/b')
    await show()
    press('w', { altKey: true, shiftKey: true, code: 'KeyW' })
    press('h', { altKey: true, shiftKey: true, code: 'KeyH' })
    expect(windows.findByPath('/a')).toBeDefined()
    expect(windows.findByPath('/b')?.isMinimized).toBe(false)
  })

  it('closes by the key that opened it', async () => {
    await open('/a')
    await show()
    press('o', { altKey: true, code: 'KeyO' })
    expect(screen.queryByRole('dialog', { name: 'Overview' })).not.toBeInTheDocument()
  })

  it('does not open over a dialog', async () => {
    await open('/a')
    act(() => desktop.startRename('/a'))
    await screen.findByRole('dialog', { name: 'Rename application' })
    press('o', { altKey: true, code: 'KeyO' })
    expect(desktop.store.getState().isOverviewOpen).toBe(false)
  })

  it('keeps the focus when its last window closes', async () => {
    await open('/a')
    await show()
    press('Delete')
    expect(await screen.findByText(/^No open windows/)).toBeInTheDocument()
    expect(screen.getByRole('dialog', { name: 'Overview' })).toHaveFocus()
    press('Escape')
    expect(screen.queryByRole('dialog', { name: 'Overview' })).not.toBeInTheDocument()
  })

  it('opens by its key and shows when there is no window', async () => {
    press('o', { altKey: true, code: 'KeyO' })
    expect(await screen.findByText(/^No open windows/, {}, PATIENT)).toBeInTheDocument()
  })
})

describe('the switcher', () => {
  const alt = (key: string, shiftKey = false) => press(key, { altKey: true, shiftKey })
  const release = () => fireEvent.keyUp(window, { key: 'Alt' })

  it('goes to the window used before this one, and back', async () => {
    await open('/a', '/b', '/c')
    alt('q')
    expect(activePath()).toBe('/c')
    release()
    expect(activePath()).toBe('/b')
    alt('q')
    release()
    expect(activePath()).toBe('/c')
  })

  it('continues while Alt is held, announces the choice, and wraps around', async () => {
    await open('/a', '/b', '/c')
    alt('q')
    alt('q')
    expect(
      await screen.findByText('Title of /a', { selector: '[role=status]' }, PATIENT),
    ).toBeInTheDocument()
    alt('q')
    alt('q')
    release()
    expect(activePath()).toBe('/b')
  })

  it('goes backwards with Shift, on whatever keyboard', async () => {
    await open('/a', '/b', '/c')
    press('~', { altKey: true, shiftKey: true, code: 'Backquote' })
    release()
    expect(activePath()).toBe('/a')
    press('Dead', { altKey: true, code: 'Backquote' })
    release()
    expect(activePath()).toBe('/c')
  })

  it('continues when an element loses the focus, and ends when the page does', async () => {
    await open('/a', '/b')
    alt('q')
    fireEvent.blur(document.activeElement ?? document.body)
    release()
    expect(activePath()).toBe('/a')
    alt('q')
    fireEvent.blur(window)
    release()
    expect(activePath()).toBe('/a')
  })

  it('leaves everything as it is on Escape', async () => {
    await open('/a', '/b')
    alt('q')
    press('Escape')
    release()
    expect(activePath()).toBe('/b')
  })
})

describe('undo', () => {
  const undoKey = () => press('z', { ctrlKey: true })

  it('brings closed windows back one by one, without a toast for each', async () => {
    await open('/a', '/b')
    act(() => {
      for (const id of windows.store.getState().order) windows.close(id)
    })
    expect(toastStore.getState().toast).toBeNull()
    undoKey()
    undoKey()
    await waitFor(() => expect(windows.store.getState().order).toHaveLength(2), PATIENT)
  })

  it('by keyboard undoes the later of a change of icons and one of windows', async () => {
    await open('/a')
    act(() => desktopIcons.rename('/b', 'Mine'))
    act(() => windows.close(windows.findByPath('/a')?.id ?? ''))
    undoKey()
    await waitFor(() => expect(activePath()).toBe('/a'), PATIENT)
    expect(desktopIcons.store.getState().names).toEqual({ '/b': 'Mine' })
    undoKey()
    expect(desktopIcons.store.getState().names).toEqual({})
  })

  it('leaves a text field its own', () => {
    act(() => desktopIcons.remove('/b'))
    const field = document.createElement('input')
    document.body.append(field)
    field.focus()
    undoKey()
    expect(desktopIcons.store.getState().removed).toEqual(['/b'])
    field.remove()
  })

  it('does not undo changes of another tab', () => {
    window.localStorage.setItem(
      userKey('ada', 'icons'),
      JSON.stringify({ version: 1, names: { '/a': 'Theirs' }, order: [], removed: [] }),
    )
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: userKey('ada', 'icons') }))
    })
    expect(document.querySelector('[data-icon="/a"]')).toHaveAccessibleName('Theirs')
    undoKey()
    expect(desktopIcons.store.getState().names).toEqual({ '/a': 'Theirs' })
  })
})

describe('a preview in the dock', () => {
  it('is a dead copy, shown while the item is looked at and never after a press', async () => {
    await open('/a')
    const item = within(screen.getByRole('navigation', { name: 'Dock' })).getByRole('button', {
      name: 'Title of /a',
    })
    fireEvent.pointerEnter(item, { pointerType: 'mouse' })
    await waitFor(() => expect(document.querySelector('[data-picture]')).not.toBeNull(), PATIENT)
    const picture = document.querySelector('[data-dock-preview]')
    expect(picture).toHaveAttribute('aria-hidden', 'true')
    expect(document.querySelectorAll('[data-window]')).toHaveLength(1)
    expect(picture?.querySelectorAll('[id], [role], iframe')).toHaveLength(0)
    await userEvent.click(item)
    expect(document.querySelector('[data-dock-preview]')).toBeNull()
  })
})

it('minimizes all windows from the Window menu', async () => {
  await open('/a', '/b')
  await userEvent.click(screen.getByRole('button', { name: 'Window' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Minimize all' }))
  const { order, windows: all } = windows.store.getState()
  expect(order.map((id) => all[id]?.isMinimized)).toEqual([true, true])
})
