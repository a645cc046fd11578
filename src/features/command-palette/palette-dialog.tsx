import * as RadixDialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { Modal } from '#src/ui/overlay/modal.tsx'

type PaletteDialogProps = {
  title: string
  onClose: () => void
  /** Called when the dialog has closed and the page can be used again, to move the focus. */
  onClosed: () => void
  children: ReactNode
}

/** A dialog that hangs from the top of the page, where the eye is when one types; the whole width on phones. */
export const PaletteDialog = ({ title, onClose, onClosed, children }: PaletteDialogProps) => (
  <Modal onClose={onClose}>
    <RadixDialog.Content
      aria-describedby={undefined}
      aria-modal="true"
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        onClosed()
      }}
      className="animate-rise-in fixed inset-x-4 top-[min(14dvh,128px)] z-101 mx-auto max-w-[640px] overflow-hidden rounded-xl bg-surface-raised shadow-high ring-1 ring-line focus:outline-none max-sm:inset-x-0 max-sm:top-0 max-sm:rounded-t-none max-sm:pt-[env(safe-area-inset-top)]"
    >
      <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
      {children}
    </RadixDialog.Content>
  </Modal>
)
