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
    ? { points: readPoints(error.body) }
    : {}),
})

/** Returns the required POINTS; at least 1, because a free answer is not refused. */
const readPoints = (body: unknown): number => {
  const { fields } = (body ?? {}) as { fields?: { points?: unknown } }
  return Number(fields?.points) || 1
}
