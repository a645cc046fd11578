import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'

const script = readFileSync('public/theme.js', 'utf8')

const run = (isSystemDark: boolean) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isSystemDark }))
  runInThisContext(script)
  return document.documentElement
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the page before its first paint', () => {
  it('has the stored theme', () => {
    window.localStorage.setItem('theme', 'dark')
    expect(run(false)).toHaveAttribute('data-theme', 'dark')
    expect(document.documentElement.style.colorScheme).toBe('dark')
  })

  it('has the theme of the system when no known theme is stored', () => {
    window.localStorage.setItem('theme', 'sepia')
    expect(run(true)).toHaveAttribute('data-theme', 'dark')
    expect(run(false)).toHaveAttribute('data-theme', 'light')
  })

  it.each([
    ['now', (choices: object) => ({ state: choices, version: 3 })],
    ['before', (choices: object) => ({ version: 2, ...choices })],
  ])('has the look as it is stored %s, without values that are not plain words', (_when, shape) => {
    window.localStorage.setItem(
      'soldesk.appearance',
      JSON.stringify(shape({ accent: 'teal', dockSize: 'large', wallpaper: '<b>', motion: 7 })),
    )
    expect(run(false)).toHaveAttribute('data-accent', 'teal')
    expect(document.documentElement).toHaveAttribute('data-dock-size', 'large')
    expect(document.documentElement).not.toHaveAttribute('data-wallpaper')
    expect(document.documentElement).not.toHaveAttribute('data-motion')
  })

  it('has the theme of the system when storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    expect(run(true)).toHaveAttribute('data-theme', 'dark')
  })
})

describe('code of the signed-in screens', () => {
  const preloaded = () => {
    document.head.replaceChildren()
    const tag = document.createElement('script')
    tag.dataset['signedIn'] = '/assets/signed-in.js'
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(tag)
    run(false)
    return Array.from(
      document.head.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]'),
      (link) => link.getAttribute('href'),
    )
  }

  it('is preloaded for a user with a stored session', () => {
    window.localStorage.setItem('refresh_token', 'a token')
    expect(preloaded()).toEqual(['/assets/signed-in.js'])
  })

  it('is not loaded for anyone else', () => {
    expect(preloaded()).toEqual([])
  })
})
