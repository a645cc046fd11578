import { useEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { showLoadFailure } from './load-failure-toast.ts'

type FetchedProps = {
  /** Takes the wish back when the code does not arrive; see `sayingMissing`. */
  onMissing: (error: unknown) => void
  /** Stands there until the code has arrived. */
  fallback?: ReactNode
}

/**
 * A component whose code is fetched when it is first shown. When that does not arrive nothing breaks, and the next time
 * it is shown tries again.
 */
export const fetchedPart = <Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props & FetchedProps> => {
  let known: ComponentType<Props> | null = null
  return function FetchedPart({ onMissing, fallback = null, ...props }: Props & FetchedProps) {
    const [Part, setPart] = useState(() => known)
    const onMissingRef = useRef(onMissing)
    useEffect(() => {
      onMissingRef.current = onMissing
    })
    useEffect(() => {
      if (Part !== null) return undefined
      let isWanted = true
      const start = async () => {
        try {
          const fetched = await fetchPart()
          known = fetched
          if (isWanted) setPart(() => fetched)
        } catch (error) {
          if (isWanted) onMissingRef.current(error)
        }
      }
      void start()
      return () => {
        isWanted = false
      }
    }, [Part])
    return Part === null ? fallback : <Part {...(props as unknown as Props)} />
  }
}

/** For what a person wished to see: takes the wish back and says why nothing happened. */
export const sayingMissing =
  (takeBack: () => void) =>
  (error: unknown): void => {
    takeBack()
    void showLoadFailure(error)
  }
