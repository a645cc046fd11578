import { createStore } from 'zustand/vanilla'

type WideScreen = Pick<MediaQueryList, 'matches' | 'addEventListener'>

/** Creates the state of the sidebar: beside the page where there is room, over it where there is not. */
export const createSidebar = (wideScreen: WideScreen) => {
  const store = createStore<{ isOpen: boolean }>(() => ({ isOpen: wideScreen.matches }))
  let isOpenWhenWide = true
  // A screen that becomes narrow folds the sidebar away, so that it does not cover what is being typed.
  wideScreen.addEventListener('change', () => {
    if (!wideScreen.matches) isOpenWhenWide = store.getState().isOpen
    store.setState({ isOpen: wideScreen.matches && isOpenWhenWide })
  })
  return {
    store,
    toggle: () => store.setState(({ isOpen }) => ({ isOpen: !isOpen })),
    /** On a narrow screen the sidebar covers the chosen page. */
    closeCovering: () => {
      if (!wideScreen.matches) store.setState({ isOpen: false })
    },
  }
}

export const sidebar = createSidebar(window.matchMedia('(min-width: 1024px)'))
