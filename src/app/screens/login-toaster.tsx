import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { useStore } from 'zustand'
import { toastStore } from '#src/ui/toast/toast-store.ts'

type LoginToasterProps = {
  /** True once someone has begun to sign in. */
  isWanted: boolean
}

/**
 * Shows toasts on the sign-in page. Their code is not part of the page: it comes when someone begins to sign in, so that
 * it is there before the first toast. When it does not load, the next toast loads it again.
 */
export const LoginToaster = ({ isWanted }: LoginToasterProps) => {
  const toastId = useStore(toastStore, ({ toast }) => toast?.id)
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  const isMissing = Toaster === null && (isWanted || toastId !== undefined)
  useEffect(() => {
    if (!isMissing) return
    import('#src/ui/toast/toaster.tsx')
      .then((toasts) => setToaster(() => toasts.Toaster))
      .catch(() => undefined)
  }, [isMissing, toastId])
  return Toaster === null ? null : <Toaster />
}
