import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  computeBlockTime,
  getCommitmentAt,
  createChainTime,
  getSlotAt,
  getSlotReaching,
  getSlotWithCommitment,
} from '#localnet/svm/chain-time.ts'

const origin = { genesisMs: 1_700_000_000_000, slotMs: 400 }

describe('slots', () => {
  it.each([
    [0, 0, 1],
    [399, 0, 1],
    [400, 0, 2],
    [60_000, 0, 151],
    [60_000, 150, 301],
    [-5000, 0, 1],
  ])('counts %i ms and %i warped slots after genesis as slot %i', (elapsedMs, warped, slot) => {
    expect(getSlotAt(origin.genesisMs + elapsedMs, origin, warped)).toBe(slot)
  })

  it('returns the start time of a slot', () => {
    fc.assert(
      fc.property(fc.nat(1e9), (slot) => {
        const seconds = computeBlockTime(slot + 1, origin)
        const elapsedMs = seconds * 1000 - origin.genesisMs
        expect(elapsedMs).toBeLessThanOrEqual(slot * origin.slotMs)
        expect(elapsedMs).toBeGreaterThan(slot * origin.slotMs - 1000)
      }),
    )
  })

  it('never goes back when the wall clock does', () => {
    let nowMs = origin.genesisMs + 100_000
    const time = createChainTime(origin, { now: () => nowMs, warpedSlots: 0, floorSlot: 0 })
    const before = time.getSlot()
    nowMs -= 50_000
    expect(time.getSlot()).toBe(before)
  })

  it('does not start before the newest transaction', () => {
    const time = createChainTime(origin, {
      now: () => origin.genesisMs,
      warpedSlots: 0,
      floorSlot: 77,
    })
    expect(time.getSlot()).toBe(77)
  })

  it('returns the time until a slot, warps included', () => {
    const now = () => origin.genesisMs + 100
    const time = createChainTime(origin, { now, warpedSlots: 0, floorSlot: 0 })
    expect(time.computeMsUntil(3)).toBe(700)
    time.warp(5)
    expect(time.getSlot()).toBe(6)
    expect(time.computeMsUntil(3)).toBe(0)
    expect(time.computeMsUntil(7)).toBe(300)
  })
})

describe('commitment', () => {
  it.each([
    [0, 'processed'],
    [1, 'confirmed'],
    [31, 'confirmed'],
    [32, 'finalized'],
  ] as const)('is after %i slots %s', (age, commitment) => {
    expect(getCommitmentAt(100, 100 + age)).toBe(commitment)
  })

  it('is reached exactly at its slot', () => {
    for (const commitment of ['processed', 'confirmed', 'finalized'] as const) {
      const reached = getSlotReaching(100, commitment)
      expect(getSlotWithCommitment(reached, commitment)).toBe(100)
      expect(getSlotWithCommitment(reached - 1, commitment)).toBe(99)
    }
  })
})
