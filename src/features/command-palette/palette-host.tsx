import { useCallback, useEffect, useState } from 'react'
import { PALETTE_KEYS } from '#src/platform/palette/palette-button.tsx'
import type { PaletteSource } from '#src/platform/palette/palette-source.ts'
import { palette, usePaletteDialog } from '#src/platform/palette/palette-store.ts'
import { startShortcuts, type Shortcut } from '#src/platform/shortcuts/shortcuts.ts'
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

/** Returns the loaded value, or null until then. Closes the dialog if loading fails. */
const useFetched = <Value,>(load: () => Promise<Value>): Value | null => {
  const [fetched, setFetched] = useState<{ value: Value } | null>(null)
  useEffect(() => {
    let isWanted = true
    const start = async () => {
      try {
        const value = await load()
        if (isWanted) setFetched({ value })
      } catch (error) {
        if (!isWanted) return
        palette.close()
        void showLoadFailure(error)
      }
    }
    void start()
    return () => {
      isWanted = false
    }
  }, [load])
  return fetched?.value ?? null
}

type PaletteHostProps = {
  /** Called whenever the palette opens, and again if it changes while the palette is open. */
  loadSources: () => Promise<readonly PaletteSource[]>
}

/** Stays mounted when the sources change, so that an open palette keeps the typed text. */
const FetchedPalette = ({ loadSources }: PaletteHostProps) => {
  const load = useCallback(
    () => Promise.all([import('./command-palette.tsx'), loadSources()]),
    [loadSources],
  )
  const fetched = useFetched(load)
  if (fetched === null) return null
  const [{ CommandPalette }, sources] = fetched
  return <CommandPalette sources={sources} />
}

const loadSheet = () => import('./shortcut-sheet.tsx')

const FetchedSheet = () => {
  const fetched = useFetched(loadSheet)
  return fetched === null ? null : <fetched.ShortcutSheet />
}

/** Registers the shortcuts of a signed-in page, and loads the palette and the shortcut sheet on demand. */
export const PaletteHost = ({ loadSources }: PaletteHostProps) => {
  const shown = usePaletteDialog()
  useShortcuts(SHORTCUTS)
  useEffect(() => startShortcuts(), [])
  useEffect(() => palette.reset, [])

  if (shown === 'shortcuts') return <FetchedSheet />
  if (shown === 'palette') return <FetchedPalette loadSources={loadSources} />
  return null
}
