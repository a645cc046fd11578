import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PaletteHost } from '#src/features/command-palette/palette-host.tsx'
import { useShortcuts } from '#src/platform/shortcuts/use-shortcuts.ts'
import { LISTED_SHORTCUTS } from '#src/app/listed-shortcuts.ts'

export const Palette = () => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const loadSources = useCallback(async () => {
    const { paletteSources } = await import('./palette-sources.tsx')
    return paletteSources({ pathname, navigate: (path, options) => void navigate(path, options) })
  }, [pathname, navigate])
  useShortcuts(LISTED_SHORTCUTS)
  return <PaletteHost loadSources={loadSources} />
}
