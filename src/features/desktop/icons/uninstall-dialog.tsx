import { useState } from 'react'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx'
import { showFailure } from '#src/ui/toast/toast-store.ts'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { findIconElement } from './focus-icon.ts'

/** Uninstalls an app on the server and refreshes the list; resolves to false when the list is unchanged. */
export type Uninstall = (app: AppDefinition) => Promise<boolean>

type UninstallDialogProps = { app: AppDefinition; uninstall: Uninstall }

export const UninstallDialog = ({ app, uninstall }: UninstallDialogProps) => {
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    const isDone = await uninstall(app).catch(() => false)
    desktop.endUninstall()
    if (!isDone) {
      showFailure('Failed to uninstall app. Please try again.')
    }
  }
  return (
    <ConfirmDialog
      title="Uninstall App?"
      description={`Do you want to uninstall the app "${app.title}"?`}
      confirm="Uninstall"
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={desktop.endUninstall}
      returnFocusTo={() => findIconElement(app.path)}
    />
  )
}
