import { Suspense, lazy } from 'react'

const SignDrawing = lazy(async () => ({
  default: (await import('./sign-drawings.tsx')).SignDrawing,
}))

/**
 * An emoji or a letter as decoration. Emoji that we know are drawn by us: every system has another picture of them, and
 * some have none.
 */
export const Sign = ({ sign }: { sign: string }) =>
  /^\p{Extended_Pictographic}/u.test(sign) ? (
    <Suspense fallback={null}>
      <SignDrawing sign={sign} />
    </Suspense>
  ) : (
    sign
  )
