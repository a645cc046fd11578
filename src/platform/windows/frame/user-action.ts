import { useLayoutEffect } from 'react'
import { createStore } from 'zustand/vanilla'

/** True as soon as the user has touched the page. */
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
