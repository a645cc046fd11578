import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const openModals = createStore<ReadonlySet<symbol>>(() => new Set())

/** Returns whether anything on the page waits for an answer, so that nothing below it may act. */
export const isModalOpen = (): boolean => openModals.getState().size > 0

/** Returns the same, and renders again when it changes. */
export const useIsModalOpen = (): boolean => useStore(openModals, ({ size }) => size > 0)

/** Counts the component as an open modal while it is mounted and `isOpen`. */
export const useOpenModal = (isOpen = true): void => {
  useEffect(() => {
    if (!isOpen) return undefined
    const modal = Symbol('modal')
    openModals.setState((modals) => new Set([...modals, modal]), true)
    return () =>
      openModals.setState((modals) => new Set([...modals].filter((one) => one !== modal)), true)
  }, [isOpen])
}
