const RETRY_DELAY_MS = 3_000

/** Options of a query that is retried until it succeeds. */
export const RETRY_ON_FAILURE = {
  refetchInterval: ({ state }: { state: { readonly status: string } }) =>
    state.status === 'error' && RETRY_DELAY_MS,
}

type QueryState = {
  readonly isError: boolean
  readonly isPending: boolean
  readonly errorUpdateCount: number
}

/** Returns true from a failure until an answer, also during retries. */
export const isUnanswered = ({ isError, isPending, errorUpdateCount }: QueryState): boolean =>
  isError || (isPending && errorUpdateCount > 0)
