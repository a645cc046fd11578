import { useStore } from 'zustand'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toastStore } from '#src/ui/toast/toast-store.ts'

/** Says on the card that the sign-in failed, and why once the toast with the reason has closed. */
export const SignInFailure = ({ message }: { message: string }) => {
  const isInToast = useStore(
    toastStore,
    ({ toast }) => toast?.isOpen === true && toast.description === message,
  )
  return <Alert tone="danger" title={isInToast ? 'Not signed in' : message} />
}
