import { describe, expect, it } from 'vitest'
import { USDC_MINT } from '#engine/scan/known-addresses.ts'
import { readFlows, isTrade } from '#engine/trades/trades.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import { addressOf, tokenAmountData, TOKEN, TOKEN_2022 } from '#tests/support/token-fixtures.ts'
import {
  MINT,
  POOL,
  buy,
  crowd,
  entryOf,
  programAddressOf,
  reportOf,
  send,
  transaction,
  vaultOf,
  walletOf,
} from './market.ts'

const SOL = 1_000_000_000n
const M = 1_000_000_000_000n

const ann = walletOf('ann')
const ben = walletOf('ben')

describe('flows of one transaction', () => {
  it('edge case 18: list liquidity and never call it a trade', () => {
    const liquidity = (sign: bigint): TransactionFacts =>
      transaction({
        slot: 1,
        moves: [
          { owner: ann, signs: true, tokens: -sign * M, lamports: -sign * SOL },
          { owner: POOL, tokens: sign * M, heldBefore: 2n * M, wsol: sign * SOL },
        ],
      })
    expect(readFlows(liquidity(1n))).toMatchObject([{ kind: 'LP_ADD', tokens: M, owner: ann }])
    expect(readFlows(liquidity(-1n))).toMatchObject([{ kind: 'LP_REMOVE', tokens: M, owner: ann }])

    const oneSided = transaction({
      slot: 1,
      moves: [
        { owner: ann, signs: true, tokens: -M },
        { owner: POOL, tokens: M, heldBefore: M },
      ],
    })
    const known = { signers: new Set([ann]), pools: new Set([POOL]), accountPrograms: new Map() }
    expect(readFlows(oneSided, { mint: MINT, known })).toMatchObject([{ kind: 'LP_ADD' }])
    expect(readFlows(oneSided)).toMatchObject([{ kind: 'TRANSFER_OUT' }])
  })

  it('use SOL as the payment if it covers the pool, even if dollars and tokens moved too', () => {
    const paid = (sol: bigint): TransactionFacts =>
      transaction({
        slot: 1,
        moves: [
          {
            owner: ann,
            signs: true,
            tokens: M,
            lamports: -sol,
            usdc: -1_000_000n,
            other: { mint: addressOf('a third token'), amount: -5n },
          },
          { owner: POOL, tokens: -M, heldBefore: 9n * M, wsol: SOL },
        ],
      })
    const known = { signers: new Set([ann]), pools: new Set([POOL]), accountPrograms: new Map() }
    const quotes = (sol: bigint) => readFlows(paid(sol), { mint: MINT, known })
    expect(quotes(SOL)).toMatchObject([
      { kind: 'BUY', quoteMint: WSOL_MINT, quoteNet: SOL, quoteGross: SOL },
    ])
    expect(quotes(SOL / 10n)).toMatchObject([{ kind: 'BUY', quoteMint: USDC_MINT }])
  })

  it('edge case 7: use the dollars paid, not SOL that moved for another reason', () => {
    const route = transaction({
      slot: 1,
      moves: [
        { owner: ann, signs: true, tokens: M, lamports: 3_000_000n, usdc: -200_000_000n },
        { owner: programAddressOf('dollars'), usdc: 200_000_000n, wsol: -891_398_241n },
        { owner: POOL, tokens: -M, heldBefore: 9n * M, wsol: 891_398_241n },
      ],
    })
    expect(readFlows(route).filter(isTrade)).toMatchObject([
      {
        kind: 'BUY',
        owner: ann,
        quoteMint: USDC_MINT,
        quoteNet: 200_000_000n,
        grossMint: WSOL_MINT,
        quoteGross: 891_398_241n,
      },
    ])
  })

  it('edge case 9: follow a sale through another coin to the SOL that arrived', () => {
    const between = addressOf('another coin')
    const route = transaction({
      slot: 1,
      moves: [
        { owner: ann, signs: true, tokens: -M, heldBefore: M, lamports: 28_168n },
        {
          owner: POOL,
          tokens: M,
          heldBefore: 9n * M,
          other: { mint: between, amount: -4_000n },
        },
        {
          owner: programAddressOf('second pool'),
          other: { mint: between, amount: 4_000n },
          wsol: -28_168n,
        },
      ],
    })
    const trades = readFlows(route, { mint: MINT }).filter(isTrade)
    expect(trades).toMatchObject([
      { kind: 'SELL', owner: ann, tokens: M, quoteMint: WSOL_MINT, quoteNet: 28_168n },
    ])
  })

  it('edge case 15: do not use SOL left over from a route as the price', () => {
    const route = transaction({
      slot: 1,
      moves: [
        { owner: ann, signs: true, tokens: M, lamports: 731n, usdc: -10_000n },
        { owner: programAddressOf('dollars'), usdc: 10_000n, wsol: -60_731n },
        { owner: POOL, tokens: -M, heldBefore: 9n * M, wsol: 60_000n },
      ],
    })
    expect(readFlows(route).filter(isTrade)).toMatchObject([
      { kind: 'BUY', owner: ann, quoteMint: USDC_MINT, quoteNet: 10_000n },
    ])
  })

  it('edge case 20: net several swaps of one owner into one flagged trade', () => {
    const swap = (keyOf: (address: string) => number, from: string, to: string) => ({
      programIdIndex: keyOf(TOKEN),
      accounts: [keyOf(vaultOf(from)), keyOf(vaultOf(to)), keyOf(ann)],
      data: tokenAmountData(3, M),
    })
    const tx = transaction({
      slot: 1,
      moves: [
        { owner: ann, signs: true, tokens: M, lamports: -SOL },
        { owner: POOL, tokens: -M, heldBefore: 5n * M, wsol: SOL },
      ],
      extraKeys: [{ address: TOKEN }],
      instructions: (keyOf) => [
        swap(keyOf, POOL, ann),
        swap(keyOf, POOL, ann),
        swap(keyOf, ann, POOL),
      ],
    })
    expect(readFlows(tx)).toMatchObject([{ kind: 'BUY', tokens: M }])
    const { evidence } = entryOf(reportOf([...crowd(100), tx]), ann)
    expect(evidence).toMatchObject([{ kind: 'BUY', token_raw: String(M), flags: ['multi'] }])
  })

  it('edge case 21: split the pool’s side between two traders', () => {
    const tx = transaction({
      slot: 1,
      moves: [
        { owner: ann, signs: true, tokens: 3n * M, lamports: -3n * SOL },
        { owner: ben, signs: true, tokens: M, lamports: -SOL },
        { owner: POOL, tokens: -4n * M, heldBefore: 9n * M, wsol: 4n * SOL },
      ],
    })
    expect(readFlows(tx)).toMatchObject([
      { owner: ann, kind: 'BUY', tokens: 3n * M, quoteGross: 3n * SOL, quoteNet: 3n * SOL },
      { owner: ben, kind: 'BUY', tokens: M, quoteGross: SOL, quoteNet: SOL },
    ])
  })

  it('edge case 23: do not count a migration from curve to pool as a trade', () => {
    const curve = programAddressOf('curve')
    const migration = transaction({
      slot: 5_000,
      moves: [
        { owner: walletOf('migrator'), signs: true },
        { owner: curve, tokens: -50n * M, lamports: -80n * SOL },
        { owner: POOL, tokens: 50n * M, heldBefore: 0n, wsol: 80n * SOL },
      ],
    })
    expect(readFlows(migration).filter(isTrade)).toEqual([])
    const onCurve = ['a', 'b', 'c'].map((name) =>
      buy(walletOf(`early ${name}`), { slot: 10, tokens: M, quote: SOL, pool: curve }),
    )
    const report = reportOf([...onCurve, migration, ...crowd(6_000)])
    expect(report.counts.trades).toBe(6)
    expect(report.coverage.pools).toHaveLength(2)
    expect(new Set(report.coverage.pools.map(({ linked_to }) => linked_to))).toEqual(
      new Set([curve, POOL]),
    )
  })

  it('edge case 25: count what arrived when the mint charges for transfers', () => {
    const tx = transaction({
      slot: 1,
      program: TOKEN_2022,
      moves: [
        { owner: ann, signs: true, tokens: 99n * M, lamports: -SOL },
        { owner: POOL, tokens: -100n * M, heldBefore: 500n * M, wsol: SOL },
      ],
    })
    expect(readFlows(tx)).toMatchObject([
      { kind: 'BUY', tokens: 99n * M, taxedTokens: M, quoteGross: SOL, flags: ['token_tax'] },
    ])
    const sale = transaction({
      slot: 1,
      program: TOKEN_2022,
      moves: [
        { owner: ann, signs: true, tokens: -100n * M, lamports: SOL },
        { owner: POOL, tokens: 99n * M, heldBefore: 500n * M, wsol: -SOL },
      ],
    })
    expect(readFlows(sale)).toMatchObject([{ kind: 'SELL', tokens: 100n * M, taxedTokens: M }])
  })

  it('value a purchase in dollars by the swap of SOL in the same route', () => {
    const dollars = programAddressOf('dollar pool')
    const route = transaction({
      slot: 5_000,
      moves: [
        { owner: ann, signs: true, tokens: M, usdc: -150_000_000n },
        { owner: dollars, usdc: 150_000_000n, wsol: -SOL },
        { owner: POOL, tokens: -M, heldBefore: 9n * M, wsol: SOL },
      ],
    })
    const report = reportOf([...crowd(1), route])
    expect(entryOf(report, ann).evidence[0]).toMatchObject({
      quote_mint: USDC_MINT,
      quote_net: '150000000',
      gross_mint: WSOL_MINT,
      quote_gross: String(SOL),
      value_lamports: String(SOL),
    })
    expect(report.price.sol_usd).toBe(150)
  })

  it('leave a trade in dollars out of the books if the price of SOL is unknown', () => {
    const tx = transaction({
      slot: 5_000,
      moves: [
        { owner: ann, signs: true, tokens: M, usdc: -150_000_000n },
        { owner: POOL, tokens: -M, heldBefore: 9n * M, usdc: 150_000_000n },
      ],
    })
    const wallet = entryOf(reportOf([tx]), ann)
    expect(wallet).toMatchObject({ buys: 1, cost_lamports: '0', flags: ['unpriced'] })
    expect(wallet.evidence[0]?.flags).toContain('unpriced')
    const priced = entryOf(reportOf([tx], { solUsd: 150 }), ann)
    expect(priced).toMatchObject({ cost_lamports: String(SOL), flags: [] })
  })

  describe('for another token', () => {
    const QUOTE = addressOf('a quote of its own')
    const quotePool = programAddressOf('pool of the quote')
    const pool = programAddressOf('pool in the quote')

    /** Buys the quote for SOL, at `rate` lamports a unit, and the token for the quote, in one transaction. */
    const route = (owner: string, slot: number, rate = 2n) =>
      transaction({
        slot,
        moves: [
          { owner, signs: true, tokens: M, lamports: -SOL },
          { owner: quotePool, wsol: SOL, other: { mint: QUOTE, amount: -SOL / rate } },
          {
            owner: pool,
            tokens: -M,
            heldBefore: 9n * M,
            other: { mint: QUOTE, amount: SOL / rate },
          },
        ],
      })
    const swap = (slot: number) =>
      transaction({
        slot,
        moves: [
          { owner: ann, signs: true, tokens: M, other: { mint: QUOTE, amount: -SOL } },
          { owner: pool, tokens: -M, heldBefore: 9n * M, other: { mint: QUOTE, amount: SOL } },
        ],
      })

    it('have the value of that token if the window has its pool with SOL', () => {
      const routes = ['x', 'y', 'z'].map((name, nth) => route(walletOf(name), 10 + nth))
      const wallet = entryOf(reportOf([...crowd(1), ...routes, swap(5_000)]), ann)
      expect(wallet).toMatchObject({ cost_lamports: String(2n * SOL), flags: [] })
      expect(wallet.evidence[0]).toMatchObject({
        kind: 'BUY',
        quote_mint: QUOTE,
        quote_net: String(SOL),
        value_lamports: String(2n * SOL),
      })
    })

    it('use the price at that time, for any order of the pages', () => {
      const early = ['x', 'y', 'z'].map((name, nth) => route(walletOf(name), 10 + nth))
      const late = ['x', 'y', 'z'].map((name, nth) => route(walletOf(name), 9_000 + nth, 4n))
      const all = [...crowd(1), ...early, ...late, swap(5_000), swap(9_500)]
      const values = ({ evidence }: { evidence: readonly { value_lamports: string | null }[] }) =>
        evidence.map(({ value_lamports: lamports }) => lamports)
      const expected = [String(2n * SOL), String(4n * SOL)]
      expect(values(entryOf(reportOf(all), ann))).toEqual(expected)
      expect(values(entryOf(reportOf(all.toReversed()), ann))).toEqual(expected)
    })

    it('have no value if only one wallet swapped in that pool', () => {
      const routes = [1, 2, 3].map((nth) => route(ann, 10 + nth))
      const wallet = entryOf(reportOf([...crowd(1), ...routes, swap(5_000)]), ann)
      expect(wallet.flags).toContain('unpriced')
      expect(wallet.evidence.at(-1)?.value_lamports).toBeNull()
    })

    it('have no value without such a pool', () => {
      const report = reportOf([...crowd(1), swap(5_000)])
      expect(entryOf(report, ann)).toMatchObject({ cost_lamports: '0', flags: ['unpriced'] })
      expect(report.coverage.unpriced).toBe(1)
    })
  })

  it('value one token bought with another by the pool’s own quote', () => {
    const otherMint = addressOf('another token')
    const tx = transaction({
      slot: 1,
      moves: [
        {
          owner: ann,
          signs: true,
          tokens: M,
          lamports: -9_000n,
          other: { mint: otherMint, amount: -5n * M },
        },
        {
          owner: programAddressOf('other pool'),
          other: { mint: otherMint, amount: 5n * M },
          wsol: -SOL,
        },
        { owner: POOL, tokens: -M, heldBefore: 9n * M, wsol: SOL },
      ],
    })
    expect(readFlows(tx, { mint: MINT })).toMatchObject([
      { kind: 'BUY', quoteMint: WSOL_MINT, quoteNet: SOL, flags: ['token_route'] },
    ])
  })

  it('count a program address that sends without signing as a pool, even on the curve', () => {
    const tx = buy(ann, { slot: 1, tokens: M, quote: SOL, pool: walletOf('a pool with a key') })
    expect(readFlows(tx)).toMatchObject([{ owner: ann, kind: 'BUY' }])
  })

  it('are moves without a price between two wallets', () => {
    expect(readFlows(send(ann, ben, M, 1)).map(({ kind, owner }) => [kind, owner])).toEqual([
      ['TRANSFER_OUT', ann],
      ['TRANSFER_IN', ben],
    ])
  })
})
