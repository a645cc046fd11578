import { useLayoutEffect } from 'react'
import { createStore } from 'zustand/vanilla'

export const userAction = createStore(() => ({ hasActed: false }))

/** Records the first press, key or click on the page. */
export const useRecordedAction = (): void => {
  useLayoutEffect(() => {
    const watching = new AbortController()
    const note = () => {
      userAction.setState({ hasActed: true })
      watching.abort()
    }
    for (const type of ['pointerdown', 'keydown', 'click']) {
      document.addEventListener(type, note, { capture: true, signal: watching.signal })
    }
    return () => watching.abort()
  }, [])
}
