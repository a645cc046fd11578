import { startTransition, useLayoutEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'

/**
 * Returns a component that loads its code when it is first mounted, or earlier by `preload`. `Fallback` is shown until
 * then. A failure goes to the error boundary around it, and the next mount loads the code again.
 *
 * `lazy` and `Suspense` do the same, but show each fallback for at least 300 ms. As with them, the content is rendered in
 * slices, so that the page stays responsive.
 */
export const loadable = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: (props: Props) => ReactNode = () => null,
) => {
  let Loaded: ComponentType<Props> | null = null

  const preload = async (): Promise<void> => {
    Loaded ??= await load()
  }

  const Loadable = (props: Props) => {
    const [Content, setContent] = useState(() => Loaded)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useLayoutEffect(() => {
      let isMounted = true
      preload().then(
        () => isMounted && startTransition(() => setContent(() => Loaded)),
        (error: unknown) => isMounted && setFailure({ error }),
      )
      return () => {
        isMounted = false
      }
    }, [])
    if (failure !== null) throw failure.error
    return Content === null ? <Fallback {...props} /> : <Content {...props} />
  }
  return Object.assign(Loadable, { preload })
}
