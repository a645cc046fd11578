import * as RadixDialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { useOpenModal } from './open-modals.ts'

type ModalProps = {
  onClose: () => void
  /** Radix `Dialog.Content`. */
  children: ReactNode
}

/** A modal above the page, open while mounted. Dims the page and keeps it from scrolling. */
export const Modal = ({ onClose, children }: ModalProps) => {
  useOpenModal(onClose)
  return (
    <RadixDialog.Root open onOpenChange={onClose}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="animate-fade-in fixed inset-0 z-100 bg-(--scrim)" />
        {children}
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
