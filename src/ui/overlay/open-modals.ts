import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const openModals = createStore<ReadonlyMap<symbol, () => void>>(() => new Map())

/** Returns true while a modal is open, when nothing below it may react. */
export const isModalOpen = (): boolean => openModals.getState().size > 0

/** Returns true while a modal is open. */
export const useIsModalOpen = (): boolean => useStore(openModals, ({ size }) => size > 0)

export const closeTopModal = (): void => [...openModals.getState().values()].at(-1)?.()

/** Counts the component as an open modal while it is mounted. */
export const useOpenModal = (onClose: () => void): void => {
  const onCloseRef = useRef(onClose)
  useEffect(() => {
    onCloseRef.current = onClose
  })
  useEffect(() => {
    const modal = Symbol('modal')
    openModals.setState((modals) => new Map([...modals, [modal, () => onCloseRef.current()]]), true)
    return () =>
      openModals.setState((modals) => new Map([...modals].filter(([one]) => one !== modal)), true)
  }, [])
}
