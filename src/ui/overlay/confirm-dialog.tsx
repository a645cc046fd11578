import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = Pick<ComponentProps<typeof Dialog>, 'returnFocusTo'> & {
  title: string
  description: string
  /** The text of the button that does it. */
  confirm: string
  cancel?: string
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Shown below the description, such as the reason of a failure. */
  children?: ReactNode
}

export const ConfirmDialog = ({
  title,
  description,
  confirm,
  cancel = 'Cancel',
  isBusy = false,
  onConfirm,
  onCancel,
  children,
  ...rest
}: ConfirmDialogProps) => (
  <Dialog
    {...rest}
    role="alertdialog"
    onClose={onCancel}
    title={title}
    description={description}
    actions={
      <>
        <Button onClick={onCancel}>{cancel}</Button>
        <Button variant="danger" isLoading={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
