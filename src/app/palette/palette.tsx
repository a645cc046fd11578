import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PaletteHost } from '#src/features/command-palette/palette-host.tsx'
import type { Shortcut } from '#src/platform/shortcuts/shortcuts.ts'
import { useShortcuts } from '#src/platform/shortcuts/use-shortcuts.ts'

/** Keys that elements handle themselves, for the sheet of shortcuts. */
const LISTED_SHORTCUTS: readonly Shortcut[] = [
  { keys: ['ArrowUp', 'ArrowDown'], label: 'Previous, next result', group: 'Search' },
  { keys: ['Home', 'End'], label: 'First, last result', group: 'Search' },
  { keys: 'Enter', label: 'Open or run', group: 'Search' },
  { keys: 'Escape', label: 'Close the topmost item', group: 'Everywhere' },
  { keys: 'Tab', label: 'Next control', group: 'Everywhere' },
  { keys: 'Escape', label: 'Cancel drag', group: 'Desktop' },
  {
    keys: ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'],
    label: 'Go to another icon',
    group: 'Icons',
  },
  { keys: 'F2', label: 'Rename', group: 'Icons' },
  { keys: 'Delete', label: 'Delete', group: 'Icons' },
  { keys: 'Shift+F10', label: 'Open the menu', group: 'Icons' },
  { keys: 'E', label: 'Edit icons: move and delete', group: 'Icons' },
  { keys: ' ', label: 'Pick up or drop an icon', group: 'Icons' },
]

export const Palette = () => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const loadSources = useCallback(async () => {
    const { buildPaletteSources } = await import('./palette-sources.tsx')
    return buildPaletteSources({
      pathname,
      navigate: (path, options) => void navigate(path, options),
    })
  }, [pathname, navigate])
  useShortcuts(LISTED_SHORTCUTS)
  return <PaletteHost loadSources={loadSources} />
}
