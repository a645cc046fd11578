import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { createStorage } from '#src/lib/storage/storage.ts'
import { markTheme, startTheme } from '#src/platform/theme/apply-theme.ts'
import { createThemeStore, themes } from '#src/platform/theme/theme-store.ts'

const storage = createStorage(
  () => window.localStorage,
  () => window,
)

const prefer = (isDark: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isDark, addEventListener: () => {} }))

describe('the theme at first', () => {
  it.each([
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    [null, true, 'dark'],
    [null, false, 'light'],
    ['"dark"', false, 'light'],
    ['sepia', true, 'dark'],
  ] as const)('stored %s, system dark %s: %s', (stored, isSystemDark, theme) => {
    if (stored !== null) storage.set('theme', stored)
    prefer(isSystemDark)
    expect(createThemeStore(storage).store.getState().theme).toBe(theme)
    vi.unstubAllGlobals()
  })

  it('follows the system and stores nothing until the user chooses', () => {
    prefer(true)
    const { store } = createThemeStore(storage)
    expect(store.getState().theme).toBe('dark')
    expect(storage.get('theme')).toBeNull()
    vi.unstubAllGlobals()
  })
})

describe('following the system', () => {
  it('follows changes until the user chooses, and again after followSystem', () => {
    const heard = new Set<() => void>()
    let isDark = false
    vi.stubGlobal('matchMedia', () => ({
      matches: isDark,
      addEventListener: (_: string, listener: () => void) => heard.add(listener),
      removeEventListener: (_: string, listener: () => void) => heard.delete(listener),
    }))
    const change = (to: boolean) => {
      isDark = to
      for (const listener of heard) listener()
    }
    const { store, setTheme, followSystem, watchSystem } = createThemeStore(storage)
    const stop = watchSystem()
    change(true)
    expect(store.getState()).toEqual({ theme: 'dark', isSystem: true })
    setTheme('light')
    change(false)
    change(true)
    expect(store.getState()).toEqual({ theme: 'light', isSystem: false })
    followSystem()
    expect(store.getState()).toEqual({ theme: 'dark', isSystem: true })
    expect(storage.get('theme')).toBeNull()
    stop()
    expect(heard.size).toBe(0)
    vi.unstubAllGlobals()
  })
})

describe('choosing a theme', () => {
  it('stores the bare word and marks the page', () => {
    const stop = startTheme()
    themes.setTheme('dark')
    expect(storage.get('theme')).toBe('dark')
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    expect(document.documentElement.style.colorScheme).toBe('dark')
    themes.toggleTheme()
    expect(storage.get('theme')).toBe('light')
    expect(document.documentElement).toHaveAttribute('data-theme', 'light')
    stop()
    themes.setTheme('dark')
    expect(document.documentElement).toHaveAttribute('data-theme', 'light')
  })

  it('is heard from another tab', () => {
    const stop = startTheme()
    window.localStorage.setItem('theme', 'dark')
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(themes.store.getState().theme).toBe('dark')
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    stop()
  })

  it('sets the color of the browser’s frame, which is light at first', () => {
    const css = readFileSync('src/index.css', 'utf8')
    const canvas = (theme: string) =>
      new RegExp(`\\[data-theme='${theme}'\\] \\{[^}]*--canvas: (#[0-9a-f]{6});`).exec(css)?.[1]
    const meta = document.createElement('meta')
    meta.name = 'theme-color'
    document.head.append(meta)
    for (const theme of ['light', 'dark'] as const) {
      markTheme(theme)
      expect(meta.content).toBe(canvas(theme))
    }
    meta.remove()
    expect(readFileSync('index.html', 'utf8')).toContain(
      `<meta name="theme-color" content="${canvas('light')}"`,
    )
  })
})
