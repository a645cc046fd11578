import { tip } from '#src/ui/overlay/tip.ts'
import { Button } from '#src/ui/form/button.tsx'
import { cn } from '#src/lib/cn.ts'
import AppWindow from 'lucide-react/icons/app-window'
import Blocks from 'lucide-react/icons/blocks'
import Grid2x2 from 'lucide-react/icons/grid-2x2'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Minus from 'lucide-react/icons/minus'
import Shell from 'lucide-react/icons/shell'
import Undo2 from 'lucide-react/icons/undo-2'
import Wifi from 'lucide-react/icons/wifi'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ReactNode } from 'react'
import { HOME_PATH } from '#contract/paths.ts'
import { useIsServerReached } from '#src/platform/auth/server-reach.ts'
import { useNetworkName, useProductName } from '#src/platform/config/raw-config.ts'
import { useAppearance } from '#src/platform/theme/appearance-store.ts'
import { formatKeys } from '#src/platform/shortcuts/keys.ts'
import { ThemeToggle } from '#src/platform/theme/theme-toggle.tsx'
import { openApp } from '#src/platform/windows/open-app.ts'
import { useIsImmersed } from '#src/platform/windows/model/windows-store.ts'
import { Logo } from '#src/ui/icons/logo.tsx'
import { Menu } from '#src/ui/overlay/menu.tsx'
import { statusPartClass } from '#src/ui/status-part.ts'
import {
  arrangeGoldenRatio,
  arrangeWindows,
  minimizeAllWindows,
} from '#src/features/desktop/arrange-windows.ts'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { BEHIND_WINDOWS } from '#src/features/desktop/desktop-look.ts'
import { undoLast } from '#src/features/desktop/undo.ts'
import { Clock } from './clock.tsx'
import { useIsOnline } from '#src/lib/use-is-online.ts'

const WINDOW_MENU = [
  { label: 'Arrange', icon: <Grid2x2 size={15} />, onSelect: arrangeWindows },
  { label: 'Golden-ratio arrange', icon: <Shell size={15} />, onSelect: arrangeGoldenRatio },
  {
    label: 'Overview',
    icon: <AppWindow size={15} />,
    keys: formatKeys('Alt+O'),
    onSelect: desktop.toggleOverview,
  },
  { label: 'Minimize all', icon: <Minus size={15} />, onSelect: minimizeAllWindows },
  { label: 'Undo', icon: <Undo2 size={15} />, keys: formatKeys('Mod+Z'), onSelect: undoLast },
]

const Connection = () => {
  const isOnline = useIsOnline()
  const isReached = useIsServerReached()
  const isConnected = isOnline && isReached
  const label = isConnected
    ? 'Connected'
    : isOnline
      ? 'The server cannot be reached'
      : 'No connection'
  return (
    <span
      role="img"
      aria-label={label}
      tabIndex={0}
      data-tip={label}
      className={cn(statusPartClass({ kind: 'text' }), isConnected && 'max-sm:hidden')}
    >
      {isConnected ? <Wifi size={15} /> : <WifiOff size={15} className="text-danger" />}
    </span>
  )
}

const Network = () => {
  const name = useNetworkName()
  return (
    <span
      {...tip(`Solana network: ${name}`)}
      tabIndex={0}
      className={cn(statusPartClass({ kind: 'text' }), 'max-sm:hidden')}
    >
      <Blocks size={15} />
      <span className="sr-only">Network </span>
      <span className="max-xl:sr-only">{name}</span>
    </span>
  )
}

type StatusBarProps = {
  /** Shown beside the network, such as the balance and the battery. */
  status?: ReactNode
  /** Shown at the far right, such as the account's menu. */
  account?: ReactNode
}

export const StatusBar = ({ status, account }: StatusBarProps) => {
  const brand = useProductName()
  const { isStatusBarTransparent } = useAppearance()
  const isImmersed = useIsImmersed()
  return (
    <header
      data-status-bar=""
      className={cn(
        'absolute inset-x-0 top-0 z-5 flex h-8 items-center gap-0.5 border-b border-transparent px-2 text-ui leading-4 text-ink has-focus-visible:z-20 max-sm:h-11 max-sm:px-1 on-side:left-[calc(64px+env(safe-area-inset-left))] on-side:pr-[calc(8px+env(safe-area-inset-right))]',
        (isImmersed || !isStatusBarTransparent) && 'glass border-(--glass-line)',
        // A press between its parts belongs to the title bar below it.
        isImmersed && 'pointer-events-none z-20 *:pointer-events-auto',
        BEHIND_WINDOWS,
      )}
    >
      <Button
        variant="plain"
        className={cn(statusPartClass(), 'font-semibold')}
        {...tip('Home')}
        onClick={() => openApp(HOME_PATH)}
      >
        <Logo sizePx={18} />
        <span className="max-md:sr-only">{brand}</span>
      </Button>
      <Button
        variant="plain"
        aria-label="Apps"
        aria-haspopup="dialog"
        className={statusPartClass()}
        onClick={desktop.toggleLauncher}
      >
        <LayoutGrid size={15} />
        <span className="max-md:sr-only">Apps</span>
      </Button>
      <Menu
        items={WINDOW_MENU}
        trigger={
          <Button variant="plain" className={cn(statusPartClass(), 'max-sm:hidden')}>
            Window
          </Button>
        }
      />
      <span data-status-gap="" className="pointer-events-none! flex-1" />
      <Connection />
      <Network />
      {status}
      {/* A phone has no room for it beside the clock and the way out. */}
      <ThemeToggle className={cn(statusPartClass(), 'w-7 px-0 text-inherit max-sm:hidden')} />
      {/* A phone shows the time itself, and has no room for it here. */}
      <span className={cn(statusPartClass({ kind: 'text' }), 'max-sm:sr-only!')}>
        <Clock />
      </span>
      {account}
    </header>
  )
}
