import { flushSync } from 'react-dom'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { offerIconBack } from '#src/features/desktop/undo.ts'
import { passFocusOn } from './focus-icon.ts'

const isInstalled = (app: AppDefinition) => app.path.startsWith('/app/')

/** Delete: an installed app is asked about, any other entry leaves the desktop at once and can be brought back. */
export const deleteIcon = (app: AppDefinition, label: string): void => {
  if (isInstalled(app)) {
    desktop.askUninstall(app.path)
    return
  }
  const passOn = passFocusOn(app.path)
  flushSync(() => desktopIcons.remove(app.path))
  passOn()
  offerIconBack(app.path, label)
}

/** A click: nothing while the icons jiggle, the uninstall question for a disabled app, else the app. */
export const clickIcon = (app: AppDefinition): void => {
  if (desktop.store.getState().isJiggling) return
  if (app.isDisabled === true) desktop.askUninstall(app.path)
  else openApp(app.path)
}
