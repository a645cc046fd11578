export type RpcRateLimit = { calls: number; windowSeconds: number }

export type RpcMeter = {
  /** Counts calls. Returns null, or the seconds to wait when there are too many. */
  take(address: string, calls: number): number | null
}

/** Addresses remembered at once; beyond it the oldest windows are forgotten. */
const MAX_ADDRESSES = 50_000

/**
 * Creates a meter that counts in this process only, because a call to the chain costs less than a row in the database. N
 * servers allow N times as many calls. Windows are fixed and begin with the first call.
 */
export function createRpcMeter(
  { calls: max, windowSeconds }: RpcRateLimit,
  now: () => number = Date.now,
): RpcMeter {
  const windows = new Map<string, { taken: number; endsAt: number }>()

  function openWindow(address: string, at: number) {
    const open = windows.get(address)
    if (open && open.endsAt > at) return open
    const fresh = { taken: 0, endsAt: at + windowSeconds * 1000 }
    windows.delete(address)
    windows.set(address, fresh)
    // Windows are all of one length, so the map is in the order in which they end.
    for (const [known, { endsAt }] of windows) {
      if (endsAt > at && windows.size <= MAX_ADDRESSES) break
      windows.delete(known)
    }
    return fresh
  }

  return {
    take(address, calls) {
      const at = now()
      const window = openWindow(address, at)
      if (window.taken + calls > max) return Math.max(1, Math.ceil((window.endsAt - at) / 1000))
      window.taken += calls
      return null
    },
  }
}
