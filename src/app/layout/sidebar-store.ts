import { createStore } from 'zustand/vanilla'

type WideScreen = Pick<MediaQueryList, 'matches' | 'addEventListener'>

/** Creates the state of the sidebar, which is beside the page on a wide screen and over it on a narrow one. */
export const createSidebar = (wideScreen: WideScreen) => {
  const store = createStore<{ isOpen: boolean }>(() => ({ isOpen: wideScreen.matches }))
  let isOpenWhenWide = true
  // Closes the sidebar when the screen becomes narrow, so that it does not cover what the user is typing.
  wideScreen.addEventListener('change', () => {
    if (!wideScreen.matches) isOpenWhenWide = store.getState().isOpen
    store.setState({ isOpen: wideScreen.matches && isOpenWhenWide })
  })
  return {
    store,
    toggle: () => store.setState(({ isOpen }) => ({ isOpen: !isOpen })),
    /** Closes the sidebar where it covers the chosen page. */
    closeCovering: () => {
      if (!wideScreen.matches) store.setState({ isOpen: false })
    },
  }
}

export const sidebar = createSidebar(window.matchMedia('(min-width: 1024px)'))
