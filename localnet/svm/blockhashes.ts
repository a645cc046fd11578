import { createHash } from 'node:crypto'
import { encodeBase58 } from '#solana/base58.ts'

/** A transaction lands only while its blockhash is among the last 150. Source: MAX_PROCESSING_AGE of the runtime. */
export const BLOCKHASH_WINDOW_SLOTS = 150

/** Entries of the SlotHashes sysvar, the widest look back anything needs. */
const KEPT_SLOTS = 512

export type Blockhashes = {
  derive(slot: number): string
  findValidSlot(blockhash: string, currentSlot: number): number | null
}

/** Derives blockhashes from the chain's seed, so that they need no storage and survive a restart. */
export function createBlockhashes(seed: string): Blockhashes {
  const bySlot = new Map<number, string>()
  const byHash = new Map<string, number>()

  function derive(slot: number): string {
    const known = bySlot.get(slot)
    if (known !== undefined) return known
    const hash = encodeBase58(createHash('sha256').update(`${seed}:${slot}`).digest())
    bySlot.set(slot, hash)
    byHash.set(hash, slot)
    if (bySlot.size > 4 * KEPT_SLOTS) forgetBelow(slot - KEPT_SLOTS)
    return hash
  }

  function forgetBelow(slot: number): void {
    for (const [kept, hash] of bySlot) {
      if (kept >= slot) continue
      bySlot.delete(kept)
      byHash.delete(hash)
    }
  }

  return {
    derive,
    findValidSlot(blockhash, currentSlot) {
      const oldest = Math.max(0, currentSlot - BLOCKHASH_WINDOW_SLOTS)
      for (let slot = currentSlot; slot >= oldest && !bySlot.has(slot); slot -= 1) derive(slot)
      const slot = byHash.get(blockhash)
      return slot !== undefined && slot >= oldest && slot <= currentSlot ? slot : null
    },
  }
}
