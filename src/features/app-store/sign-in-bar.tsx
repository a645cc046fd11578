import { useQuery } from '@tanstack/react-query'
import { appQuery } from './app-query.ts'
import { SignInButton } from '#src/features/app-store/details/sign-in-button.tsx'

/** Offers to sign in above the chats of an app whose service requires it. Renders nothing for other apps. */
export const SignInBar = ({ appId, appName }: { appId: string; appName: string }) => {
  const { data } = useQuery(appQuery(appId))
  const authorization = data?.authorization
  if (authorization?.can_sign_in !== true || authorization.is_set) return null
  return (
    <section
      aria-label="Sign-in"
      className="flex flex-wrap items-center justify-between gap-2 border-b bg-surface-sunken px-4 py-2.5"
    >
      <p className="min-w-0 flex-1 basis-56 text-ui text-ink-muted">
        {appName} works with your own account. Sign in at its service to use its tools.
      </p>
      <SignInButton appId={appId} appName={appName} />
    </section>
  )
}
