const FIRST_DELAY_MS = 2_000
const MAX_DELAY_MS = 60_000

type AskedQuery = { readonly state: { readonly status: string; readonly errorUpdateCount: number } }

/** The failures of each query up to its last success, which the library counts on. */
const pastFailures = new WeakMap<AskedQuery, number>()

/** Options of a query that is repeated while it fails, with pauses that grow until it succeeds. */
export const ASK_AGAIN = {
  refetchInterval: (query: AskedQuery) => {
    const { status, errorUpdateCount } = query.state
    if (status === 'success') pastFailures.set(query, errorUpdateCount)
    if (status !== 'error') return false
    const failures = errorUpdateCount - (pastFailures.get(query) ?? 0)
    return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
  },
}

type Asked = {
  readonly isError: boolean
  readonly isPending: boolean
  readonly errorUpdateCount: number
}

/** Returns true from a failure until an answer, also while the next try is under way. */
export const isWithoutAnswer = ({ isError, isPending, errorUpdateCount }: Asked): boolean =>
  isError || (isPending && errorUpdateCount > 0)
