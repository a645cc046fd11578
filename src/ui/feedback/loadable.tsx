import { lazy, Suspense, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'

/**
 * Returns a component that loads its code when it is first rendered, or earlier by `preload`. `Fallback` is shown until
 * then. A failure goes to the error boundary around it, and the next mount loads the code again.
 */
export const loadable = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: (props: Props) => ReactNode = () => null,
) => {
  let Loaded: ComponentType<Props> | null = null

  const preload = async (): Promise<void> => {
    Loaded ??= await load()
  }

  // React keeps the failure of a lazy component, so every new attempt needs a new one.
  const createAttempt = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: (Loaded ??= await load()) }
      } catch (error) {
        Attempt = createAttempt()
        throw error
      }
    })
  let Attempt = createAttempt()

  const Loadable = (props: Props) => {
    // React shows the fallback of a new lazy component for 300 ms, even when its code is already there.
    const [Content] = useState(() => Loaded ?? Attempt)
    return (
      <Suspense fallback={<Fallback {...props} />}>
        <Content {...props} />
      </Suspense>
    )
  }
  return Object.assign(Loadable, { preload })
}
