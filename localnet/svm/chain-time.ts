/** Slots per epoch on mainnet; clients rely on this length. */
export const SLOTS_PER_EPOCH = 432_000

/** Slots after which a block is final: as on mainnet, 12.8 s at 400 ms. */
const FINALITY_SLOTS = 32

export type Commitment = 'processed' | 'confirmed' | 'finalized'

export type TimeOrigin = {
  genesisMs: number
  slotMs: number
}

/** Returns the slot of a moment. No timer runs while idle, and a restart continues at the current clock. */
export const getSlotAt = (nowMs: number, { genesisMs, slotMs }: TimeOrigin, warpedSlots: number) =>
  Math.max(0, Math.floor((nowMs - genesisMs) / slotMs)) + warpedSlots + 1

export const computeBlockTime = (slot: number, { genesisMs, slotMs }: TimeOrigin) =>
  Math.floor((genesisMs + (slot - 1) * slotMs) / 1000)

export function getCommitmentAt(slot: number, currentSlot: number): Commitment {
  const age = currentSlot - slot
  if (age >= FINALITY_SLOTS) return 'finalized'
  return age >= 1 ? 'confirmed' : 'processed'
}

const DEPTH: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: FINALITY_SLOTS }

export const getSlotWithCommitment = (currentSlot: number, commitment: Commitment) =>
  Math.max(0, currentSlot - DEPTH[commitment])

export const getSlotReaching = (slot: number, commitment: Commitment) => slot + DEPTH[commitment]

export type ChainTime = {
  readonly slotMs: number
  /** Returns the current slot, which never decreases, even if the wall clock does. */
  getSlot(): number
  getBlockTime(slot: number): number
  /** Skips slots. From then on, the chain's clock is ahead of the wall clock. */
  warp(slots: number): void
  computeMsUntil(slot: number): number
}

export function createChainTime(
  origin: TimeOrigin,
  { now, warpedSlots, floorSlot }: { now: () => number; warpedSlots: number; floorSlot: number },
): ChainTime {
  let warped = warpedSlots
  let newest = floorSlot
  return {
    slotMs: origin.slotMs,
    getSlot: () => (newest = Math.max(newest, getSlotAt(now(), origin, warped))),
    getBlockTime: (slot) => computeBlockTime(slot, origin),
    warp: (slots) => {
      warped += slots
    },
    computeMsUntil: (slot) =>
      Math.max(0, origin.genesisMs + (slot - warped - 1) * origin.slotMs - now()),
  }
}
