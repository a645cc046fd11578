import * as RadixDialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { useOpenModal } from './open-modals.ts'

type ModalProps = {
  isOpen: boolean
  onClose: () => void
  /** Radix `Dialog.Content`. */
  children: ReactNode
}

/** A modal above the whole page, which is dimmed and cannot scroll meanwhile. */
export const Modal = ({ isOpen, onClose, children }: ModalProps) => {
  useOpenModal(onClose, isOpen)
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="animate-fade-in fixed inset-0 z-100 bg-(--scrim)" />
        {children}
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
