import { useEffect } from 'react'
import { useIsInFront } from '#src/platform/windows/window-title.ts'
import { showResult } from './notifications.ts'

/** Counts the result that a path opens as seen, while the caller shows it in front. Does nothing for null. */
export const useShownResult = (path: string | null): void => {
  const isInFront = useIsInFront()
  useEffect(() => (path === null || !isInFront ? undefined : showResult(path)), [path, isInFront])
}
