import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { scanTransaction } from '#engine/index.ts'
import { market } from '#tests/support/demo-market.ts'
import { ProvisionalRanker } from '#server/modules/analysis/collect/provisional-ranking.ts'

const [address] = market.mints
const facts = market.lines
  .filter((line) => line.includes(address))
  .flatMap((line) => {
    const scanned = scanTransaction(Buffer.from(line))
    return scanned.kind === 'read' ? [scanned.facts] : []
  })
beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

const rank = (provisional: ProvisionalRanker, count: number) =>
  provisional.update(count, 400, () => facts.slice(-count).map((tx) => ({ tx, index: tx.index })))

it('ranks what is read so far, again only when there is more', () => {
  const mint = {
    address,
    decimals: 6,
    supplyRaw: 10n ** 15n,
    tokenProgram: '',
    mintAuthority: null,
    freezeAuthority: null,
    metadata: null,
  }
  const provisional = new ProvisionalRanker(mint)
  rank(provisional, 200)
  expect(provisional.ranking).toBeUndefined()

  vi.advanceTimersByTime(500)
  rank(provisional, 10)
  expect(provisional.ranking).toBeUndefined()

  rank(provisional, 200)
  const { ranking } = provisional
  expect(ranking?.share).toBe(0.5)
  expect(ranking?.wallets.slice(0, 2)).toEqual([
    expect.objectContaining({ rank: 1 }),
    expect.objectContaining({ rank: 2 }),
  ])

  rank(provisional, 400)
  expect(provisional.ranking).toBe(ranking)
})
