import { findLoadFailureCause, type LoadFailureCause } from '#src/lib/new-release.ts'
import { showFailure } from '#src/ui/toast/toast-store.ts'

const ADVICE: Record<Exclude<LoadFailureCause, 'release'>, string> = {
  network: 'Check your connection and try again.',
  cached: 'Reload the page and try again.',
  fault: 'Try again.',
}

/** Shows a toast that an app could not be opened, unless the notice of a new release is shown. */
export const showLoadFailure = async (error: unknown): Promise<void> => {
  const cause = await findLoadFailureCause(error)
  if (cause === 'release') return
  showFailure('Couldn’t open this app', ADVICE[cause])
}
