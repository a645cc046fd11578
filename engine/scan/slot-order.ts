/**
 * Returns the rank of each signature within its slot, from 0, for nodes that do not report it. Address histories list
 * signatures in block order, so their orders within a slot can be merged; ties are sorted by signature.
 *
 * @param histories signatures oldest first, one list per address
 */
export function rankWithinSlots(
  histories: readonly (readonly { signature: string; slot: number }[])[],
): Map<string, number> {
  const after = new Map<string, Set<string>>()
  const waiting = new Map<string, number>()
  const slots = new Map<number, Set<string>>()
  for (const history of histories) {
    for (const [at, { signature, slot }] of history.entries()) {
      slots.set(slot, (slots.get(slot) ?? new Set()).add(signature))
      const previous = history[at - 1]
      if (!previous || previous.slot !== slot || previous.signature === signature) continue
      const followers = after.get(previous.signature) ?? new Set()
      if (followers.has(signature)) continue
      after.set(previous.signature, followers.add(signature))
      waiting.set(signature, (waiting.get(signature) ?? 0) + 1)
    }
  }
  const ranks = new Map<string, number>()
  for (const signatures of slots.values()) {
    const ready = [...signatures].filter((signature) => !waiting.get(signature)).toSorted()
    const open = new Set(signatures)
    let rank = 0
    while (open.size > 0) {
      // Contradicting histories would form a cycle; it is cut at the smallest signature.
      const next = ready.shift() ?? [...open].toSorted()[0]
      if (next === undefined || !open.delete(next)) continue
      ranks.set(next, rank++)
      for (const follower of after.get(next) ?? []) {
        const left = (waiting.get(follower) ?? 1) - 1
        waiting.set(follower, left)
        if (left === 0) ready.splice(insertionPoint(ready, follower), 0, follower)
      }
    }
  }
  return ranks
}

function insertionPoint(sorted: readonly string[], value: string): number {
  const at = sorted.findIndex((other) => other > value)
  return at < 0 ? sorted.length : at
}
