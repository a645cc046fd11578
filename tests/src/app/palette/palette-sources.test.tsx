import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listReports } from '#contract/analysis/analysis.ts'
import { listChats } from '#contract/chat/chat.ts'
import type { ReportSummary } from '#contract/analysis/analysis.ts'
import { BUILT_IN_APPS } from '#src/app/app-registry.ts'
import { buildPaletteSources } from '#src/app/palette/palette-sources.tsx'
import { watchForUndo } from '#src/features/desktop/undo.ts'
import { setAddedApps, setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import type { PaletteItem } from '#src/platform/palette/palette-source.ts'
import { preferences } from '#src/platform/preferences/preferences-store.ts'
import { appearance } from '#src/platform/theme/appearance-store.ts'
import { themes } from '#src/platform/theme/theme-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { testApp } from '#tests/support/desktop.ts'

const ADDRESS = '4UdXLsCXkcat78UhykL2fq3Xm7cehdSiNifeyRcJpump'

const navigate = vi.fn<(path: string) => void>()

const sourcesOn = (pathname: string) => buildPaletteSources({ pathname, navigate })

const itemsOn = (pathname: string): PaletteItem[] =>
  sourcesOn(pathname).flatMap((source) => source.read?.() ?? [])

const find = (pathname: string, title: string): PaletteItem => {
  const found = itemsOn(pathname).find((item) => item.title === title)
  if (found === undefined) throw new Error(`Nothing is called ${title}`)
  return found
}

const openPaths = () => Object.values(windows.store.getState().windows).map(({ path }) => path)

beforeEach(() => {
  setAppRegistry(BUILT_IN_APPS)
  windows.reload({ width: 1440, height: 900 })
})
afterEach(() => navigate.mockClear())

describe('what the palette knows', () => {
  it('has every app and action, each once and under an id of its own', () => {
    const items = itemsOn('/ios-desktop')
    const titles = items.map(({ title }) => title)
    for (const { title } of BUILT_IN_APPS) expect(titles).toContain(title)
    for (const title of [
      'Arrange windows',
      'Golden-ratio arrange',
      'Overview of windows',
      'Undo',
      'Edit icons',
      'Close all windows',
      'Minimize all',
      'Dark theme',
      'Recharge',
      'Log out',
      'Reset icons',
      'Go to Home',
      'Go to Chat',
      'Go to Payment',
    ]) {
      expect(titles.filter((other) => other === title)).toHaveLength(1)
    }
    expect(titles).not.toContain('Go to Desktop')
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  })

  it('tells apps with the same name apart by their descriptions', () => {
    const twins = ['Number 1', 'Number 2'].map((description) => ({
      ...testApp(`/agent/${description}`),
      title: 'Twin',
      description,
    }))
    setAddedApps([...twins, { ...testApp('/agent/other'), title: 'Other' }])
    const hints = (title: string) =>
      itemsOn('/ios-desktop').flatMap((item) => (item.title === title ? [item.hint] : []))
    expect(hints('Twin')).toEqual(['Number 1', 'Number 2'])
    expect(hints('Other')).toEqual([undefined])
    setAddedApps([])
  })

  it('marks apps that are coming soon and lists them last', () => {
    const apps =
      sourcesOn('/')
        .find(({ id }) => id === 'apps')
        ?.read?.() ?? []
    const hints = apps.map(({ hint }) => hint)
    expect(hints.indexOf('Coming soon')).toBe(hints.filter((hint) => hint === undefined).length)
  })

  it('has installed apps under the user’s names, and no disabled ones', () => {
    setAddedApps([
      testApp('/app/7', { title: 'Chart Bot', group: 'installed' }),
      testApp('/app/8', { title: 'Off', group: 'installed', isDisabled: true }),
    ])
    desktopIcons.rename('/app/7', 'My charts')
    const chart = find('/', 'My charts')
    expect(chart.keywords).toContain('Chart Bot')
    expect(itemsOn('/').map(({ title }) => title)).not.toContain('Off')
  })
})

describe('a chat', () => {
  it('opens in its window on the desktop, and on its page elsewhere', async () => {
    network.use(
      answer(listChats, () => ({
        data: [
          {
            id: 'c1',
            title: 'Swaps',
            app_id: null,
            created_at: '2026-11-20T10:00:00Z',
            updated_at: '2026-11-20T10:00:00Z',
          },
        ],
        total: 1,
        offset: 0,
        limit: 50,
      })),
    )
    const chatOn = async (pathname: string) => {
      const source = sourcesOn(pathname).find(({ id }) => id === 'chats')
      const [item] = (await source?.load?.(new AbortController().signal)) ?? []
      item?.run()
    }
    await chatOn('/ios-desktop')
    expect(openPaths()).toEqual(['/chat?id=c1'])
    expect(navigate).not.toHaveBeenCalled()
    await chatOn('/')
    expect(navigate).toHaveBeenCalledWith('/chat?id=c1')
  })
})

describe('an app', () => {
  it('opens in a window on the desktop, and by way of it from elsewhere', () => {
    find('/ios-desktop', 'Settings').run()
    expect(openPaths()).toEqual(['/settings'])
    find('/payment', 'Calendar').run()
    expect(navigate).toHaveBeenCalledWith('/ios-desktop?open=%2Fcalendar')
    expect(openPaths()).toEqual(['/settings'])
  })

  it('with a page of its own opens that page when it is nearer', () => {
    find('/', 'Recharge').run()
    find('/payment', 'Home').run()
    find('/payment', 'Chat').run()
    expect(navigate.mock.calls).toEqual([['/payment'], ['/'], ['/chat']])
    find('/ios-desktop', 'Recharge').run()
    expect(openPaths()).toEqual(['/sol-recharge'])
  })
})

describe('an open window', () => {
  const openTwo = () => {
    const settings = windows.open({ path: '/settings', title: 'Settings' })
    windows.open({ path: '/calendar', title: 'Calendar' })
    return settings
  }

  it('is switched to, minimised and closed', () => {
    const settings = openTwo()
    find('/ios-desktop', 'Switch to Settings').run()
    expect(windows.store.getState().activeId).toBe(settings)
    find('/ios-desktop', 'Minimize Settings').run()
    expect(windows.store.getState().windows[settings]?.isMinimized).toBe(true)
    expect(find('/ios-desktop', 'Switch to Settings').hint).toBe('Minimized')
    expect(() => find('/ios-desktop', 'Minimize Settings')).toThrow()
    find('/ios-desktop', 'Close Settings').run()
    expect(openPaths()).toEqual(['/calendar'])
  })

  it('opens from another screen with its content', () => {
    windows.open({ path: '/wallet-finder?ca=abc', title: 'CA Analysis' })
    find('/', 'Switch to CA Analysis').run()
    expect(navigate).toHaveBeenCalledWith('/ios-desktop?open=%2Fwallet-finder%3Fca%3Dabc')
  })

  it('is arranged, minimised and closed with the others, from any screen', () => {
    openTwo()
    find('/payment', 'Arrange windows').run()
    expect(navigate).toHaveBeenCalledWith('/ios-desktop')
    const rects = Object.values(windows.store.getState().windows).map(({ rect }) => rect)
    expect(rects[0]?.height).toBe(720)
    find('/ios-desktop', 'Minimize all').run()
    expect(windows.store.getState().activeId).toBeNull()
    find('/ios-desktop', 'Close all windows').run()
    expect(openPaths()).toEqual([])
  })
})

describe('an action', () => {
  it('offers the other theme', () => {
    themes.setTheme('light')
    find('/', 'Dark theme').run()
    expect(themes.store.getState().theme).toBe('dark')
    find('/', 'Light theme').run()
    expect(themes.store.getState().theme).toBe('light')
  })

  it('undoes the last change, of windows or icons', () => {
    const stop = watchForUndo()
    windows.close(windows.open({ path: '/settings', title: 'Settings' }))
    desktopIcons.remove('/theme')
    find('/ios-desktop', 'Undo').run()
    expect(desktopIcons.store.getState().removed).toEqual([])
    expect(openPaths()).toEqual([])
    find('/ios-desktop', 'Undo').run()
    expect(openPaths()).toEqual(['/settings'])
    stop()
  })

  it('sets every choice of Settings, and marks the one that is chosen', () => {
    expect(find('/', 'Accent color: Iris').hint).toBe('Chosen')
    find('/', 'Accent color: Rose').run()
    find('/', 'Wallpaper: Aurora').run()
    find('/', 'Dock size: Large').run()
    find('/', 'Motion: Reduced').run()
    expect(appearance.store.getState()).toMatchObject({
      accent: 'rose',
      wallpaper: 'aurora',
      dockSize: 'large',
      motion: 'reduced',
    })
    expect(find('/', 'Accent color: Rose')).toMatchObject({ hint: 'Chosen', isMinor: true })
  })

  it('sets the formats of times and numbers and the explorer', () => {
    find('/ios-desktop', 'Time format: 24-hour').run()
    find('/ios-desktop', 'Explorer: Solscan').run()
    expect(preferences.getState()).toMatchObject({ hours: 'h23', explorer: 'solscan' })
    expect(find('/ios-desktop', 'Time format: 24-hour').hint).toBe('Chosen')
    preferences.setState({ hours: 'system', explorer: 'solana' })
  })

  it.each([
    ['Quiet hours', 'notifications'],
    ['Delete account', 'account'],
    ['Sessions', 'account'],
  ])('opens Settings where %s is', (title, section) => {
    find('/ios-desktop', title).run()
    expect(openPaths()).toEqual([`/settings?section=${section}`])
  })

  it('brings the icons back', () => {
    desktopIcons.remove('/theme')
    find('/', 'Reset icons').run()
    expect(desktopIcons.store.getState().removed).toEqual([])
  })
})

describe('a report', () => {
  const report = (id: string, rest: Partial<ReportSummary> = {}): ReportSummary => ({
    id,
    report_id: id,
    kind: 'CA_ANALYSIS',
    status: 'done',
    contract_address: ADDRESS,
    contract_addresses: [ADDRESS],
    created_at: '2026-11-12T10:00:00Z',
    finished_at: null,
    failure: null,
    is_refunded: false,
    progress: null,
    counts: null,
    ...rest,
  })
  const reports = () => {
    const source = sourcesOn('/ios-desktop').find(({ id }) => id === 'reports')
    if (source?.load === undefined || source.suggest === undefined) throw new Error('No source')
    return { load: source.load, suggest: source.suggest }
  }
  const { signal } = new AbortController()

  it('is found by its full address and opens again in the window', async () => {
    network.use(
      answer(listReports, () => ({
        data: [
          report('r2'),
          report('r1', { status: 'running' }),
          report('w', { kind: 'WALLET_FINDER' }),
        ],
        meta: { offset: 0, limit: 20, total: 3, has_more: false },
      })),
    )
    const items = await reports().load(signal)
    expect(items.map(({ title }) => title)).toEqual(
      Array.from({ length: 2 }, () => '4UdX…pump · CA Analysis'),
    )
    expect(items[0]?.keywords).toContain(ADDRESS)
    expect(items[1]?.hint).toContain('Running')
    items[0]?.run()
    expect(openPaths()).toEqual(['/wallet-finder?report=r2'])
  })

  it('shows a failed list in the palette, without a toast', async () => {
    network.use(answer(listReports, () => failure('INTERNAL', 'away')))
    await expect(reports().load(signal)).rejects.toThrow()
  })

  it('is offered for a pasted address, and only for one', () => {
    expect(reports().suggest('settings')).toEqual([])
    const [analyse] = reports().suggest(` ${ADDRESS} `)
    expect(analyse?.title).toBe(`Analyze ${ADDRESS}`)
    analyse?.run()
    expect(openPaths()).toEqual([`/wallet-finder?ca=${ADDRESS}`])
  })
})
