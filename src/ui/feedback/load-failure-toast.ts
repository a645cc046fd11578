import { findLoadFailureCause, type LoadFailureCause } from '#src/lib/new-release.ts'
import { showFailure } from '#src/ui/toast/toast-store.ts'

const ADVICE: Record<Exclude<LoadFailureCause, 'release'>, string> = {
  network: 'Check your connection and try again.',
  kept: 'Reload the page and try again.',
  fault: 'Try again.',
}

/** Says that what a person asked for could not be opened, unless the notice of a new release says so already. */
export const showLoadFailure = async (error: unknown): Promise<void> => {
  const cause = await findLoadFailureCause(error)
  if (cause === 'release') return
  showFailure('Couldn’t open this app', ADVICE[cause])
}
