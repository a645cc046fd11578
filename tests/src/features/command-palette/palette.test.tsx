import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PaletteHost } from '#src/features/command-palette/palette-host.tsx'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { PaletteButton } from '#src/platform/palette/palette-button.tsx'
import type { PaletteItem, PaletteSource } from '#src/platform/palette/palette-source.ts'
import { palette } from '#src/platform/palette/palette-store.ts'
import { registerShortcut } from '#src/platform/shortcuts/shortcuts.ts'
import { useOpenModal } from '#src/ui/overlay/open-modals.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'

const item = (title: string, rest: Partial<PaletteItem> = {}): PaletteItem => ({
  id: title,
  title,
  icon: null,
  run: () => {},
  ...rest,
})

beforeEach(() => {
  authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
  // The test page has no layout: nothing to observe, nowhere to scroll.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  vi.unstubAllGlobals()
  palette.reset()
})

const show = (sources: readonly PaletteSource[]) => {
  const loadSources = vi.fn(() => Promise.resolve(sources))
  render(
    <>
      <PaletteButton />
      <label>
        Somewhere to type <input />
      </label>
      <PaletteHost loadSources={loadSources} />
    </>,
  )
  return loadSources
}

const apps = (...items: PaletteItem[]): PaletteSource => ({
  id: 'apps',
  title: 'Apps',
  read: () => items,
})

const open = async () => {
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('dialog', { name: 'Search and commands' })
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent

const FOUR = apps(item('CA Analysis'), item('Calendar'), item('Recharge'), item('Settings'))

describe('the command palette', () => {
  it('opens and closes by its keys, from a text field too, and restores the focus', async () => {
    show([FOUR])
    const field = screen.getByRole('textbox', { name: 'Somewhere to type' })
    field.focus()
    await open()
    expect(screen.getByRole('combobox')).toHaveFocus()
    expect(options()).toEqual(['CA Analysis', 'Calendar', 'Recharge', 'Settings'])
    await userEvent.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(field).toHaveFocus())
  })

  it('keeps the typed text when the page behind it changes the sources', async () => {
    const { rerender } = render(<PaletteHost loadSources={() => Promise.resolve([FOUR])} />)
    await open()
    await userEvent.keyboard('s')
    rerender(<PaletteHost loadSources={() => Promise.resolve([apps(item('Support'))])} />)
    await screen.findByRole('option', { name: 'Support' })
    await userEvent.keyboard('up')
    expect(screen.getByRole('combobox')).toHaveValue('sup')
    expect(options()).toEqual(['Support'])
  })

  it('opens by its button, announces its keys, and Escape returns the focus', async () => {
    show([FOUR])
    const button = screen.getByRole('button', { name: /^Search and commands/ })
    expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+K')
    await userEvent.click(button)
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(button).toHaveFocus())
  })

  it('is navigated by arrows, Home and End, around both ends', async () => {
    show([FOUR])
    await open()
    expect(chosen()).toBe('CA Analysis')
    await userEvent.keyboard('{ArrowDown}')
    expect(chosen()).toBe('Calendar')
    await userEvent.keyboard('{End}')
    expect(chosen()).toBe('Settings')
    await userEvent.keyboard('{ArrowDown}')
    expect(chosen()).toBe('CA Analysis')
    await userEvent.keyboard('{ArrowUp}{Home}')
    expect(chosen()).toBe('CA Analysis')
    expect(screen.getByRole('combobox')).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { selected: true }).id,
    )
  })

  it('runs the chosen item once it has closed and the focus is back', async () => {
    const seen: unknown[] = []
    const run = () => seen.push(document.activeElement, screen.queryByRole('dialog'))
    show([apps(item('CA Analysis'), item('Recharge', { run }))])
    const button = screen.getByRole('button', { name: /^Search and commands/ })
    button.focus()
    await open()
    await userEvent.keyboard('rech')
    expect(options()).toEqual(['Recharge'])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(seen).toEqual([button, null]))
  })

  it('selects the best result as one types and counts them aloud', async () => {
    show([FOUR])
    const dialog = within(await open())
    expect(dialog.getByRole('status')).toHaveTextContent('4 results')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}ca')
    expect(chosen()).toBe('CA Analysis')
    expect(dialog.getByRole('status')).toHaveTextContent('2 results')
    await userEvent.keyboard('l')
    expect(chosen()).toBe('Calendar')
    expect(dialog.getByRole('status')).toHaveTextContent('1 result')
  })

  it('shows the results of another text from the top', async () => {
    show([FOUR])
    await open()
    const list = screen.getByRole('listbox')
    list.scrollTop = 80
    await userEvent.keyboard('c')
    expect(list.scrollTop).toBe(0)
  })

  it('shows when nothing is found', async () => {
    show([FOUR])
    const dialog = within(await open())
    await userEvent.keyboard('qqq')
    expect(options()).toEqual([])
    expect(dialog.getByRole('status')).toHaveTextContent('No results')
    expect(dialog.getByText(/No results for/)).toHaveTextContent('qqq')
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('dialog')).toBeInTheDocument()
  })

  it('remembers the choice', async () => {
    show([FOUR])
    await open()
    await userEvent.keyboard('sett{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await open()
    expect(options()[0]).toBe('Settings')
    expect(screen.getByText('Recent')).toBeInTheDocument()
  })

  it('shows the actions of a result on Tab, goes back by Backspace, and runs one', async () => {
    const pin = vi.fn()
    show([apps(item('Calendar', { actions: [{ label: 'Pin to dock', run: pin }] }), item('Theme'))])
    await open()
    await userEvent.keyboard('cal{Tab}')
    expect(screen.getAllByRole('option')).toHaveLength(1)
    expect(screen.getByRole('option', { name: 'Pin to dock' })).toBeInTheDocument()
    await userEvent.keyboard('{Backspace}')
    expect(screen.getByRole('option', { name: /Calendar/ })).toBeInTheDocument()
    await userEvent.keyboard('cal{Tab}{Enter}')
    await waitFor(() => expect(pin).toHaveBeenCalledOnce())
  })

  it('suggests items for the text itself, above the results', async () => {
    const suggest = (text: string) => (text.length > 3 ? [item(`Analyse ${text}`)] : [])
    show([FOUR, { id: 'reports', title: 'Reports', suggest }])
    await open()
    expect(options()).toHaveLength(4)
    await userEvent.keyboard('settings')
    expect(options()).toEqual(['Analyse settings', 'Settings'])
  })

  it('shows loaded items when they arrive, and a failure with Retry', async () => {
    const load = vi
      .fn<NonNullable<PaletteSource['load']>>()
      .mockRejectedValueOnce(new Error('away'))
      .mockResolvedValueOnce([item('Report of 4Udx')])
    show([FOUR, { id: 'reports', title: 'Reports', load }])
    await open()
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load Reports.')
    expect(options()).toHaveLength(4)
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('option', { name: 'Report of 4Udx' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('aborts loading when it closes', async () => {
    let signal: AbortSignal | undefined
    const load = (given: AbortSignal) => {
      signal = given
      return new Promise<never>(() => {})
    }
    show([{ id: 'reports', title: 'Reports', load }])
    await open()
    expect(screen.getByText('Loading Reports')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    expect(signal?.aborted).toBe(true)
  })

  it('reads its sources each time it opens', async () => {
    const loadSources = show([FOUR])
    await open()
    await userEvent.keyboard('{Escape}')
    await open()
    expect(loadSources).toHaveBeenCalledTimes(2)
  })

  it('stays away from a question that waits for its answer', async () => {
    show([FOUR])
    const question = renderHook(() => useOpenModal(() => undefined))
    await userEvent.keyboard('{Control>}k{/Control}')
    expect(palette.store.getState().shown).toBeNull()
    question.unmount()
    await open()
  })

  it('shows when its code does not load, and can be retried', async () => {
    const loadSources = show([FOUR])
    loadSources.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await userEvent.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(toastStore.getState().toast?.title).toBe('Couldn’t open this app'))
    await open()
    expect(options()).toHaveLength(4)
  })
})

describe('the sheet of shortcuts', () => {
  const sheet = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })

  it('opens on a question mark, not while typing', async () => {
    show([FOUR])
    await userEvent.type(screen.getByRole('textbox'), 'really?')
    expect(palette.store.getState().shown).toBeNull()
    act(() => screen.getByRole('textbox').blur())
    await userEvent.keyboard('?')
    expect(await sheet()).toBeInTheDocument()
  })

  it('shows every shortcut under its heading, and finds them by label, group and key', async () => {
    const takeBack = registerShortcut({
      keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'],
      label: 'Move the window',
      group: 'Windows',
      run: () => {},
    })
    show([FOUR])
    await userEvent.keyboard('?')
    const dialog = within(await sheet())
    expect(dialog.getByRole('heading', { name: 'Windows' })).toBeInTheDocument()
    expect(dialog.getByText('Alt Left arrow')).toBeInTheDocument()
    expect(dialog.getAllByRole('listitem')).toHaveLength(3)
    for (const query of ['move', 'windows', 'left']) {
      const field = dialog.getByRole('searchbox')
      await userEvent.clear(field)
      await userEvent.type(field, query)
      expect(dialog.getAllByRole('listitem')).toHaveLength(1)
      expect(dialog.getByText('1 shortcut')).toBeInTheDocument()
    }
    await userEvent.type(dialog.getByRole('searchbox'), 'qq')
    expect(dialog.getByText('No shortcut does that yet.')).toBeInTheDocument()
    takeBack()
  })

  it('switches to the palette and back, and restores the focus', async () => {
    show([FOUR])
    const field = screen.getByRole('textbox', { name: 'Somewhere to type' })
    field.focus()
    await open()
    await userEvent.click(screen.getByRole('button', { name: /^All shortcuts/ }))
    await sheet()
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus())
    await userEvent.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(field).toHaveFocus())
  })
})
