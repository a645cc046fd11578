import { useLayoutEffect } from 'react'
import type { Shortcut } from './shortcuts.ts'
import { registerShortcut } from './shortcuts.ts'

/** Registers shortcuts for as long as the component is there, from the frame that shows it; give a list that stays the same. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  useLayoutEffect(() => {
    const takeBack = shortcuts.map(registerShortcut)
    return () => {
      for (const remove of takeBack) remove()
    }
  }, [shortcuts])
}
