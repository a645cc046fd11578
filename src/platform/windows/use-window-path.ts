import { useEffect, useState } from 'react'
import { windows } from './model/windows-store.ts'

const hasQuery = (path: string): boolean => path.includes('?')

type Go = (path: string, options?: { isStep?: boolean }) => void

/**
 * Returns the path that a window shows and a function that changes it, also in the address bar. With `isStep`, Back
 * undoes the change. Ignores the bare path, with which the dock shows the window.
 */
export const useWindowPath = (windowId: string, given: string): [string, Go] => {
  const [shown, setShown] = useState({ path: given, given, isStep: false })
  if (shown.given !== given) {
    setShown({ given, path: hasQuery(given) ? given : shown.path, isStep: false })
  }
  const { path, isStep } = shown
  useEffect(() => {
    if (path !== given) windows.setPath(windowId, path, { isStep })
  }, [windowId, path, given, isStep])
  return [
    path,
    (next, options) =>
      setShown((before) => ({ ...before, path: next, isStep: options?.isStep === true })),
  ]
}
