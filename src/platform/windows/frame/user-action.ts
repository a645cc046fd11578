import { useLayoutEffect } from 'react'
import { createStore } from 'zustand/vanilla'

/** Tells whether the user has touched the page since it was loaded. */
export const userAction = createStore(() => ({ hasActed: false }))

/** Notes the first press, key or click on the page. */
export const useNotedAction = (): void => {
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
