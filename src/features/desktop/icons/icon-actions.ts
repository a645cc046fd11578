import { flushSync } from 'react-dom'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { offerIconBack } from '#src/features/desktop/undo.ts'
import { focusNextIcon } from './focus-icon.ts'

const isInstalled = (app: AppDefinition) => app.path.startsWith('/app/')

/** Removes an icon and offers to bring it back. For an installed app, asks whether to uninstall it. */
export const deleteIcon = (app: AppDefinition, label: string): void => {
  if (isInstalled(app)) {
    desktop.askUninstall(app.path)
    return
  }
  const passOn = focusNextIcon(app.path)
  flushSync(() => desktopIcons.remove(app.path))
  passOn()
  offerIconBack(app.path, label)
}

/** Opens an app, or asks whether to uninstall a disabled one. */
export const launchApp = ({ path, isDisabled }: AppDefinition): void => {
  if (isDisabled === true) desktop.askUninstall(path)
  else openApp(path)
}

export const clickIcon = (app: AppDefinition): void => {
  if (!desktop.store.getState().isJiggling) launchApp(app)
}
