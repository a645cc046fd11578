import { useStore } from 'zustand'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toastStore } from '#src/ui/toast/toast-store.ts'

/** Keeps the reason of a failed sign-in on the card after its toast has closed. */
export const SignInFailure = ({ message }: { message: string }) => {
  const isInToast = useStore(
    toastStore,
    ({ toast }) => toast?.isOpen === true && toast.description === message,
  )
  return isInToast ? null : <Alert tone="danger" title={message} />
}
