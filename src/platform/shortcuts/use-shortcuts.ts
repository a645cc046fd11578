import { useEffect } from 'react'
import type { Shortcut } from './shortcuts.ts'
import { registerShortcut } from './shortcuts.ts'

/** Registers shortcuts for as long as the component is there; give a list that stays the same. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  useEffect(() => {
    const takeBack = shortcuts.map(registerShortcut)
    return () => {
      for (const remove of takeBack) remove()
    }
  }, [shortcuts])
}
