import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import { PALETTE_KEYS } from '#src/platform/palette/palette-button.tsx'
import type { PaletteSource } from '#src/platform/palette/palette-source.ts'
import type { PaletteDialog } from '#src/platform/palette/palette-store.ts'
import { palette, usePaletteDialog } from '#src/platform/palette/palette-store.ts'
import type { Shortcut } from '#src/platform/shortcuts/shortcuts.ts'
import { startShortcuts } from '#src/platform/shortcuts/shortcuts.ts'
import { useShortcuts } from '#src/platform/shortcuts/use-shortcuts.ts'
import { showLoadFailure } from '#src/ui/feedback/load-failure-toast.ts'
import { isModalOpen } from '#src/ui/overlay/open-modals.ts'

const GROUP = 'Everywhere'

/** The palette does not open over another modal, which waits for an answer. */
const isFree = () => palette.store.getState().shown !== null || !isModalOpen()

const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: PALETTE_KEYS,
    label: 'Search and commands',
    group: GROUP,
    reach: 'everywhere',
    run: () => {
      if (isFree()) palette.toggle('palette')
    },
  },
  {
    keys: '?',
    label: 'Keyboard shortcuts',
    group: GROUP,
    run: () => palette.open('shortcuts'),
  },
]

type Loaded = {
  palette?: ComponentType<{ sources: readonly PaletteSource[] }>
  shortcuts?: ComponentType
}

type PaletteHostProps = {
  /** Fetched with the palette, when it is first opened; asked again each time. */
  loadSources: () => Promise<readonly PaletteSource[]>
}

/** Holds the shortcuts of a signed-in page and, once wanted, the code of the palette and the sheet. */
export const PaletteHost = ({ loadSources }: PaletteHostProps) => {
  const shown = usePaletteDialog()
  const [loaded, setLoaded] = useState<Loaded>({})
  const [sources, setSources] = useState<readonly PaletteSource[] | null>(null)
  useShortcuts(SHORTCUTS)
  useEffect(() => startShortcuts(), [])
  useEffect(() => palette.reset, [])

  useEffect(() => {
    if (shown === null) return undefined
    let isWanted = true
    const load = async (dialog: PaletteDialog) => {
      try {
        if (dialog === 'shortcuts') {
          const { ShortcutSheet } = await import('./shortcut-sheet.tsx')
          setLoaded((before) => ({ ...before, shortcuts: ShortcutSheet }))
          return
        }
        const [{ CommandPalette }, own] = await Promise.all([
          import('./command-palette.tsx'),
          loadSources(),
        ])
        setLoaded((before) => ({ ...before, palette: CommandPalette }))
        if (isWanted) setSources(own)
      } catch (error) {
        if (!isWanted) return
        palette.close()
        void showLoadFailure(error)
      }
    }
    void load(shown)
    return () => {
      isWanted = false
      setSources(null)
    }
  }, [shown, loadSources])

  if (shown === 'shortcuts' && loaded.shortcuts !== undefined) return <loaded.shortcuts />
  if (shown === 'palette' && loaded.palette !== undefined && sources !== null) {
    return <loaded.palette sources={sources} />
  }
  return null
}
