import { HttpError, retryTimeOf } from '#src/lib/api/api-error.ts'

export type Problem = {
  readonly message: string
  readonly code: string | null
  readonly points?: number
  readonly retryAtMs?: number | null
}

export const toProblem = (error: unknown): Problem => ({
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof HttpError ? error.code : null,
  retryAtMs: retryTimeOf(error),
  ...(error instanceof HttpError && error.code === 'INSUFFICIENT_BALANCE'
    ? { points: pointsIn(error.body) }
    : {}),
})

/** An answer that cost nothing would not be refused. */
const pointsIn = (body: unknown): number => {
  const { fields } = (body ?? {}) as { fields?: { points?: unknown } }
  return Number(fields?.points) || 1
}
