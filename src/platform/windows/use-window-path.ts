import { useEffect, useState } from 'react'
import { windows } from './model/windows-store.ts'

const hasQuery = (path: string): boolean => path.includes('?')

/**
 * Returns the path that a window shows and a function that changes it, in the address bar too. The bare path, by which
 * the dock brings the window back, changes nothing.
 */
export const useWindowPath = (
  windowId: string,
  given: string,
): [string, (path: string) => void] => {
  const [shown, setShown] = useState({ path: given, given })
  if (shown.given !== given) setShown({ given, path: hasQuery(given) ? given : shown.path })
  const { path } = shown
  useEffect(() => {
    if (path !== given) windows.setPath(windowId, path)
  }, [windowId, path, given])
  return [path, (next) => setShown((before) => ({ ...before, path: next }))]
}
