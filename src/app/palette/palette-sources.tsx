import AppWindow from 'lucide-react/icons/app-window'
import Grid2x2 from 'lucide-react/icons/grid-2x2'
import House from 'lucide-react/icons/house'
import Keyboard from 'lucide-react/icons/keyboard'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import LogOut from 'lucide-react/icons/log-out'
import MessageSquare from 'lucide-react/icons/message-square'
import Minus from 'lucide-react/icons/minus'
import Moon from 'lucide-react/icons/moon'
import Shell from 'lucide-react/icons/shell'
import Sun from 'lucide-react/icons/sun'
import SquarePen from 'lucide-react/icons/square-pen'
import Undo2 from 'lucide-react/icons/undo-2'
import Wallet from 'lucide-react/icons/wallet'
import X from 'lucide-react/icons/x'
import { createReportsSource } from '#src/features/ca-analysis/palette-reports.tsx'
import { createChatsSource } from '#src/features/chat/list/palette-chats.tsx'
import { buildAppItems } from '#src/features/desktop/app-menu.tsx'
import { askInWindow } from '#src/app/ask-chat.ts'
import {
  arrangeGoldenRatio,
  arrangeWindows,
  minimizeAllWindows,
} from '#src/features/desktop/arrange-windows.ts'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { undoLast } from '#src/features/desktop/undo.ts'
import { createResearchSource } from '#src/features/research/palette-research.tsx'
import { signOut } from '#src/app/layout/sign-out.ts'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { getWindowKey } from '#src/platform/apps/app-path.ts'
import { appRegistry, findApp, findWindowIcon } from '#src/platform/apps/app-registry-store.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import type { PaletteItem, PaletteSource } from '#src/platform/palette/palette-source.ts'
import { palette } from '#src/platform/palette/palette-store.ts'
import { themes } from '#src/platform/theme/theme-store.ts'
import { openApp, openInNewWindow } from '#src/platform/windows/open-app.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import {
  CHAT_PATH,
  DESKTOP_PATH,
  HOME_PATH,
  PAYMENT_PATH,
  linkToChat,
  linkToWindow,
} from '#contract/paths.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { answersSource, createAddressSource, createAskSource } from './suggestions.tsx'
import { listSettingItems } from './palette-settings.tsx'

const APP_ICON_PX = 24

type PageContext = {
  pathname: string
  navigate: (path: string, options?: { state: unknown }) => void
}

/** Returns functions that open windows and chats from the current page. */
const createNavigation = ({ pathname, navigate }: PageContext) => {
  const isOnDesktop = pathname === DESKTOP_PATH
  const open = (path: string): void => {
    if (isOnDesktop) openApp(path)
    else navigate(linkToWindow(path))
  }
  return {
    pathname,
    navigate,
    isOnDesktop,
    open,
    /** Opens a window beside the app’s first one. */
    openBeside: (path: string): void => {
      if (isOnDesktop) openInNewWindow(path)
      else open(path)
    },
    ask: (question: string): void => {
      if (isOnDesktop) askInWindow(question)
      else navigate(CHAT_PATH, { state: { question } })
    },
  }
}

type Navigation = ReturnType<typeof createNavigation>

const listWindowItems = (navigation: Navigation): PaletteItem[] => {
  const { order, windows: open, activeId } = windows.store.getState()
  return order.toReversed().flatMap((id): PaletteItem[] => {
    const window = open[id]
    if (window === undefined) return []
    const { path, title, isMinimized } = window
    const key = getWindowKey(path)
    const isActive = id === activeId && navigation.isOnDesktop
    return [
      {
        id: `window:${key}`,
        title: `Switch to ${title}`,
        keywords: ['window', title],
        ...(isMinimized ? { hint: 'Minimized' } : isActive ? { hint: 'Active' } : {}),
        icon: <AppIcon icon={findWindowIcon(window)} sizePx={APP_ICON_PX} />,
        run: () => (navigation.isOnDesktop ? windows.restore(id) : navigation.open(path)),
      },
      {
        id: `close:${key}`,
        title: `Close ${title}`,
        keywords: ['window'],
        icon: <X />,
        isMinor: true,
        run: () => windows.close(id),
      },
      ...(isMinimized
        ? []
        : [
            {
              id: `minimize:${key}`,
              title: `Minimize ${title}`,
              keywords: ['window', 'minimize', 'hide'],
              icon: <Minus />,
              isMinor: true,
              run: () => windows.minimize(id),
            },
          ]),
    ]
  })
}

/** Tools that are a tab of another app's window. */
const listToolItems = (navigation: Navigation): PaletteItem[] => [
  {
    id: 'tool:wallet-finder',
    title: 'Wallet Finder',
    keywords: ['wallets', 'several tokens', 'compare', 'smart money'],
    icon: <AppIcon icon="ca-analysis" sizePx={APP_ICON_PX} />,
    run: () => navigation.open(`${PRODUCT_APPS.caAnalysis.path}?mode=finder`),
  },
  {
    id: 'tool:watched-wallets',
    title: 'Watched wallets',
    keywords: ['watch', 'follow', 'alerts', 'price alert', 'smart money', 'copy trade'],
    icon: <AppIcon icon="ca-analysis" sizePx={APP_ICON_PX} />,
    run: () => navigation.open(`${PRODUCT_APPS.caAnalysis.path}?mode=watched`),
  },
]

const listAppItems = (navigation: Navigation): PaletteItem[] => {
  const { builtIn, added } = appRegistry.getState()
  const { names } = desktopIcons.store.getState()
  const open = (path: string) => {
    if (path === PRODUCT_APPS.recharge.path && !navigation.isOnDesktop)
      navigation.navigate(PAYMENT_PATH)
    else if (findApp(path)?.hasPage === true && !navigation.isOnDesktop) navigation.navigate(path)
    else navigation.open(path)
  }
  const isComing = (app: AppDefinition) => Number(app.status === 'coming_soon')
  const shown = [...builtIn, ...added].filter(({ isDisabled }) => isDisabled !== true)
  const getTitle = (app: AppDefinition) => names[app.path] ?? app.title
  const titles = shown.map(getTitle)
  const findHint = (app: AppDefinition): string | undefined => {
    if (app.status === 'coming_soon') return 'Coming soon'
    const title = getTitle(app)
    return titles.indexOf(title) === titles.lastIndexOf(title) ? undefined : app.description
  }
  return shown
    .toSorted((one, other) => isComing(one) - isComing(other))
    .map((app) => ({
      id: `app:${app.path}`,
      title: getTitle(app),
      keywords: [app.title, ...(app.keywords ?? []), app.description],
      hint: findHint(app),
      icon: <AppIcon icon={app.icon} sizePx={APP_ICON_PX} />,
      actions: [
        { label: 'Open', run: () => open(app.path) },
        ...(app.hasManyWindows === true
          ? [{ label: 'Open in new window', run: () => navigation.openBeside(app.path) }]
          : []),
        ...buildAppItems(app.path).map(({ label, icon, onSelect }) => ({
          label,
          icon,
          run: onSelect,
        })),
      ],
      run: () => open(app.path),
    }))
}

const listWindowActions = (onDesktop: (act: () => void) => () => void): PaletteItem[] => [
  {
    id: 'action:arrange',
    title: 'Arrange windows',
    keywords: ['tile', 'grid', 'layout'],
    icon: <Grid2x2 />,
    run: onDesktop(arrangeWindows),
  },
  {
    id: 'action:golden',
    title: 'Golden-ratio arrange',
    keywords: ['golden ratio', 'spiral', 'layout'],
    icon: <Shell />,
    run: onDesktop(arrangeGoldenRatio),
  },
  {
    id: 'action:overview',
    title: 'Overview of windows',
    keywords: ['exposé', 'task view', 'mission control', 'all windows'],
    icon: <AppWindow />,
    keys: 'Alt+O',
    run: onDesktop(desktop.toggleOverview),
  },
  {
    id: 'action:launcher',
    title: 'All apps',
    keywords: ['launcher', 'launchpad', 'start menu', 'programs'],
    icon: <LayoutGrid />,
    run: onDesktop(desktop.toggleLauncher),
  },
  {
    id: 'action:undo',
    title: 'Undo',
    keywords: ['take back', 'reopen closed window', 'restore'],
    icon: <Undo2 />,
    keys: 'Mod+Z',
    run: onDesktop(undoLast),
  },
  {
    id: 'action:edit-icons',
    title: 'Edit icons',
    keywords: ['move', 'reorder', 'remove', 'delete', 'jiggle'],
    icon: <SquarePen />,
    run: onDesktop(() => desktop.startJiggling()),
  },
  {
    id: 'action:minimize-all',
    title: 'Minimize all',
    keywords: ['minimize all windows', 'hide', 'show desktop'],
    icon: <Minus />,
    run: minimizeAllWindows,
  },
  {
    id: 'action:close-all',
    title: 'Close all windows',
    icon: <X />,
    run: windows.closeAll,
  },
]

const listPageActions = (isDark: boolean): PaletteItem[] => [
  {
    // One id for both, so that frequent users find the switch first.
    id: 'action:theme',
    title: isDark ? 'Light theme' : 'Dark theme',
    keywords: ['appearance', 'mode', 'switch theme'],
    icon: isDark ? <Sun /> : <Moon />,
    run: themes.toggleTheme,
  },
  {
    id: 'action:shortcuts',
    title: 'Keyboard shortcuts',
    keywords: ['keys', 'help'],
    icon: <Keyboard />,
    keys: '?',
    run: () => palette.open('shortcuts'),
  },
  {
    id: 'action:log-out',
    title: 'Log out',
    keywords: ['logout', 'sign out', 'leave'],
    icon: <LogOut />,
    run: signOut,
  },
]

const listActionItems = ({ isOnDesktop, navigate }: Navigation): PaletteItem[] => {
  const onDesktop = (act: () => void) => () => {
    if (!isOnDesktop) navigate(DESKTOP_PATH)
    act()
  }
  return [
    ...listWindowActions(onDesktop),
    ...listPageActions(themes.store.getState().theme === 'dark'),
  ]
}

const PLACES = [
  { to: HOME_PATH, title: 'Go to Home', Icon: House },
  { to: CHAT_PATH, title: 'Go to Chat', Icon: MessageSquare },
  { to: PAYMENT_PATH, title: 'Go to Payment', Icon: Wallet },
  { to: DESKTOP_PATH, title: 'Go to Desktop', Icon: LayoutGrid },
] as const

const listPlaceItems = ({ pathname, navigate }: Navigation): PaletteItem[] =>
  PLACES.filter(({ to }) => to !== pathname).map(({ to, title, Icon }) => ({
    id: `place:${to}`,
    title,
    icon: <Icon />,
    run: () => navigate(to),
  }))

/** Returns everything in the command palette; one line for each feature's own source. */
export const buildPaletteSources = (page: PageContext): readonly PaletteSource[] => {
  const navigation = createNavigation(page)
  const { open, openBeside, ask } = navigation
  const openChat = (id: string) => {
    if (navigation.isOnDesktop) openApp(linkToChat(id))
    else navigation.navigate(linkToChat(id))
  }
  return [
    answersSource,
    { id: 'windows', title: 'Open windows', read: () => listWindowItems(navigation) },
    {
      id: 'apps',
      title: 'Apps',
      read: () => [...listToolItems(navigation), ...listAppItems(navigation)],
    },
    { id: 'actions', title: 'Actions', read: () => listActionItems(navigation) },
    { id: 'places', title: 'Go to', read: () => listPlaceItems(navigation) },
    { id: 'settings', title: 'Settings', read: () => listSettingItems(open) },
    createChatsSource(openChat, (id) => openBeside(linkToChat(id))),
    createReportsSource(open, openBeside),
    createAddressSource({ open, ask }),
    createResearchSource(open, openBeside),
    createAskSource({ open, ask }),
  ]
}
