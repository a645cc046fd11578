import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeAmountBeforeFees, readTransferFees } from '#solana/transfer-fee.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'

/** Computes the fee as the token program does. */
const computeFee = (
  amount: bigint,
  { basisPoints, maxFee }: { basisPoints: bigint; maxFee: bigint },
) => {
  const share = (amount * basisPoints + 9_999n) / 10_000n
  return share < maxFee ? share : maxFee
}

describe('computeAmountBeforeFees', () => {
  it('is the smallest amount of which enough arrives, under any fee', () => {
    const fee = fc.record({
      basisPoints: fc.bigInt({ min: 0n, max: 10_000n }),
      maxFee: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    })
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fee, (wanted, one) => {
        const amount = computeAmountBeforeFees(wanted, [one])
        expect(amount - computeFee(amount, one)).toBeGreaterThanOrEqual(wanted)
        const less = amount - 1n
        expect(less - computeFee(less, one)).toBeLessThan(wanted)
      }),
    )
  })

  it('covers the highest of several fees, and none', () => {
    const [small, large] = [
      { basisPoints: 100n, maxFee: 10n ** 9n },
      { basisPoints: 200n, maxFee: 10n ** 9n },
    ]
    expect(computeAmountBeforeFees(9_800n, [small, large])).toBe(10_000n)
    expect(computeAmountBeforeFees(9_800n, [])).toBe(9_800n)
  })
})

describe('readTransferFees', () => {
  const mintWith = (...entries: [type: number, value: Buffer][]) => {
    const head = Buffer.alloc(166)
    head[165] = 1
    const parts = entries.flatMap(([type, value]) => {
      const lead = Buffer.alloc(4)
      lead.writeUInt16LE(type, 0)
      lead.writeUInt16LE(value.length, 2)
      return [lead, value]
    })
    return Buffer.concat([head, ...parts])
  }
  const config = Buffer.alloc(108)
  config.writeBigUInt64LE(5_000n, 80)
  config.writeUInt16LE(100, 88)
  config.writeBigUInt64LE(7_000n, 98)
  config.writeUInt16LE(250, 106)

  it('finds the older and the newer fee behind other extensions', () => {
    const data = mintWith([3, Buffer.alloc(32)], [1, config])
    expect(readTransferFees({ owner: TOKEN_2022_PROGRAM, data })).toEqual([
      { maxFee: 5_000n, basisPoints: 100n },
      { maxFee: 7_000n, basisPoints: 250n },
    ])
  })

  it.each([
    ['another program', TOKEN_PROGRAM, mintWith([1, config])],
    ['a plain mint', TOKEN_2022_PROGRAM, Buffer.alloc(82)],
    ['a truncated config', TOKEN_2022_PROGRAM, mintWith([1, config]).subarray(0, 200)],
    [
      'what follows an uninitialized entry, where the program ends too',
      TOKEN_2022_PROGRAM,
      mintWith([0, Buffer.alloc(4)], [1, config]),
    ],
  ])('finds none in %s', (_, owner, data) => {
    expect(readTransferFees({ owner, data })).toEqual([])
  })
})
