import { describe, expect, it } from 'vitest'
import { decodeFacts, encodeFacts } from '#engine/scan/facts/facts-codec.ts'
import type { Flow } from '#engine/scan/flow.ts'
import { QUOTE_MINTS, USDC_MINT } from '#engine/scan/known-addresses.ts'
import { readFlows, isTrade } from '#engine/trades/trades.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import { hasRecordings, onRecordings, oracleRows, recordedTransactions } from './recorded.ts'

const transactions = hasRecordings ? recordedTransactions() : []
const bySignature = new Map(transactions.map((tx) => [tx.signature, tx]))

function flowsIn(prefix: string): Flow[] {
  const tx = transactions.find((each) => each.signature.startsWith(prefix))
  if (!tx) throw new Error(`${prefix} is not among the recordings`)
  return readFlows(tx)
}
const tradesIn = (prefix: string): Flow[] => flowsIn(prefix).filter(isTrade)

/**
 * The event names the caller of the exchange. In these three that is a keeper or a router which handed everything on,
 * so the balances name the true owner.
 */
const CALLED_FOR_SOMEBODY_ELSE = new Map([
  ['3HxfYpPA', { owner: 'GAgnD5', tokens: 888_001n, handedOn: 919_927n }],
  ['DHFysLFq', { owner: 'GAgnD5', tokens: 177_601n, handedOn: 182_545n }],
  ['4o4hLvZb', { owner: 'H4WCM3', tokens: 2_190_151_370_200n, handedOn: 2_190_151_370_200n }],
])

describe.skipIf(!hasRecordings)(onRecordings('trades of real transactions'), () => {
  it('agree with the exchanges’ own events in trader, side and raw amount', () => {
    let legs = 0
    let exact = 0
    const misses: string[] = []
    for (const { sig, complete, flows } of oracleRows()) {
      const tx = bySignature.get(sig)
      if (!complete || !tx) continue
      const trades = readFlows(tx).filter(isTrade)
      for (const { user, mint, amount } of flows) {
        if (QUOTE_MINTS.has(mint)) continue
        legs++
        const net = trades
          .filter((trade) => trade.owner === user && trade.mint === mint)
          .reduce((sum, { kind, tokens }) => sum + (kind === 'BUY' ? tokens : -tokens), 0n)
        if (net === BigInt(amount)) exact++
        else misses.push(sig.slice(0, 8))
      }
    }
    expect({ legs, exact, misses }).toEqual({
      legs: 64,
      exact: 61,
      misses: ['3HxfYpPA', '4o4hLvZb', 'DHFysLFq'],
    })
  })

  it.each([...CALLED_FOR_SOMEBODY_ELSE])('name the owner behind the caller in %s', (sig, true_) => {
    const flows = flowsIn(sig)
    const trades = flows.filter(isTrade)
    expect(trades).toHaveLength(1)
    expect(trades[0]?.owner.startsWith(true_.owner)).toBe(true)
    expect(trades[0]?.tokens).toBe(true_.tokens)
    expect(flows.reduce((sum, { tokens }) => sum + tokens, 0n)).toBe(true_.handedOn)
  })

  it('find the pool’s gross side of every single-token trade exactly', () => {
    let compared = 0
    for (const { sig, complete, flows } of oracleRows()) {
      const tx = bySignature.get(sig)
      const tokens = flows.filter(({ mint, amount }) => !QUOTE_MINTS.has(mint) && amount !== '0')
      const quote = flows.find(({ mint, amount }) => QUOTE_MINTS.has(mint) && amount !== '0')
      if (!complete || !tx || !quote || tokens.length !== 1) continue
      const trade = readFlows(tx).find(
        (flow) => isTrade(flow) && flow.owner === tokens[0]?.user && flow.mint === tokens[0].mint,
      )
      if (!trade) continue
      compared++
      expect([sig, trade.grossMint, trade.quoteGross]).toEqual([
        sig,
        quote.mint,
        BigInt(quote.amount.replace('-', '')),
      ])
    }
    expect(compared).toBeGreaterThanOrEqual(59)
  })

  it('are the same from stored facts', () => {
    expect(decodeFacts(encodeFacts(transactions))).toEqual(transactions)
  })

  it('edge case 1: are empty for failed transactions', () => {
    const failed = transactions.filter((tx) => tx.isFailed)
    expect(failed.length).toBeGreaterThan(50)
    expect(failed.flatMap((tx) => readFlows(tx))).toEqual([])
  })

  it('edge case 2: are one per route, at its single price', () => {
    expect(tradesIn('xXtotZuD')).toMatchObject([
      { kind: 'BUY', tokens: 36_815_534_629n, quoteMint: WSOL_MINT, quoteNet: 700_000_000n },
    ])
    expect(tradesIn('21TkyKuS')).toHaveLength(1)
    expect(tradesIn('5WJyGHQv')).toHaveLength(1)
  })

  it('edge case 3: have one developer purchase at the creation, without the minted supply', () => {
    const flows = flowsIn('2MphCBAC')
    expect(flows).toHaveLength(1)
    expect(flows[0]).toMatchObject({
      kind: 'BUY',
      tokens: 51_095_238_095_238n,
      quoteGross: 1_500_000_000n,
      quoteNet: 1_519_000_000n,
      rentLamports: 22_388_800n,
    })
    expect(tradesIn('2RoRJxat')).toMatchObject([
      { kind: 'BUY', tokens: 96_449_438_144_093n, quoteGross: 2_962_962_962n },
    ])
  })

  it('edge case 4: belong to the owner of an order, keeper and treasury get fees, the cost is pro rata', () => {
    const flows = flowsIn('3HxfYpPA')
    expect(new Map(flows.map(({ kind, tokens }) => [tokens, kind]))).toEqual(
      new Map([
        [888_001n, 'BUY'],
        [31_038n, 'FEE_IN'],
        [888n, 'FEE_IN'],
      ]),
    )
    const buy = flows.find(isTrade)
    expect(buy?.quoteNet).toBe((9_903_412_546n * 888_001n + 459_963n) / 919_927n)
    expect(buy?.flags).toContain('order_fill')
  })

  it('edge case 5: distinguish the trader from the router', () => {
    const [trade] = tradesIn('4o4hLvZb')
    expect(trade?.owner.startsWith('H4WCM3')).toBe(true)
    expect(trade).toMatchObject({
      quoteMint: USDC_MINT,
      quoteNet: 56_061_275n,
      quoteGross: 55_780_969n,
    })
  })

  it('edge case 6: are purchases at the pool’s side even if the buyer’s SOL rose', () => {
    const [trade] = tradesIn('szD3dwJV')
    expect(trade).toMatchObject({ kind: 'BUY', quoteNet: 11_854_525n, flags: ['funded'] })
    expect(trade?.payer.startsWith('C68ihvpf')).toBe(true)
    expect(tradesIn('3QD3S4u2')).toMatchObject([{ kind: 'BUY', flags: ['funded'] }])
  })

  it('edge case 8: separate network fee and rent from the payment', () => {
    expect(tradesIn('PzTWo61t')).toMatchObject([
      {
        kind: 'BUY',
        quoteGross: 2_000_000_000n,
        quoteNet: 2_075_000_000n,
        feeLamports: 10_005_000n,
        rentLamports: 2_039_280n,
      },
    ])
  })

  it('edge case 10: recognize a program wallet that buys from a curve with dollars', () => {
    const [trade] = tradesIn('2m5nWLnD')
    expect(trade?.owner.startsWith('BwWK17')).toBe(true)
    expect(trade).toMatchObject({
      kind: 'BUY',
      tokens: 445_377_137_871n,
      quoteMint: USDC_MINT,
      quoteNet: 3_517_192n,
    })
  })

  it('edge case 11: are exact beyond 2^53', () => {
    expect(tradesIn('4pCHbkw1')).toMatchObject([{ kind: 'BUY', tokens: 1_024_124_659_045_176n }])
  })

  it('edge case 12: have no owner if the record names none', () => {
    const old = transactions.filter(({ slot }) => slot === 100_356_971)
    expect(old.length).toBeGreaterThan(0)
    expect(old.flatMap((tx) => readFlows(tx)).filter(isTrade)).toEqual([])
  })

  it('edge case 13: are empty for an arbitrage that ends where it began', () => {
    let checked = 0
    for (const { sig, complete, flows } of oracleRows()) {
      const tx = bySignature.get(sig)
      for (const { user, mint, amount } of flows) {
        if (!complete || !tx || amount !== '0' || QUOTE_MINTS.has(mint)) continue
        checked++
        expect(readFlows(tx, { mint }).filter(({ owner }) => owner === user)).toEqual([])
      }
    }
    expect(checked).toBeGreaterThan(0)
  })

  it('edge case 14: flag dust, which is still a purchase', () => {
    expect(tradesIn('2cBYjz4f')).toMatchObject([{ kind: 'BUY', quoteNet: 695n, flags: ['dust'] }])
  })
})
