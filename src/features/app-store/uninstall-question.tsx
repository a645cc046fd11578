import type { StoreApp } from '#contract/apps/apps.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'

type UninstallQuestionProps = {
  app: StoreApp
  isBusy: boolean
  onCancel: () => void
  onConfirm: () => void
}

export const UninstallQuestion = ({ app, isBusy, onCancel, onConfirm }: UninstallQuestionProps) => (
  <Dialog
    isOpen
    role="alertdialog"
    onClose={onCancel}
    title={`Uninstall ${app.name}?`}
    description="This will remove the app from your device."
    actions={
      <>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="danger" isLoading={isBusy} onClick={onConfirm}>
          Uninstall
        </Button>
      </>
    }
  />
)
