import Image from 'lucide-react/icons/image'
import Palette from 'lucide-react/icons/palette'
import PanelBottom from 'lucide-react/icons/panel-bottom'
import PanelTop from 'lucide-react/icons/panel-top'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Type from 'lucide-react/icons/type'
import Waves from 'lucide-react/icons/waves'
import type { ReactNode } from 'react'
import { ACCENTS, WALLPAPERS } from '#contract/look.ts'
import { texts } from '#src/features/settings/texts.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import type { PaletteItem } from '#src/platform/palette/palette-source.ts'
import { DOCK_SIZES, MOTIONS, appearance } from '#src/platform/theme/appearance-store.ts'
import type { Appearance } from '#src/platform/theme/appearance-store.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'

const GLYPH_PX = 17

type Choosable = 'accent' | 'wallpaper' | 'dockSize' | 'motion'

type Choice<Key extends Choosable> = {
  key: Key
  title: string
  all: readonly Appearance[Key][]
  names: Readonly<Record<Appearance[Key], string>>
  keywords: readonly string[]
  icon: ReactNode
}

const listChoiceItems = <Key extends Choosable>({
  key,
  title,
  all,
  names,
  keywords,
  icon,
}: Choice<Key>): PaletteItem[] => {
  const chosen = appearance.store.getState()[key]
  return all.map((one) => ({
    id: `setting:${key}:${one}`,
    title: `${title}: ${names[one]}`,
    keywords: ['setting', ...keywords],
    ...(one === chosen ? { hint: 'Chosen' } : {}),
    icon,
    isMinor: true,
    run: () => appearance.set({ [key]: one }),
  }))
}

export const listSettingItems = (): PaletteItem[] => {
  const { isStatusBarTransparent, hasSectionTitles } = appearance.store.getState()
  return [
    {
      id: 'setting:status-bar',
      title: isStatusBarTransparent ? 'Frosted status bar' : 'Transparent status bar',
      keywords: ['setting', 'glass'],
      icon: <PanelTop size={GLYPH_PX} />,
      run: () => appearance.set({ isStatusBarTransparent: !isStatusBarTransparent }),
    },
    {
      id: 'setting:section-titles',
      title: hasSectionTitles ? 'Hide section titles' : 'Show section titles',
      keywords: ['setting', 'groups', 'icons'],
      icon: <Type size={GLYPH_PX} />,
      run: () => appearance.set({ hasSectionTitles: !hasSectionTitles }),
    },
    {
      id: 'setting:reset-icons',
      title: 'Reset icons',
      keywords: ['restore removed icons', 'names', 'order', 'setting'],
      icon: <RotateCcw size={GLYPH_PX} />,
      run: () => {
        desktopIcons.reset()
        showToast({ title: 'Every icon is back in its place' })
      },
    },
    ...listChoiceItems({
      key: 'accent',
      title: texts.accent.title,
      all: ACCENTS,
      names: texts.accent.names,
      keywords: ['color', 'highlight'],
      icon: <Palette size={GLYPH_PX} />,
    }),
    ...listChoiceItems({
      key: 'wallpaper',
      title: texts.wallpaper.title,
      all: WALLPAPERS,
      names: texts.wallpaper.names,
      keywords: ['background', 'picture'],
      icon: <Image size={GLYPH_PX} />,
    }),
    ...listChoiceItems({
      key: 'dockSize',
      title: texts.dock.title,
      all: DOCK_SIZES,
      names: texts.dock.names,
      keywords: ['bar', 'bigger', 'smaller'],
      icon: <PanelBottom size={GLYPH_PX} />,
    }),
    ...listChoiceItems({
      key: 'motion',
      title: texts.motion.title,
      all: MOTIONS,
      names: texts.motion.names,
      keywords: ['animation', 'still', 'accessibility'],
      icon: <Waves size={GLYPH_PX} />,
    }),
  ]
}
