const PAUSE_MS = 3_000

/** Options of a query that is repeated while it fails. */
export const ASK_AGAIN = {
  refetchInterval: ({ state }: { state: { readonly status: string } }) =>
    state.status === 'error' && PAUSE_MS,
}

type Asked = {
  readonly isError: boolean
  readonly isPending: boolean
  readonly errorUpdateCount: number
}

/** Returns true from a failure until an answer, also while the next try is under way. */
export const isWithoutAnswer = ({ isError, isPending, errorUpdateCount }: Asked): boolean =>
  isError || (isPending && errorUpdateCount > 0)
