import { toError } from '#contract/error-message.ts'
import { isLoadFailure } from '#src/lib/new-release.ts'

/** One broken part can fail again with every render. */
const MAX_REPORTS = 5

const reported = new Set<string>()

const send = async (error: Error, componentStack: string) => {
  try {
    const { sendCrash } = await import('./send-crash.ts')
    await sendCrash(error, componentStack)
  } catch {
    // The crash is in the console; a failed report must not become another crash.
  }
}

/** Sends a crash of the page to the server, each message once per page load. */
export const reportCrash = (
  thrown: unknown,
  { componentStack }: { componentStack?: string | null | undefined },
): void => {
  if (isLoadFailure(thrown)) return
  const error = toError(thrown)
  if (reported.has(error.message) || reported.size >= MAX_REPORTS) return
  reported.add(error.message)
  void send(error, componentStack ?? '')
}
