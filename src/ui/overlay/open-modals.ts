import { useEffect } from 'react'

const openModals = new Set<symbol>()

/** Returns whether anything on the page waits for an answer, so that nothing below it may act. */
export const isModalOpen = (): boolean => openModals.size > 0

/** Counts the component as an open modal while it is mounted and `isOpen`. */
export const useOpenModal = (isOpen = true): void => {
  useEffect(() => {
    if (!isOpen) return undefined
    const modal = Symbol('modal')
    openModals.add(modal)
    return () => {
      openModals.delete(modal)
    }
  }, [isOpen])
}
