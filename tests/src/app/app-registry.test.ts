import { describe, expect, it } from 'vitest'
import { BUILT_IN_APPS } from '#src/app/app-registry.ts'

const byPath = (path: string) => BUILT_IN_APPS.find((app) => app.path === path)

describe('the apps that come with the product', () => {
  it('are at their paths, each once', () => {
    expect(BUILT_IN_APPS.map(({ path }) => path).toSorted()).toEqual(
      [
        '/',
        '/agent-builder',
        '/ai-trade',
        '/app-store',
        '/ca-signal',
        '/calendar',
        '/chat',
        '/research',
        '/settings',
        '/smart-wallet',
        '/sol-recharge',
        '/theme',
        '/wallet-finder',
      ].toSorted(),
    )
  })

  it('open a window each, with a body or a note that they are coming soon', () => {
    for (const app of BUILT_IN_APPS) {
      const opens = app.body !== undefined || app.status === 'coming_soon'
      expect(opens, app.title).toBe(true)
    }
  })

  it('list upcoming features if they are coming soon', () => {
    const coming = BUILT_IN_APPS.filter(({ status }) => status === 'coming_soon')
    for (const app of coming) expect(app.upcoming?.length, app.title).toBeGreaterThan(0)
  })

  it('have their specified sizes', () => {
    expect(byPath('/')?.defaultSize).toEqual({ widthRatio: 0.6, heightRatio: 0.5 })
    expect(byPath('/calendar')?.defaultSize).toEqual({ widthRatio: 0.65, heightRatio: 0.7 })
    expect(
      BUILT_IN_APPS.filter(({ defaultSize }) => defaultSize !== undefined).map(({ path }) => path),
    ).toEqual(['/calendar', '/chat', '/'])
  })

  it('are hot, or without an icon, only where it is said', () => {
    expect(BUILT_IN_APPS.filter(({ isHot }) => isHot).map(({ path }) => path)).toEqual([
      '/agent-builder',
    ])
    expect(
      BUILT_IN_APPS.filter(({ hasIcon }) => hasIcon === false).map(({ path }) => path),
    ).toEqual(['/chat', '/'])
  })

  it('have a body that can be fetched', async () => {
    for (const app of BUILT_IN_APPS) {
      if (app.body === undefined) continue
      const { Body } = await app.body()
      expect(typeof Body, app.title).toBe('function')
    }
  }, 30_000)
})
