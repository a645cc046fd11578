import { useLayoutEffect } from 'react'
import type { Shortcut } from './shortcuts.ts'
import { registerShortcut } from './shortcuts.ts'

/** Registers shortcuts while the component is mounted. The list must be stable. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  useLayoutEffect(() => {
    const takeBack = shortcuts.map(registerShortcut)
    return () => {
      for (const remove of takeBack) remove()
    }
  }, [shortcuts])
}
