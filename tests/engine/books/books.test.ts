import {
  array,
  assert,
  bigInt,
  constantFrom,
  nat,
  oneof,
  option,
  property,
  record,
  tuple,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeBooks } from '#engine/books/accounting.ts'
import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import { buildBookRows } from '#engine/books/book-rows.ts'
import { Books } from '#engine/books/books.ts'
import { lamports, rationalBooks } from '#tests/support/rational-books.ts'

const flowWith = (changes: Partial<ValuedFlow>): ValuedFlow => ({
  signature: 's',
  slot: 1,
  timeS: null,
  owner: 'wallet',
  mint: 'mint',
  kind: 'BUY',
  tokens: 0n,
  heldBefore: 0n,
  quoteMint: null,
  quoteNet: 0n,
  grossMint: null,
  quoteGross: 0n,
  taxedTokens: 0n,
  feeLamports: 5_000n,
  tipLamports: 0n,
  rentLamports: 0n,
  isSigner: true,
  payer: 'wallet',
  pool: null,
  flags: [],
  valueLamports: null,
  grossLamports: null,
  reserves: null,
  order: 0,
  ...changes,
})

const KINDS = [
  'BUY',
  'BUY',
  'BUY',
  'SELL',
  'SELL',
  'SELL',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'BURN',
  'LP_ADD',
  'LP_REMOVE',
] as const

const tokens = oneof(
  bigInt({ min: 1n, max: 1_000n }),
  bigInt({ min: 1n, max: 10n ** 15n }),
  bigInt({ min: 1n, max: 2n ** 64n - 1n }),
)
const value = oneof(bigInt({ min: 0n, max: 10n ** 12n }), bigInt({ min: 0n, max: 10n ** 17n }))

const flows = (kinds: readonly ValuedFlow['kind'][]) =>
  array(
    record({
      kind: constantFrom(...kinds),
      tokens,
      valueLamports: option(value, { freq: 12 }),
      heldBefore: oneof(
        { weight: 9, arbitrary: constantFrom(0n) },
        { weight: 1, arbitrary: tokens },
      ),
      gap: nat(1_000),
    }),
    { minLength: 1, maxLength: 40 },
  ).map((list) => {
    let slot = 1
    return list.map(({ gap, ...flow }) => flowWith({ ...flow, slot: (slot += gap) }))
  })

/** Purchases and sales of at most what was bought, as of an ordinary trader. */
const ordinary = array(
  tuple(constantFrom('BUY', 'SELL'), bigInt({ min: 1n, max: 10n ** 12n }), nat(100), nat(1_000)),
  { minLength: 1, maxLength: 60 },
).map((list) => {
  let held = 0n
  return list.map(([kind, amount, percent, price], slot) => {
    const isSale = kind === 'SELL' && held > 0n
    const moved = isSale ? 1n + ((held - 1n) * BigInt(percent)) / 100n : amount
    const flow = flowWith({
      kind: isSale ? 'SELL' : 'BUY',
      slot,
      tokens: moved,
      heldBefore: held,
      valueLamports: (moved * BigInt(price + 1)) / 1_000n,
    })
    held += isSale ? -moved : moved
    return flow
  })
})

function isWithin(actual: bigint, exact: Parameters<typeof lamports>[0], tolerance: number) {
  return Math.abs(lamports({ ...exact, top: exact.top - actual * exact.bottom })) <= tolerance
}

/** Rounding to whole lamports at the end, and of the proceeds of each sale of tokens that were not all bought. */
function agrees(list: readonly ValuedFlow[], perSale: number): boolean {
  const position = computeBooks(list)
  const exact = rationalBooks(list)
  const tolerance = 0.51 + perSale * position.sells
  expect(position.heldTokens).toBe(exact.heldTokens)
  expect(position.unseenTokens).toBe(exact.unseenTokens)
  return (
    isWithin(position.average.realizedLamports, exact.realized, tolerance) &&
    isWithin(position.fifo.realizedLamports, exact.fifoRealized, tolerance) &&
    isWithin(position.average.heldCostLamports, exact.heldCost, tolerance) &&
    isWithin(position.fifo.heldCostLamports, exact.fifoHeldCost, tolerance) &&
    isWithin(position.unattributedLamports, exact.unattributed, tolerance)
  )
}

describe('books beside rational arithmetic', () => {
  it('agree within 0.01 lamports per sale for purchases and sales', () => {
    assert(
      property(ordinary, (list) => agrees(list, 0.01)),
      { numRuns: 300 },
    )
  })

  it('agree within one lamport per sale for all kinds of rows and the largest amounts', () => {
    assert(
      property(flows(KINDS), (list) => agrees(list, 0.51)),
      { numRuns: 500 },
    )
  })

  it('have no cost left when everything was sold', () => {
    assert(
      property(ordinary, (list) => {
        const held = rationalBooks(list).heldTokens
        const last = flowWith({ kind: 'SELL', tokens: held, heldBefore: held, valueLamports: 7n })
        const { average, fifo, costLamports, proceedsLamports } = computeBooks(
          held === 0n ? list : [...list, last],
        )
        expect([average.heldCostLamports, fifo.heldCostLamports]).toEqual([0n, 0n])
        expect(average.realizedLamports).toBe(proceedsLamports - costLamports)
        expect(fifo.realizedLamports).toBe(proceedsLamports - costLamports)
      }),
    )
  })
})

describe('books of many wallets', () => {
  it('are the same when the last rows are appended as when all are entered at once', () => {
    assert(
      property(array(flows(KINDS), { minLength: 1, maxLength: 5 }), nat(40), (wallets, cut) => {
        const whole = new Books()
        whole.append(buildBookRows(wallets))
        const grown = new Books()
        grown.append(buildBookRows(wallets.map((list) => list.slice(0, cut))))
        grown.append(buildBookRows(wallets.map((list) => list.slice(cut))))
        for (const [wallet, list] of wallets.entries()) {
          expect(grown.position(wallet)).toEqual(whole.position(wallet))
          expect(whole.position(wallet)).toEqual(computeBooks(list))
        }
      }),
    )
  })

  it('differ between the two methods', () => {
    const SOL = 1_000_000_000n
    const { average, fifo, holdSecondsMedian, holdSecondsMean } = computeBooks([
      flowWith({ tokens: 10n, valueLamports: SOL, timeS: 100 }),
      flowWith({ tokens: 10n, valueLamports: 3n * SOL, timeS: 200 }),
      flowWith({ kind: 'SELL', tokens: 10n, heldBefore: 20n, valueLamports: 2n * SOL, timeS: 400 }),
      flowWith({ kind: 'SELL', tokens: 5n, heldBefore: 10n, valueLamports: SOL, timeS: 500 }),
    ])
    expect(average).toEqual({ realizedLamports: 0n, heldCostLamports: SOL, wins: 0 })
    expect(fifo).toEqual({
      realizedLamports: SOL / 2n,
      heldCostLamports: (3n * SOL) / 2n,
      wins: 1,
    })
    expect(holdSecondsMedian).toBe(300)
    expect(holdSecondsMean).toBe(300)
  })
})
