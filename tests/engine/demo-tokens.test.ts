import { expect, it } from 'vitest'
import { market } from '#tests/support/demo-market.ts'
import { analyze } from '#engine/report/report.ts'
import { USDC_MINT } from '#engine/scan/known-addresses.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import { collectible } from './demo-window.ts'
import { inputOf } from './market.ts'

const { transactions, funders, roles } = collectible()
const { mints } = market
const reports = mints.map((mint) => analyze(inputOf(transactions, { mint, funders })))
const [first, second, taxed] = reports

it('links the pools of a migration, and does not count it as a trade', () => {
  const pools = first?.coverage.pools ?? []
  const linked = pools.filter(({ linked_to: other }) => other !== null)
  expect(linked).toHaveLength(2)
  expect(linked[0]?.linked_to).toBe(linked[1]?.address)
  expect(linked.map(({ quote_mint }) => quote_mint)).toEqual([WSOL_MINT, WSOL_MINT])
  expect(first?.coverage.complete).toBe(true)
})

it('values trades for dollars in SOL, by the price of SOL in the same transactions', () => {
  expect(first?.coverage.pools.map(({ quote_mint }) => quote_mint)).toContain(USDC_MINT)
  expect(first?.coverage.unpriced).toBe(0)
  expect(first?.price.sol_usd).toBeGreaterThan(100)
  expect(first?.price.sol_usd).toBeLessThan(200)
  const inDollars = [...(first?.wallets ?? []), ...(first?.excluded ?? [])]
    .flatMap(({ evidence }) => evidence)
    .filter(({ quote_mint: mint }) => mint === USDC_MINT)
  expect(inDollars.length).toBeGreaterThan(10)
  for (const { value_lamports: lamports } of inDollars) expect(lamports).not.toBeNull()
})

it('groups the wallets that one funder paid through new wallets', () => {
  const groups = (first?.clusters ?? []).filter(({ kind }) => kind === 'sybil')
  expect(groups.map(({ members }) => members.map((member) => roles.get(member)))).toEqual([
    Array.from({ length: 8 }, () => 'sybil'),
  ])
  expect(roles.get(groups[0]?.funder ?? '')).toBe('funder')
})

it('does not group friends who send each other SOL', () => {
  const groups = (second?.clusters ?? []).filter(({ kind }) => kind === 'sybil')
  expect(groups.map(({ members }) => members.map((member) => roles.get(member)))).toEqual([
    Array.from({ length: 6 }, () => 'sybil'),
  ])
  const { excluded = [] } = second ?? {}
  const wrongly = excluded.filter(
    ({ address, labels }) =>
      roles.get(address) === 'retail' && labels.some(({ label }) => label === 'sybil'),
  )
  expect(wrongly).toEqual([])
})

it('reports the gap of missing transactions, and claims no rank after it', () => {
  expect(second?.coverage.complete).toBe(true)
  expect(taxed?.coverage.complete).toBe(false)
  expect(taxed?.coverage.explained).toBeLessThan(1)
  const [gap] = taxed?.coverage.gaps ?? []
  expect(gap?.to_slot).toBeGreaterThan(gap?.from_slot ?? 0)
  expect(BigInt(gap?.unexplained_raw ?? '0')).not.toBe(0n)
  const late = [...(taxed?.wallets ?? []), ...(taxed?.excluded ?? [])].flatMap(
    ({ first_buy: buy }) => (buy !== null && buy.slot > (gap?.to_slot ?? 0) ? [buy.rank] : []),
  )
  expect(late.length).toBeGreaterThan(0)
  expect(late).toEqual(late.map(() => null))
})

it('records the fee that a mint withholds', () => {
  const trades = (taxed?.wallets ?? []).flatMap(({ evidence }) => evidence)
  expect(trades.length).toBeGreaterThan(100)
  for (const { token_tax_raw: tax } of trades) expect(BigInt(tax)).toBeGreaterThan(0n)
})
