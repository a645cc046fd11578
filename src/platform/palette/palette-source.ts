import type { ReactNode } from 'react'

type PaletteAction = { label: string; icon?: ReactNode; run: () => void }

export type PaletteItem = {
  /** Stable across visits, so that usage can be counted. */
  id: string
  title: string
  keywords?: readonly string[]
  icon: ReactNode
  hint?: string | undefined
  keys?: string
  /** True for items that only search results show. */
  isMinor?: boolean
  /** True for a suggestion that fits any text. It is shown below all results. */
  isLast?: boolean
  /** Further actions on the item, such as opening it in a new window. */
  actions?: readonly PaletteAction[]
  /** Runs after the palette has closed and the focus is back. */
  run: () => void
}

/** A provider of items. A feature makes one, and `src/app` passes it to the palette. */
export type PaletteSource = {
  id: string
  title: string
  /** Read each time the palette opens. */
  read?: () => readonly PaletteItem[]
  /** Loaded each time the palette opens, and aborted when it closes. */
  load?: (signal: AbortSignal) => Promise<readonly PaletteItem[]>
  /** Makes items from the typed text, such as a pasted address. */
  suggest?: (text: string) => readonly PaletteItem[]
}
