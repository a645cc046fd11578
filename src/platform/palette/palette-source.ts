import type { ReactNode } from 'react'

/** One thing the command palette can do. */
export type PaletteItem = {
  /** The same at every visit; what is used often stands first. */
  id: string
  title: string
  /** Other words it is found by. */
  keywords?: readonly string[]
  icon: ReactNode
  /** A word or two at its end, such as `Coming soon`. */
  hint?: string
  /** The shortcut that does the same. */
  keys?: string
  /** Appears only when something is looked for. */
  isMinor?: boolean
  /** Runs when the palette has closed and the focus is back where it was. */
  run: () => void
}

/**
 * Where items come from. A feature makes one, the composition root hands it to the palette. Any of the three ways may be
 * left out.
 */
export type PaletteSource = {
  id: string
  /** The heading over its items. */
  title: string
  /** What is known at once; asked each time the palette opens. */
  read?: () => readonly PaletteItem[]
  /** What must be fetched; asked each time the palette opens, given up when it closes. */
  load?: (signal: AbortSignal) => Promise<readonly PaletteItem[]>
  /** What can be made of the very text that was typed, such as a pasted address. */
  suggest?: (text: string) => readonly PaletteItem[]
}
