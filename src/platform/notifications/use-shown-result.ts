import { useEffect } from 'react'
import { useIsInFront } from '#src/platform/windows/window-title.ts'
import { showResult } from './notifications.ts'

/** Marks the result at a path as seen while the caller's window is in front. Does nothing for null. */
export const useShownResult = (path: string | null): void => {
  const isInFront = useIsInFront()
  useEffect(() => (path === null || !isInFront ? undefined : showResult(path)), [path, isInFront])
}
