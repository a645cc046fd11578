/** Slots of an epoch on mainnet; the chain keeps the length so that clients' arithmetic holds. */
export const SLOTS_PER_EPOCH = 432_000

/** Slots after which nothing can be rolled back any more: 32 on mainnet, 12.8 s at 400 ms. */
const FINALITY_SLOTS = 32

export type Commitment = 'processed' | 'confirmed' | 'finalized'

export type TimeOrigin = {
  /** Unix milliseconds at which slot 1 began. */
  genesisMs: number
  slotMs: number
}

/** The slot of a moment: nothing ticks while idle, and a restart continues where the clock stands. */
export const slotAt = (nowMs: number, { genesisMs, slotMs }: TimeOrigin, warpedSlots: number) =>
  Math.max(0, Math.floor((nowMs - genesisMs) / slotMs)) + warpedSlots + 1

/** Unix seconds at which a slot began. */
export const blockTimeOf = (slot: number, { genesisMs, slotMs }: TimeOrigin) =>
  Math.floor((genesisMs + (slot - 1) * slotMs) / 1000)

/** How deep below `slot` a block has come by `currentSlot`. */
export function commitmentAt(slot: number, currentSlot: number): Commitment {
  const age = currentSlot - slot
  if (age >= FINALITY_SLOTS) return 'finalized'
  return age >= 1 ? 'confirmed' : 'processed'
}

const DEPTH: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: FINALITY_SLOTS }

/** The newest slot that has reached a commitment. */
export const slotWithCommitment = (currentSlot: number, commitment: Commitment) =>
  Math.max(0, currentSlot - DEPTH[commitment])

/** The first slot at which a block of `slot` has the commitment. */
export const slotReaching = (slot: number, commitment: Commitment) => slot + DEPTH[commitment]

export type ChainTime = {
  readonly slotMs: number
  /** The current slot; never goes back, even when the wall clock does. */
  slot(): number
  blockTime(slot: number): number
  /** Skips slots: the chain's own clock runs ahead of the wall clock from then on. */
  warp(slots: number): void
  /** Milliseconds of wall clock until a slot begins, 0 when it has begun. */
  msUntil(slot: number): number
}

export function createChainTime(
  origin: TimeOrigin,
  { now, warpedSlots, floorSlot }: { now: () => number; warpedSlots: number; floorSlot: number },
): ChainTime {
  let warped = warpedSlots
  let newest = floorSlot
  return {
    slotMs: origin.slotMs,
    slot: () => (newest = Math.max(newest, slotAt(now(), origin, warped))),
    blockTime: (slot) => blockTimeOf(slot, origin),
    warp: (slots) => {
      warped += slots
    },
    msUntil: (slot) => Math.max(0, origin.genesisMs + (slot - warped - 1) * origin.slotMs - now()),
  }
}
