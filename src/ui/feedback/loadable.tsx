import { useLayoutEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'

/**
 * A component whose code is fetched when it is first shown, or ahead of that by `preload`; `Fallback` stands in for it. It
 * is shown the moment its code is there: what is behind `Suspense`, React holds back up to 300 ms after any fallback. A
 * failure is thrown to the error boundary around it, and the next mount fetches again.
 */
export const loadable = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: (props: Props) => ReactNode = () => null,
) => {
  let loaded: ComponentType<Props> | null = null

  const preload = async (): Promise<void> => {
    loaded ??= await load()
  }

  const Loadable = (props: Props) => {
    const [{ Component, failure }, setState] = useState<{
      Component: ComponentType<Props> | null
      failure: { cause: unknown } | null
    }>(() => ({ Component: loaded, failure: null }))
    const isMissing = Component === null
    useLayoutEffect(() => {
      if (!isMissing) return undefined
      let isShown = true
      preload().then(
        () => isShown && setState({ Component: loaded, failure: null }),
        (cause: unknown) => isShown && setState({ Component: null, failure: { cause } }),
      )
      return () => {
        isShown = false
      }
    }, [isMissing])
    if (failure !== null) throw failure.cause
    return Component === null ? <Fallback {...props} /> : <Component {...props} />
  }
  return Object.assign(Loadable, { preload })
}
