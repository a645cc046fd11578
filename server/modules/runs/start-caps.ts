import { AppError } from '#server/errors.ts'
import { capReached } from '#server/http/user-caps.ts'
import type { StartCaps, StartUsage } from './run-repository.ts'

const MINUTE = 60

/** Creates the error for a run that a cap refused. */
export function startRefused({ running, waitSeconds }: StartUsage, caps: StartCaps): AppError {
  if (waitSeconds === null || running >= caps.runningJobs) {
    return capReached(`${caps.runningJobs} of your queries are still running. Wait for one to end`)
  }
  const minutes = Math.max(1, Math.ceil(waitSeconds / MINUTE))
  return new AppError(
    'RATE_LIMITED',
    `${caps.unpaidStarts} queries ended without a charge in the last hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds: waitSeconds },
  )
}
