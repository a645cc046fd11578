import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SettingsWindow } from '#src/features/settings/settings-window.tsx'
import { ThemeWindow } from '#src/features/settings/theme-window.tsx'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { appearance } from '#src/platform/theme/appearance-store.ts'
import { themes } from '#src/platform/theme/theme-store.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})
afterEach(() => vi.unstubAllGlobals())

describe('Settings', () => {
  it('switches between light and dark', async () => {
    render(<SettingsWindow />)
    await userEvent.click(screen.getByRole('switch', { name: 'Dark theme' }))
    expect(themes.store.getState().theme).toBe('dark')
    expect(screen.getByRole('switch', { name: 'Dark theme' })).toBeChecked()
  })

  it('brings icons back, and has nothing to bring back at first', async () => {
    const { unmount } = render(<SettingsWindow />)
    expect(screen.getByRole('button', { name: 'Reset icons' })).toBeDisabled()
    unmount()
    desktopIcons.remove('/theme')
    render(<SettingsWindow />)
    await userEvent.click(screen.getByRole('button', { name: 'Reset icons' }))
    expect(desktopIcons.store.getState().removed).toEqual([])
  })

  it('makes the status bar transparent', async () => {
    render(<SettingsWindow />)
    await userEvent.click(screen.getByRole('switch', { name: 'Transparent status bar' }))
    expect(appearance.store.getState().isStatusBarTransparent).toBe(true)
  })
})

describe('Theme', () => {
  it('offers both themes as a choice of one', async () => {
    render(<ThemeWindow />)
    const dark = screen.getByRole('radio', { name: 'Dark' })
    expect(dark).not.toBeChecked()
    await userEvent.click(dark)
    expect(dark).toBeChecked()
    expect(themes.store.getState().theme).toBe('dark')
  })
})
