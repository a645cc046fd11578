import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { onNextFrame } from '#src/lib/next-frame.ts'

/** What has nothing to show yet: it comes once the frame with everything else has been drawn. */
export const AfterPaint = ({ children }: { children: ReactNode }) => {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    let stop = onNextFrame(() => {
      stop = onNextFrame(() => setIsPainted(true))
    })
    return () => stop()
  }, [])
  return isPainted ? children : null
}
