const FIRST_DELAY_MS = 2_000
const MAX_DELAY_MS = 60_000

type QueryState = { readonly status: string; readonly errorUpdateCount: number }

/** Options of a query that is repeated while it fails, with growing pauses. */
export const ASK_AGAIN = {
  refetchInterval: ({ state: { status, errorUpdateCount } }: { state: QueryState }) =>
    status === 'error' && Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (errorUpdateCount - 1)),
}

type Asked = {
  readonly isError: boolean
  readonly isPending: boolean
  readonly errorUpdateCount: number
}

/** Returns true from a failure until an answer, also while the next try is under way. */
export const isWithoutAnswer = ({ isError, isPending, errorUpdateCount }: Asked): boolean =>
  isError || (isPending && errorUpdateCount > 0)
