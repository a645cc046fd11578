import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userKey } from '#src/lib/storage/user-storage.ts'

const script = readFileSync('public/theme.js', 'utf8')

const run = (isSystemDark: boolean) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isSystemDark }))
  runInThisContext(script)
  return document.documentElement
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '/')
})

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

  it.each([
    ['now', (choices: object) => ({ state: choices, version: 3 })],
    ['before', (choices: object) => ({ version: 2, ...choices })],
  ])('the look as it is kept %s is, as far as it can be read', (_when, shape) => {
    window.localStorage.setItem(
      'soldesk.appearance',
      JSON.stringify(shape({ accent: 'teal', dockSize: 'large', wallpaper: '<b>', motion: 7 })),
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

describe('before the first script has run', () => {
  const askedAt = (address: string) => {
    document.head.replaceChildren()
    const tag = document.createElement('script')
    Object.assign(tag.dataset, {
      signIn: '/a/shared.js /a/login.js',
      signedIn: '/a/signed-in.js',
      windows: '/a/signed-in.js /a/windows.js',
    })
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(tag)
    window.history.replaceState(null, '', address)
    run(false)
    return Array.from(
      document.head.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]'),
      (link) => link.getAttribute('href'),
    )
  }

  it('the sign-in page’s files are asked for when nobody is signed in', () => {
    expect(askedAt('/ios-desktop')).toEqual(['/a/shared.js', '/a/login.js'])
  })

  it('the screens’ files are when somebody is, before the server has answered', () => {
    window.localStorage.setItem('refresh_token', 'a token')
    expect(askedAt('/ios-desktop')).toEqual(['/a/signed-in.js'])
    expect(askedAt('/chat')).toEqual(['/a/signed-in.js'])
  })

  it('those of the windows are, when some were left open or the address names one', () => {
    window.localStorage.setItem('access_token', 'a token')
    window.localStorage.setItem('user_info', '{"id":"ada","username":"Ada"}')
    const files = ['/a/signed-in.js', '/a/windows.js']
    expect(askedAt('/ios-desktop?open=%2Fsettings')).toEqual(files)
    expect(askedAt('/chat')).toEqual(['/a/signed-in.js'])
    window.localStorage.setItem(userKey('ada', 'windows'), '{"version":2,"windows":[]}')
    expect(askedAt('/ios-desktop')).not.toContain('/a/windows.js')
    window.sessionStorage.setItem(
      userKey('ada', 'windows'),
      '{"version":2,"windows":[{"path":"/theme"}]}',
    )
    expect(askedAt('/ios-desktop')).toContain('/a/windows.js')
  })
})
