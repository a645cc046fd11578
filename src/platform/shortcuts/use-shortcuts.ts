import { useLayoutEffect } from 'react'
import { combineStops } from '#src/lib/combine-stops.ts'
import { registerShortcut, type Shortcut } from './shortcuts.ts'

/** Registers shortcuts while the component is mounted. The list must be stable. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  useLayoutEffect(() => combineStops(...shortcuts.map(registerShortcut)), [shortcuts])
}
