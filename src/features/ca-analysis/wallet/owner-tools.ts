import type { Watching } from '#src/features/ca-analysis/watched/watched-wallets.ts'

/** Actions on the wallets of a report that only its owner has. */
export type OwnerTools = {
  mint: string
  watching: Watching
  onFindElsewhere: () => void
  onGo: (path: string) => void
}
