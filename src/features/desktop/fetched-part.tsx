import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { showToast } from '#src/ui/toast/toast-store.ts'

/**
 * A component whose code is fetched when it is first shown. When it does not arrive the desktop stays as it is,
 * `onMissing` takes the wish back, and the next wish tries again.
 */
export const fetchedPart = <Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  onMissing: () => void,
): ComponentType<Props> => {
  let known: ComponentType<Props> | null = null
  return function FetchedPart(props: Props) {
    const [Part, setPart] = useState(() => known)
    useEffect(() => {
      if (Part !== null) return undefined
      let isWanted = true
      const start = async () => {
        try {
          const fetched = await fetchPart()
          known = fetched
          if (isWanted) setPart(() => fetched)
        } catch {
          if (!isWanted) return
          onMissing()
          showToast({
            title: 'This could not be opened',
            description: 'Its code did not arrive. Check the connection and try again.',
            tone: 'destructive',
          })
        }
      }
      void start()
      return () => {
        isWanted = false
      }
    }, [Part])
    return Part === null ? null : <Part {...props} />
  }
}
