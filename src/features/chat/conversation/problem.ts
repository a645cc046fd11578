import { HttpError, getRetryTime } from '#src/lib/api/api-error.ts'
import { getErrorMessage } from '#contract/error-message.ts'

export type Problem = {
  readonly message: string
  readonly code: string | null
  /** POINTS that the balance did not cover. */
  readonly points?: number
  /** Unix milliseconds from which a retry makes sense, if the server named them. */
  readonly retryAtMs?: number | null
}

export const toProblem = (error: unknown): Problem => ({
  message: getErrorMessage(error),
  code: error instanceof HttpError ? error.code : null,
  retryAtMs: getRetryTime(error),
  ...(error instanceof HttpError && error.code === 'INSUFFICIENT_BALANCE'
    ? { points: pointsIn(error.body) }
    : {}),
})

/** An answer that cost nothing would not be refused. */
const pointsIn = (body: unknown): number => {
  const { fields } = (body ?? {}) as { fields?: { points?: unknown } }
  return Number(fields?.points) || 1
}
