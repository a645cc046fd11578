import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi, onTestFinished } from 'vitest'
import { DesktopScreen } from '#src/features/desktop/desktop-screen.tsx'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { setAddedApps, setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { startShortcuts } from '#src/platform/shortcuts/shortcuts.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { rawConfig } from '#src/platform/config/raw-config.ts'
import { Toaster } from '#src/ui/toast/toaster.tsx'
import { pressInToast, testApp } from '#tests/support/desktop.ts'

const Body = () => <p>Body</p>

const APPS = [
  testApp('/wallet-finder', { Body, title: 'CA Analysis', group: 'walletTools' }),
  testApp('/ca-signal', { title: 'CA Signal', group: 'walletTools', status: 'coming_soon' }),
  testApp('/agent-builder', { Body, title: 'Agent Builder', group: 'agent', isHot: true }),
  testApp('/settings', { Body, title: 'Settings', group: 'systemUtils' }),
  testApp('/', { Body, title: 'Home' }),
]

type Props = Partial<Parameters<typeof DesktopScreen>[0]>

const show = (props: Props = {}) =>
  render(
    <>
      <DesktopScreen {...props} />
      <Toaster />
    </>,
  )

const icon = (path: string) => {
  const found = document.querySelector<HTMLElement>(`[data-icon="${path}"]`)
  if (found === null) throw new Error(`No icon for ${path}`)
  return found
}

/** Waits for the parts that come once the desktop has been painted. */
const painted = () => waitFor(() => expect(document.querySelector('.window-layer')).not.toBeNull())

const dock = () => within(screen.getByRole('navigation', { name: 'Dock' }))

beforeEach(() => {
  setAppRegistry(APPS)
  windows.reload({ width: 1024, height: 768 })
})

describe('icons', () => {
  it('stand in their sections, named by their titles alone, Home in none', () => {
    show()
    const tools = within(screen.getByRole('region', { name: 'Analysis Tools' }))
    expect(tools.getAllByRole('listitem')).toHaveLength(2)
    expect(tools.getByRole('button', { name: 'CA Signal' })).toHaveTextContent('CA SignalSoon')
    expect(screen.queryByRole('region', { name: 'Other Applications' })).not.toBeInTheDocument()
    expect(document.querySelector('[data-icon="/"]')).toBeNull()
  })

  it('open on a single click, and a second click opens no second window', async () => {
    show()
    await userEvent.click(icon('/settings'))
    expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeInTheDocument()
    await userEvent.click(icon('/settings'))
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('open a window that says the app is coming soon', async () => {
    show()
    await userEvent.click(icon('/ca-signal'))
    expect(await screen.findByText('Coming soon')).toBeInTheDocument()
  })
})

describe('the menu of an icon', () => {
  const openMenu = async (path: string) => {
    fireEvent.contextMenu(icon(path), { clientX: 100, clientY: 100 })
    return screen.findByRole('menu')
  }

  it('opens, renames, pins and deletes', async () => {
    show()
    const menu = within(await openMenu('/settings'))
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Open',
      'Rename',
      'Unpin from dock',
      'Delete',
    ])
    await userEvent.click(menu.getByRole('menuitem', { name: 'Unpin from dock' }))
    expect(dock().queryByRole('button', { name: 'Settings' })).not.toBeInTheDocument()
    const again = within(await openMenu('/settings'))
    await userEvent.click(again.getByRole('menuitem', { name: 'Pin to dock' }))
    expect(dock().getByRole('button', { name: 'Settings' })).toBeInTheDocument()
  })

  it('opens in jiggle mode too, and Escape closes it first', async () => {
    show()
    await painted()
    act(() => desktop.startJiggling())
    await openMenu('/settings')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    expect(desktop.store.getState().isJiggling).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(desktop.store.getState().isJiggling).toBe(false)
  })

  it('moves to the icon that is right-clicked next', async () => {
    show()
    await openMenu('/settings')
    fireEvent.pointerDown(icon('/agent-builder'), { button: 2 })
    expect(await openMenu('/agent-builder')).toHaveAccessibleName('Agent Builder')
    expect(screen.getAllByRole('menu')).toHaveLength(1)
  })

  it('stays closed under a finger, and is another between the icons', async () => {
    show()
    const held = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
    Object.defineProperty(held, 'pointerType', { value: 'touch' })
    fireEvent(icon('/settings'), held)
    expect(held.defaultPrevented).toBe(true)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    fireEvent.contextMenu(screen.getByRole('region', { name: 'Analysis Tools' }))
    const menu = within(await screen.findByRole('menu', { name: 'Desktop' }))
    await userEvent.click(menu.getByRole('menuitem', { name: 'Edit icons' }))
    expect(desktop.store.getState().isJiggling).toBe(true)
  })

  it('returns the focus to its icon on Escape', async () => {
    show()
    act(() => icon('/settings').focus())
    await openMenu('/settings')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(icon('/settings')).toHaveFocus())
  })

  it('renames on this desktop only, and never to nothing', async () => {
    show()
    await openMenu('/settings')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename application' }))
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await userEvent.clear(name)
    await userEvent.type(name, '   ')
    expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('dialog', { name: 'Rename application' })).toBeInTheDocument()
    await userEvent.clear(name)
    await userEvent.type(name, '  My settings{Enter}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(icon('/settings')).toHaveAccessibleName('My settings')
    expect(icon('/settings')).toHaveFocus()
    expect(dock().getByRole('button', { name: 'Settings' })).toBeInTheDocument()
  })

  it('removes an entry at once, and Undo brings it back', async () => {
    show()
    await openMenu('/settings')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(document.querySelector('[data-icon="/settings"]')).toBeNull())
    await pressInToast('Undo')
    expect(icon('/settings')).toBeInTheDocument()
  })

  it('withdraws the offer to undo when the icon returns by key', async () => {
    const stop = startShortcuts()
    show()
    await painted()
    await openMenu('/settings')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await screen.findByText('Settings removed from the desktop')
    expect(toastStore.getState().toast?.isOpen).toBe(true)
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, code: 'KeyZ' })
    expect(icon('/settings')).toBeInTheDocument()
    expect(toastStore.getState().toast?.isOpen).toBe(false)
    stop()
  })

  it('asks before it uninstalls an installed app', async () => {
    setAddedApps([testApp('/app/7', { Body, title: 'Chart Bot', group: 'installed' })])
    const uninstall = vi.fn(() => Promise.resolve(true))
    show({ uninstall })
    await openMenu('/app/7')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog', { name: 'Uninstall App?' })
    expect(question).toHaveTextContent('Do you want to uninstall the app "Chart Bot"?')
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(uninstall).not.toHaveBeenCalled()
    act(() => desktop.askUninstall('/app/7'))
    await userEvent.click(await screen.findByRole('button', { name: 'Uninstall' }))
    expect(uninstall).toHaveBeenCalledWith(expect.objectContaining({ path: '/app/7' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })

  it('shows when an app could not be uninstalled', async () => {
    setAddedApps([testApp('/app/7', { Body, group: 'installed', isDisabled: true })])
    show({ uninstall: () => Promise.reject(new Error('offline')) })
    await userEvent.click(icon('/app/7'))
    await userEvent.click(await screen.findByRole('button', { name: 'Uninstall' }))
    expect(
      await screen.findByText('Failed to uninstall app. Please try again.'),
    ).toBeInTheDocument()
    expect(icon('/app/7')).toBeInTheDocument()
  })
})

describe('the keys of an icon', () => {
  it('work from the first press on', async () => {
    show()
    act(() => icon('/wallet-finder').focus())
    fireEvent.keyDown(icon('/wallet-finder'), { key: 'F2' })
    expect(await screen.findByRole('dialog', { name: 'Rename application' })).toBeInTheDocument()
  })
})

describe('jiggle mode', () => {
  const hold = async (path: string, ms: number) => {
    // Frames go on: the test page never draws again once they were on a made-up clock.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.mouseDown(icon(path), { button: 0, clientX: 10, clientY: 10 })
    await act(() => vi.advanceTimersByTimeAsync(ms))
    fireEvent.mouseUp(icon(path), { button: 0 })
    fireEvent.click(icon(path))
    await act(() => vi.advanceTimersByTimeAsync(50))
    vi.useRealTimers()
  }

  it('begins after 600 ms, and its clicks open nothing', async () => {
    show()
    await hold('/settings', 600)
    expect(screen.getByRole('button', { name: 'Delete Settings' })).toBeInTheDocument()
    fireEvent.click(icon('/wallet-finder'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('does not begin on a shorter press, which opens the app', async () => {
    show()
    await hold('/settings', 590)
    expect(screen.queryByRole('button', { name: 'Delete Settings' })).not.toBeInTheDocument()
    expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeInTheDocument()
  })

  it('ends by a click on the background and by Escape', async () => {
    show()
    await painted()
    act(() => desktop.startJiggling())
    fireEvent.click(screen.getByRole('main'))
    expect(desktop.store.getState().isJiggling).toBe(false)
    act(() => desktop.startJiggling())
    await userEvent.keyboard('{Escape}')
    expect(desktop.store.getState().isJiggling).toBe(false)
  })

  it('outlives the Escape that closes a dialog over it', async () => {
    show()
    act(() => {
      desktop.startJiggling()
      desktop.startRename('/settings')
    })
    await screen.findByRole('dialog', { name: 'Rename application' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(desktop.store.getState().isJiggling).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(desktop.store.getState().isJiggling).toBe(false)
  })

  it('goes on after Rename from the menu, and Escape closes one thing at a time', async () => {
    show()
    await painted()
    act(() => desktop.startJiggling())
    fireEvent.contextMenu(icon('/settings'), { clientX: 100, clientY: 100 })
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await screen.findByRole('dialog', { name: 'Rename application' })
    expect(desktop.store.getState().isJiggling).toBe(true)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(desktop.store.getState().isJiggling).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(desktop.store.getState().isJiggling).toBe(false)
  })

  it('goes on after a click beside the menu, which only closes it', async () => {
    show()
    await painted()
    act(() => desktop.startJiggling())
    fireEvent.contextMenu(icon('/settings'), { clientX: 100, clientY: 100 })
    await screen.findByRole('menu')
    await userEvent.click(screen.getByRole('main'))
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    expect(desktop.store.getState().isJiggling).toBe(true)
    await userEvent.click(screen.getByRole('main'))
    expect(desktop.store.getState().isJiggling).toBe(false)
  })

  it('moves an icon by keyboard, even with fast key presses', () => {
    const paths = ['/settings', '/theme', '/calendar']
    setAppRegistry(paths.map((path) => testApp(path, { Body, group: 'systemUtils' })))
    show()
    const shown = () =>
      Array.from(document.querySelectorAll('[data-icon]'), (one) => one.getAttribute('data-icon'))
    const press = (...keys: string[]) => {
      for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
    }
    act(() => {
      desktop.startJiggling()
      icon('/settings').focus()
    })
    press(' ', 'ArrowRight', 'Enter')
    expect(shown()).toEqual(['/theme', '/settings', '/calendar'])
    expect(screen.getByText('Title of /settings put down, place 2 of 3.')).toBeInTheDocument()
    press(' ', 'ArrowRight')
    expect(shown()).toEqual(['/theme', '/calendar', '/settings'])
    press('Escape')
    expect(shown()).toEqual(['/theme', '/settings', '/calendar'])
    expect(icon('/settings')).toHaveFocus()
    expect(desktop.store.getState().isJiggling).toBe(true)
    press(' ', 'ArrowLeft')
    fireEvent.pointerDown(screen.getByRole('main'))
    press('ArrowRight')
    expect(shown()).toEqual(['/settings', '/theme', '/calendar'])
    expect(icon('/theme')).toHaveFocus()
  })

  it('deletes by the badge', () => {
    show()
    act(() => desktop.startJiggling())
    fireEvent.click(screen.getByRole('button', { name: 'Delete Settings' }))
    expect(document.querySelector('[data-icon="/settings"]')).toBeNull()
  })
})

describe('the dock', () => {
  it('has three items, adds a running app and removes it again', async () => {
    setAppRegistry([
      ...APPS,
      testApp('/calendar', { Body, title: 'Calendar', group: 'systemUtils' }),
    ])
    show()
    expect(dock().getAllByRole('button')).toHaveLength(3)
    await userEvent.click(icon('/calendar'))
    expect(dock().getAllByRole('button')).toHaveLength(4)
    expect(dock().getByRole('separator')).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    expect(dock().getAllByRole('button')).toHaveLength(3)
  })

  it('opens, minimises and restores', async () => {
    show()
    const item = dock().getByRole('button', { name: 'Settings' })
    await userEvent.click(item)
    const window = await screen.findByRole('dialog', { name: 'Settings' })
    await userEvent.click(item)
    expect(window).not.toBeVisible()
    await userEvent.click(item)
    expect(window).toBeVisible()
  })
})

describe('the status bar', () => {
  it('opens Home from the brand and shows the network', async () => {
    rawConfig.setState({ answer: { network: 'Localnet' } })
    onTestFinished(() => rawConfig.setState({ answer: undefined }))
    show()
    expect(screen.getByText('Localnet')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'SolDesk' }))
    expect(await screen.findByRole('dialog', { name: 'Home' })).toBeInTheDocument()
  })

  it('keeps the focus in its Window menu from the first press on', async () => {
    show()
    const button = screen.getByRole('button', { name: 'Window' })
    act(() => button.focus())
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('menuitem', { name: 'Arrange' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(button).toHaveFocus()
  })

  it('arranges windows from its Window menu', async () => {
    show()
    await userEvent.click(icon('/settings'))
    await userEvent.click(icon('/wallet-finder'))
    await userEvent.click(screen.getByRole('button', { name: 'Window' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Arrange' }))
    const { windows: open, order } = windows.store.getState()
    expect(order.map((id) => open[id]?.rect.x)).toEqual([12, 518])
  })

  it('shows when the connection is lost', () => {
    show()
    expect(screen.getByRole('img', { name: 'Connected' })).toBeInTheDocument()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => {
      window.dispatchEvent(new Event('offline'))
    })
    expect(screen.getByRole('img', { name: 'No connection' })).toBeInTheDocument()
  })
})
