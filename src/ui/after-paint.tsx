import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { afterPaint } from '#src/lib/next-frame.ts'

/** What has nothing to show yet: it comes once the frame with everything else has been drawn. */
export const AfterPaint = ({ children }: { children: ReactNode }) => {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => afterPaint(() => setIsPainted(true)), [])
  return isPainted ? children : null
}
