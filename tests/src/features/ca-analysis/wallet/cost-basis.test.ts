import { describe, expect, it } from 'vitest'
import {
  BY_RANK,
  NO_FILTER,
  buildRowsQuery,
} from '#src/features/ca-analysis/table/wallet-filter.ts'
import { applyCostBasis } from '#src/features/ca-analysis/wallet/cost-basis.ts'

const average = { realized_sol: 1, unrealized_sol: 0, pnl_sol: 1, roi: 0.5, win_rate: 1 }
const fifo = { realized_sol: 4, unrealized_sol: -1, pnl_sol: 3, roi: 0.5, win_rate: 0.5 }

describe('a cost basis', () => {
  it('replaces the results of a wallet, and leaves early reports as they are', () => {
    const wallet = { ...average, pnl_usd: 150, fifo }
    expect(applyCostBasis(wallet, 'average', 150)).toBe(wallet)
    expect(applyCostBasis(wallet, 'fifo', 150)).toMatchObject({ ...fifo, pnl_usd: 450 })
    expect(applyCostBasis(wallet, 'fifo', null)).toMatchObject({ ...fifo, pnl_usd: null })
    const early = { ...wallet, fifo: null }
    expect(applyCostBasis(early, 'fifo', 150)).toBe(early)
  })

  it('is part of the query of the rows, so that they are sorted by the shown values', () => {
    expect(buildRowsQuery('ranked', NO_FILTER, BY_RANK)).not.toHaveProperty('method')
    const filter = { ...NO_FILTER, costBasis: 'fifo' as const }
    expect(buildRowsQuery('ranked', filter, BY_RANK)).toMatchObject({ method: 'fifo' })
  })
})
