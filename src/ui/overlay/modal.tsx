import * as RadixDialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { useOpenModal } from './open-modals.ts'

type ModalProps = {
  isOpen: boolean
  onClose: () => void
  /** The library's `Content`. */
  children: ReactNode
}

/** What every modal stands on: above the whole page, which is dimmed. */
export const Modal = ({ isOpen, onClose, children }: ModalProps) => {
  useOpenModal(isOpen)
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        {/* The library's own overlay injects a style element, which a strict content policy refuses. */}
        <div
          aria-hidden="true"
          className="dialog-scrim animate-fade-in fixed inset-0 z-100 bg-(--scrim)"
        />
        {children}
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
