import { DesktopScreen } from '#src/features/desktop/desktop-screen.tsx'
import { usePageTitle } from '#src/features/shell/page-title.ts'
import { WindowLayer } from '#src/platform/windows/window-layer.tsx'

export const IosDesktopScreen = () => {
  usePageTitle('Desktop')
  return (
    <>
      <DesktopScreen />
      <WindowLayer />
    </>
  )
}
