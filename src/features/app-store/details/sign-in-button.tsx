import { useMutation, useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import LogIn from 'lucide-react/icons/log-in'
import { useState } from 'react'
import { startAppSignIn } from '#contract/apps/apps.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { appQuery } from '#src/features/app-store/app-query.ts'

/** Longer than the deadlines of the server and the service together. */
const START_TIMEOUT_MS = 30_000
/** Polled, because the service's page in another tab cannot report when it is done. */
const ASK_AGAIN_MS = 2_000

type Begun = { url: string; host: string; endsAt: number }

/** Opened within the click, because browsers block pages that open later. */
const openEmptyPage = (): Window | null => {
  const page = window.open('about:blank', '_blank')
  if (page !== null) page.opener = null
  return page
}

/** Leads to the service behind an app in a tab of its own, and waits until the user is signed in there. */
export const SignInButton = ({ appId, appName }: { appId: string; appName: string }) => {
  const [begun, setBegun] = useState<Begun | null>(null)
  useQuery({
    ...appQuery(appId),
    enabled: begun !== null,
    refetchInterval: () => (begun !== null && Date.now() < begun.endsAt ? ASK_AGAIN_MS : false),
  })
  const start = useMutation({
    mutationFn: async (page: Window | null) => {
      try {
        const data = await api.callForData(startAppSignIn, {
          params: { id: appId },
          timeoutMs: START_TIMEOUT_MS,
        })
        page?.location.replace(data.authorization_url)
        return data
      } catch (error) {
        page?.close()
        throw error
      }
    },
    onSuccess: ({ authorization_url: url, host, expires_in: seconds }) =>
      setBegun({ url, host, endsAt: Date.now() + seconds * 1_000 }),
    onError: () => setBegun(null),
  })
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size="sm"
        variant={begun === null ? 'primary' : 'secondary'}
        isLoading={start.isPending}
        icon={<LogIn size={14} />}
        aria-label={`${begun === null ? 'Sign in' : 'Sign in again'} to ${appName}`}
        onClick={() => start.mutate(openEmptyPage())}
      >
        {begun === null ? 'Sign in' : 'Sign in again'}
      </Button>
      {begun !== null && (
        <p role="status" className="text-ui text-ink-muted">
          Waiting for you at{' '}
          <a
            href={begun.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1 text-accent-ink wrap-anywhere hover:underline"
          >
            {begun.host}
            <ExternalLink size={12} />
          </a>
          . This page notices when you are done.
        </p>
      )}
      {start.isError && (
        <p role="alert" className="text-ui text-danger wrap-anywhere">
          {start.error.message}
        </p>
      )}
    </div>
  )
}
