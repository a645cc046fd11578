import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'

const script = readFileSync('public/theme.js', 'utf8')

const run = (isSystemDark: boolean) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isSystemDark }))
  runInThisContext(script)
  return document.documentElement
}

afterEach(() => vi.unstubAllGlobals())

describe('before the first paint', () => {
  it('the stored theme is on the page', () => {
    window.localStorage.setItem('theme', 'dark')
    expect(run(false)).toHaveAttribute('data-theme', 'dark')
    expect(document.documentElement.style.colorScheme).toBe('dark')
  })

  it('the system’s theme is, when nothing readable is stored', () => {
    window.localStorage.setItem('theme', 'sepia')
    expect(run(true)).toHaveAttribute('data-theme', 'dark')
    expect(run(false)).toHaveAttribute('data-theme', 'light')
  })

  it('the chosen look is, as far as it can be read', () => {
    window.localStorage.setItem(
      'soldesk.appearance',
      JSON.stringify({ accent: 'teal', dockSize: 'large', wallpaper: '<b>', motion: 7 }),
    )
    expect(run(false)).toHaveAttribute('data-accent', 'teal')
    expect(document.documentElement).toHaveAttribute('data-dock-size', 'large')
    expect(document.documentElement).not.toHaveAttribute('data-wallpaper')
    expect(document.documentElement).not.toHaveAttribute('data-motion')
  })

  it('a blocked storage is no obstacle', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    expect(run(true)).toHaveAttribute('data-theme', 'dark')
  })
})
