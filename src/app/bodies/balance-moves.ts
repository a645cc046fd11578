import type { QueryClient } from '@tanstack/react-query'
import { readField } from '#src/lib/read-field.ts'

const readBalance = (data: unknown): number | null => {
  const sol = readField(data, 'user_sol_balance')
  return sol === null || sol === undefined ? null : Number(sol)
}

/** Calls `onMove` each time the page reads another account balance. Returns a function that stops it. */
export const onBalanceMove = (
  queries: QueryClient,
  onMove: (move: 'rise' | 'fall') => void,
): (() => void) => {
  // The page may have read the balance before this code loaded.
  const [cached] = queries.getQueryCache().findAll({ queryKey: ['balance'] })
  let balance = readBalance(cached?.state.data)
  return queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'balance') return
    const now = readBalance(query.state.data)
    if (now === null || now === balance) return
    const before = balance
    balance = now
    if (before !== null) onMove(now > before ? 'rise' : 'fall')
  })
}
