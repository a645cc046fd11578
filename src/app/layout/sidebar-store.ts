import { createStore } from 'zustand/vanilla'

/** Beside the page where there is room, over it where there is not. */
const WIDE_SCREEN = '(min-width: 1024px)'

export const sidebar = createStore<{ isOpen: boolean }>(() => ({
  isOpen: window.matchMedia(WIDE_SCREEN).matches,
}))

export const toggleSidebar = (): void => sidebar.setState(({ isOpen }) => ({ isOpen: !isOpen }))

/** On a narrow screen the sidebar covers the chosen page. */
export const closeCoveringSidebar = (): void => {
  if (!window.matchMedia(WIDE_SCREEN).matches) sidebar.setState({ isOpen: false })
}
