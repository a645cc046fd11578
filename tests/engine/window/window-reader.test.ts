import { describe, expect, it } from 'vitest'
import { buildMarket } from '#engine/report/market.ts'
import { analyze, buildReport, type AnalysisInput } from '#engine/report/report.ts'
import { decodeState, encodeState } from '#engine/window/window-codec.ts'
import { createWindowState, WindowReader } from '#engine/window/window-reader.ts'
import { market } from '#tests/support/demo-market.ts'
import { factsIn } from '#tests/engine/facts-in.ts'
import { buy, creation, crowd, inputOf, MINT, send, walletOf } from '#tests/engine/market.ts'

const { lines, mints } = market
const transactions = lines.map(factsIn)
const MILLION = 1_000_000_000_000n
const SOL = 1_000_000_000n

/** The report after reading up to each of these slots, storing what was read, and going on from there. */
function reportInParts(input: AnalysisInput, slots: readonly number[]): string | null {
  let reader = new WindowReader(input.mint)
  let from = 0
  for (const to of [...slots, Infinity]) {
    const part = input.evidence.filter(({ tx }) => tx.slot >= from && tx.slot < to)
    if (!reader.add(part, input.accountPrograms)) return null
    reader = new WindowReader(input.mint, decodeState(Buffer.concat(encodeState(reader.state))))
    from = to
  }
  return JSON.stringify(buildReport(buildMarket(reader, input), input))
}

const slotsOf = (input: AnalysisInput): number[] =>
  input.evidence.map(({ tx }) => tx.slot).toSorted((a, b) => a - b)

describe('a window that is stored and extended', () => {
  it.each(mints)('gives the same bytes as one that is read at once (%s)', (mint) => {
    const own = transactions.filter(({ balances }) => balances.some((held) => held.mint === mint))
    const input = inputOf(own, { mint, solUsd: 150 })
    const slots = slotsOf(input)
    const late = [0.8, 0.9, 0.99].map((share) => slots[Math.floor(slots.length * share)] ?? 0)
    expect(reportInParts(input, late)).toBe(JSON.stringify(analyze(input)))
  })

  it('is stored in small parts, in whichever list one ends', () => {
    const names = Array.from({ length: 5_000 }, (_, nth) => String(nth).padStart(88, '1'))
    const state = {
      ...createWindowState(MINT),
      entries: names.map((signature, slot) => ({ signature, slot, timeS: null, index: slot })),
      facing: new Map([[MINT, new Set([...names, ...names.map((name) => `${name}!`)])]]),
      liquidityMoves: names.map((name) => ({ left: names.slice(0, 50), entered: [name] })),
    }
    const [texts, ...parts] = encodeState(state)
    expect(texts?.length).toBeGreaterThan(700_000)
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) expect(part.length).toBeLessThan(262_144)
    expect(decodeState(Buffer.concat([texts ?? new Uint8Array(), ...parts]))).toEqual(state)
  })

  it('refuses a transaction that belongs before its last one', () => {
    const input = inputOf([creation(walletOf('creator'), 10), ...crowd(20)])
    const [early, ...others] = input.evidence
    const reader = new WindowReader(MINT)
    expect(reader.add(others, new Map())).toBe(true)
    expect(reader.add(early ? [early] : [], new Map())).toBe(false)
  })

  it('refuses a signer that was read as an owner that never signs', () => {
    const late = walletOf('late signer')
    const input = inputOf([
      creation(walletOf('creator'), 10),
      ...crowd(20),
      buy(walletOf('buyer'), { slot: 2_000, tokens: MILLION, quote: SOL }),
      send(walletOf('buyer'), late, MILLION / 2n, 2_010),
      buy(late, { slot: 2_020, tokens: MILLION, quote: SOL, held: MILLION / 2n }),
    ])
    expect(reportInParts(input, [2_015])).toBeNull()
    expect(reportInParts(input, [2_005])).toBe(JSON.stringify(analyze(input)))
  })

  it('refuses other programs of accounts that were read before', () => {
    const input = inputOf([creation(walletOf('creator'), 10), ...crowd(20)])
    const [first, ...others] = input.evidence
    const reader = new WindowReader(MINT)
    expect(reader.add(first ? [first] : [], new Map())).toBe(true)
    const [pool = ''] = reader.state.unsigned
    expect(reader.add(others, new Map([[pool, 'another program']]))).toBe(false)
  })
})
