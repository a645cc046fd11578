import LogOut from 'lucide-react/icons/log-out'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DesktopBackground } from '#src/app/desktop-background.tsx'
import { BatteryIndicator } from '#src/features/battery/battery-indicator.tsx'
import { DesktopScreen } from '#src/features/desktop/desktop-screen.tsx'
import { usePageTitle } from '#src/features/shell/page-title.ts'
import { signOut } from '#src/features/shell/sign-out.ts'
import { PaletteButton } from '#src/platform/palette/palette-button.tsx'
import { useConfig } from '#src/platform/config/config-store.ts'
import { useProductName } from '#src/platform/config/server-facts.ts'
import { IconButton } from '#src/ui/icon-button.tsx'

/** The desktop; `?open=/wallet-finder` opens an app on arrival. */
export const IosDesktopScreen = () => {
  usePageTitle('Desktop')
  const brand = useProductName()
  const network = useConfig()?.network ?? ''
  const [search, setSearch] = useSearchParams()
  const forgetLink = useCallback(() => setSearch({}, { replace: true }), [setSearch])
  return (
    <DesktopScreen
      brand={brand}
      networkName={network}
      status={<PaletteButton className="status-part" />}
      battery={<BatteryIndicator />}
      account={
        <IconButton
          label="Logout"
          size="sm"
          icon={<LogOut size={15} aria-hidden="true" />}
          onClick={signOut}
        />
      }
      backdrop={<DesktopBackground />}
      openPath={search.get('open')}
      onOpened={forgetLink}
    />
  )
}
