/** The states of the accounts before and after one transaction. States are compared as text. */
export type SlotMember = {
  ordinal: number
  changes: readonly { address: string; before: string; after: string }[]
}

type Change<M> = { member: M; before: string; after: string }

/**
 * Derives the order of one slot's transactions when it is not recorded: the account states after one transaction are
 * those before the next. Repeated states prove nothing; those transactions keep the order of `ordinal`.
 */
export function orderWithinSlot<M extends SlotMember>(members: readonly M[]): M[] {
  const byAccount = new Map<string, Change<M>[]>()
  for (const member of members) {
    for (const { address, before, after } of member.changes) {
      const changes = byAccount.get(address)
      if (changes) changes.push({ member, before, after })
      else byAccount.set(address, [{ member, before, after }])
    }
  }
  const followers = new Map<M, Set<M>>()
  const waiting = new Map<M, number>()
  for (const changes of byAccount.values()) {
    for (const [earlier, later] of findSuccessions(changes)) {
      const known = followers.get(earlier) ?? new Set()
      if (known.has(later)) continue
      followers.set(earlier, known.add(later))
      waiting.set(later, (waiting.get(later) ?? 0) + 1)
    }
  }
  const open = members.toSorted((a, b) => a.ordinal - b.ordinal)
  const ordered: M[] = []
  while (open.length > 0) {
    // Contradicting accounts may form a cycle; it is cut at the first arrival.
    const ready = open.findIndex((member) => (waiting.get(member) ?? 0) === 0)
    for (const member of open.splice(Math.max(ready, 0), 1)) {
      ordered.push(member)
      for (const follower of followers.get(member) ?? []) {
        waiting.set(follower, (waiting.get(follower) ?? 1) - 1)
      }
    }
  }
  return ordered
}

/** Returns pairs of transactions of which an account proves that the second followed the first. */
function findSuccessions<M>(changes: readonly Change<M>[]): [M, M][] {
  const finders = new Map<string, M | null>()
  const leavers = new Map<string, M | null>()
  for (const { member, before, after } of changes) {
    noteOnce(finders, before, member)
    noteOnce(leavers, after, member)
  }
  const next = new Map<M, M>()
  for (const [state, earlier] of leavers) {
    const later = finders.get(state)
    if (earlier && later && earlier !== later) next.set(earlier, later)
  }
  return [...next].filter(([earlier]) => !isOnRing(earlier, next))
}

/** Each transaction changes an account once, so it has one successor, and a cycle leads back to it. */
function isOnRing<M>(start: M, next: ReadonlyMap<M, M>): boolean {
  let at = next.get(start)
  for (let steps = next.size; at !== undefined && at !== start && steps > 0; steps -= 1) {
    at = next.get(at)
  }
  return at === start
}

function noteOnce<M>(states: Map<string, M | null>, state: string, member: M): void {
  states.set(state, states.has(state) ? null : member)
}
