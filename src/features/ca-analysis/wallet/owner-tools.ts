import type { Watching } from '#src/features/ca-analysis/watched/watched-wallets.ts'

/** What the owner of a report can do with its wallets, and readers of a shared one cannot. */
export type OwnerTools = {
  /** The token of the report. */
  mint: string
  watching: Watching
  /** Opens Wallet Finder with the token. */
  onFindElsewhere: () => void
  /** Changes the window's path. */
  onGo: (path: string) => void
}
