import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { listFromBottom } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

/** The choice while Alt is held: all windows, last used first. */
type Switching = { ids: readonly string[]; chosen: number } | null

const store = createStore<{ switching: Switching }>(() => ({ switching: null }))

export const useSwitching = (): Switching => useStore(store, ({ switching }) => switching)

/** Returns the windows, last used first, minimized last. */
const listCandidates = (): string[] => {
  const { stacking, windows: open } = windows.store.getState()
  const fromTop = listFromBottom(stacking).toReversed()
  const isHidden = (id: string) => open[id]?.isMinimized === true
  return [...fromTop.filter((id) => !isHidden(id)), ...fromTop.filter(isHidden)]
}

let listening: AbortController | null = null

const endSwitching = (isChosen: boolean): void => {
  const { switching } = store.getState()
  listening?.abort()
  listening = null
  store.setState({ switching: null })
  const id = switching?.ids[switching.chosen]
  if (isChosen && id !== undefined) windows.restore(id)
}

/** Listens until Alt is released. Escape, or a page that loses the focus, cancels. */
const listen = () => {
  listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  window.addEventListener('keyup', ({ key }) => key === 'Alt' && endSwitching(true), options)
  // Without capture, because only the page's own loss of focus counts.
  window.addEventListener('blur', () => endSwitching(false), { signal: listening.signal })
  window.addEventListener('pointerdown', () => endSwitching(false), options)
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      endSwitching(false)
    },
    options,
  )
}

/** Chooses the window after or before the active one. Each press moves the choice on. */
export const switchWindow = (step: 1 | -1): void => {
  const { switching } = store.getState()
  if (switching === null) {
    const ids = listCandidates()
    const { activeId } = windows.store.getState()
    if (ids.length === 0) return
    // Without an active window, the first press chooses the first one.
    const chosen = (ids[0] !== activeId && step === 1 ? 0 : step + ids.length) % ids.length
    store.setState({ switching: { ids, chosen } })
    listen()
    return
  }
  const { ids, chosen } = switching
  store.setState({ switching: { ids, chosen: (chosen + step + ids.length) % ids.length } })
}
