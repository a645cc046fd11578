import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { cn } from '#src/lib/cn.ts'
import LogOut from 'lucide-react/icons/log-out'
import { BatteryIndicator } from '#src/features/battery/battery-indicator.tsx'
import { DesktopScreen } from '#src/features/desktop/desktop-screen.tsx'
import { WindowLinks } from '#src/features/desktop/address/window-links.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { openApp } from '#src/platform/windows/open-app.ts'
import { NotificationCenter } from '#src/features/notifications/notification-center.tsx'
import { usePageTitle } from '#src/app/layout/page-title.ts'
import { signOut } from '#src/app/layout/sign-out.ts'
import { withQueries } from '#src/app/with-queries.ts'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { PaletteButton } from '#src/platform/palette/palette-button.tsx'
import { preloadWindows } from '#src/platform/windows/frame/window-layer.tsx'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { statusPartClass } from '#src/ui/status-part.ts'
import { Background } from '#src/features/background/background.tsx'
import { getBatteryTone } from '#src/features/battery/battery.ts'
import { useBattery } from '#src/features/battery/use-battery.ts'
import { useTheme } from '#src/platform/theme/theme-store.ts'

export { preloadWindows }

/** Loaded after the desktop, because it brings the query cache. */
const BalanceStatus = loadable(() =>
  withQueries(
    async () => (await import('#src/features/payments/balance-status.tsx')).BalanceStatus,
  ),
)

const DesktopWidgets = loadable(() =>
  withQueries(async () => (await import('./desktop-widgets.tsx')).DesktopWidgets),
)

const uninstall = async (app: AppDefinition) =>
  (await import('#src/app/follow-added-apps.ts')).uninstallFrom(app)

/** The address names the open windows, the active one last: `?open=/settings&open=/wallet-finder`. */
export const IosDesktopScreen = () => {
  usePageTitle('Desktop')
  return (
    <DesktopScreen
      status={
        <>
          <PaletteButton className={cn(statusPartClass(), '[&_kbd]:max-xl:hidden')} />
          <ErrorBoundary isQuiet>
            <BalanceStatus onRecharge={() => void openApp(PRODUCT_APPS.recharge.path)} />
          </ErrorBoundary>
          <NotificationCenter onOpen={(path) => void openApp(path)} />
          <BatteryIndicator />
        </>
      }
      account={
        <IconButton
          label="Logout"
          icon={<LogOut size={15} />}
          className={cn(statusPartClass(), 'h-7 w-7 rounded-md px-0')}
          onClick={signOut}
        />
      }
      backdrop={<DesktopBackground />}
      widgets={
        <ErrorBoundary isQuiet>
          <DesktopWidgets />
        </ErrorBoundary>
      }
      links={<WindowLinks />}
      uninstall={uninstall}
    />
  )
}

const DesktopBackground = () => {
  const theme = useTheme()
  const battery = useBattery()
  // A simulated level does not describe the machine.
  const isPowerLow = !battery.isSimulated && getBatteryTone(battery) === 'low'
  return <Background theme={theme} isPowerLow={isPowerLow} />
}
