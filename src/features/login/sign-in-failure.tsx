import type { RefObject } from 'react'
import { useStore } from 'zustand'
import { useFocusWhenLost } from '#src/ui/use-focus-when-lost.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toastStore } from '#src/ui/toast/toast-store.ts'

type SignInFailureProps = {
  message: string
  /** The button that was pressed. It was disabled meanwhile and gets the focus back. */
  pressed: RefObject<HTMLButtonElement | null>
}

/** Shows that the sign-in failed, and the reason once the toast with the reason has closed. */
export const SignInFailure = ({ message, pressed }: SignInFailureProps) => {
  useFocusWhenLost(pressed)
  const isInToast = useStore(
    toastStore,
    ({ toast }) => toast?.isOpen === true && toast.description === message,
  )
  return <Alert tone="danger" title={isInToast ? 'Not signed in' : message} />
}
