import { describe, expect, it } from 'vitest'
import { market } from '#tests/support/demo-market.ts'
import { analyze } from '#engine/report/report.ts'
import { collectible } from './demo-window.ts'
import { inputOf } from './market.ts'

const { mint, transactions, funders, roles } = collectible()
const [, , taxed] = market.mints
const texts = { name: 'Demo Comet', symbol: 'COMET', freezeAuthority: null }
const tokenOf = (overrides: Parameters<typeof inputOf>[1] = {}) =>
  analyze(inputOf(transactions, { mint, funders, texts, ...overrides })).token

describe('the head of a report', () => {
  const token = tokenOf()

  it('names the token and its creator', () => {
    expect(token).toMatchObject({ name: 'Demo Comet', symbol: 'COMET', mint_authority: null })
    expect(roles.get(token.developer ?? '')).toBe('creator')
    expect(token.created_at).toBeGreaterThan(1_789_000_000)
  })

  it('counts holders and their shares without the pools', () => {
    expect(token.holders).toBeGreaterThan(20)
    expect(token.holders).toBeLessThan(130)
    expect(token.top10_share).toBeGreaterThan(0)
    expect(token.top10_share).toBeLessThan(0.9)
    expect(token.developer_share).toBeLessThanOrEqual(token.top10_share ?? 0)
  })

  it("shows the pools' tokens, which with the wallets' are the full supply", () => {
    const report = analyze(inputOf(transactions, { mint, funders, texts }))
    const pools = report.coverage.pools.map(({ held_tokens }) => BigInt(held_tokens ?? 0))
    const wallets = [...report.wallets, ...report.excluded]
      // A linked wallet's tokens are in the books of its entity.
      .filter(({ labels }) => !labels.some(({ label }) => label === 'linked_wallet'))
      .map(({ held_tokens }) => BigInt(held_tokens))
    const sum = [...pools, ...wallets].reduce((total, held) => total + held, 0n)
    expect(String(sum)).toBe(report.supply_raw)
    // The curve that the liquidity has left keeps a rest.
    expect(pools.filter((held) => held > 0n)).toHaveLength(3)
  })

  it('adds up the open pools, and leaves out the curve that the liquidity has left', () => {
    expect(token.liquidity_sol).toBeGreaterThan(40)
    expect(token.liquidity_sol).toBeLessThan(60)
    expect(token.liquidity_usd).toBeGreaterThan(4_000)
    expect(token.market_cap_usd).toBeGreaterThan(10_000)
  })

  it('returns the supply share of bundles and snipers', () => {
    expect(token.bundle_share).toBeGreaterThan(0.01)
    expect(token.bundle_share).toBeLessThan(0.5)
    expect(token.sniper_share).toBeGreaterThan(0)
  })

  it('claims only what a partial history shows', () => {
    const collection = { missing: 0, pages: 1, addresses: 1, isTruncated: true, reasons: [] }
    expect(tokenOf({ collection })).toMatchObject({ holders: null, top10_share: null })
    const late = transactions.slice(900)
    expect(analyze(inputOf(late, { mint })).token).toMatchObject({
      name: null,
      symbol: null,
      created_at: null,
      developer: null,
      bundle_share: null,
    })
  })

  it('removes characters that reverse or hide text from a name', () => {
    const tricky = { name: '\u202eKNOB\u200b', symbol: ' \u0000 ', freezeAuthority: mint }
    expect(tokenOf({ mint: taxed, texts: tricky })).toMatchObject({
      name: 'KNOB',
      symbol: null,
      freeze_authority: mint,
    })
  })
})
