import type { Watching } from '#src/features/ca-analysis/watched/watched-wallets.ts'

/** Actions on the wallets of a report that only its owner has, and readers of a shared one do not. */
export type OwnerTools = {
  /** The token of the report. */
  mint: string
  watching: Watching
  /** Opens Wallet Finder with the token. */
  onFindElsewhere: () => void
  /** Changes the window's path. */
  onGo: (path: string) => void
}
