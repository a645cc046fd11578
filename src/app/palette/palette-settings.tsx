import Image from 'lucide-react/icons/image'
import Palette from 'lucide-react/icons/palette'
import PanelBottom from 'lucide-react/icons/panel-bottom'
import PanelTop from 'lucide-react/icons/panel-top'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Settings from 'lucide-react/icons/settings'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Type from 'lucide-react/icons/type'
import Waves from 'lucide-react/icons/waves'
import type { ReactNode } from 'react'
import { ACCENTS, WALLPAPERS } from '#contract/appearance.ts'
import { NUMBER_FORMATS } from '#contract/numbers.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { texts } from '#src/features/settings/texts.ts'
import { HOURS } from '#src/lib/dates.ts'
import { EXPLORERS } from '#src/lib/explorer.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { configStore } from '#src/platform/config/config-store.ts'
import type { PaletteItem } from '#src/platform/palette/palette-source.ts'
import { preferences } from '#src/platform/preferences/preferences-store.ts'
import { DOCK_SIZES, MOTIONS, appearance } from '#src/platform/theme/appearance-store.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'

type Choice<Value extends string> = {
  key: string
  title: string
  all: readonly Value[]
  names: Readonly<Record<Value, string>>
  chosen: Value
  choose: (value: Value) => void
  keywords: readonly string[]
  icon: ReactNode
}

const listChoiceItems = <Value extends string>({
  key,
  title,
  all,
  names,
  chosen,
  choose,
  keywords,
  icon,
}: Choice<Value>): PaletteItem[] =>
  all.map((one) => ({
    id: `setting:${key}:${one}`,
    title: `${title}: ${names[one]}`,
    keywords: ['setting', ...keywords],
    ...(one === chosen ? { hint: 'Chosen' } : {}),
    icon,
    isMinor: true,
    run: () => choose(one),
  }))

const { notifications, credentials, wallets, sessions, data, sync } = texts

/** Settings that are changed in their window: title, section and keywords. */
const SHOWN_IN_WINDOW: readonly (readonly [string, section: string, keywords: string])[] = [
  ['Notifications', 'notifications', 'pop-ups toasts alerts reminders'],
  [notifications.quiet, 'notifications', 'do not disturb mute silence'],
  [credentials.title, 'account', 'change password sign in'],
  [wallets.title, 'account', 'link wallet unlink'],
  [sessions.title, 'account', 'devices log out everywhere'],
  [data.export, 'account', 'export privacy'],
  [data.delete, 'account', 'remove close privacy'],
  [sync.title, 'desktop', 'sync browsers layout'],
  ['About this product', 'about', 'version network user id receiver'],
  ['Developer settings', 'developer', 'api openapi docs status'],
]

const MODEL = ['Model', 'model', 'connect language model key'] as const

const listPreferenceItems = (): PaletteItem[] => {
  const { hours, numbers, explorer } = preferences.getState()
  const icon = <SlidersHorizontal />
  return [
    ...listChoiceItems({
      key: 'hours',
      title: texts.preferences.hours,
      all: HOURS,
      names: texts.preferences.hourNames,
      chosen: hours,
      choose: (value) => void preferences.setState({ hours: value }),
      keywords: ['clock'],
      icon,
    }),
    ...listChoiceItems({
      key: 'numbers',
      title: texts.preferences.numbers,
      all: NUMBER_FORMATS,
      names: texts.preferences.numberNames,
      chosen: numbers,
      choose: (value) => void preferences.setState({ numbers: value }),
      keywords: ['decimal', 'separator'],
      icon,
    }),
    ...listChoiceItems({
      key: 'explorer',
      title: texts.preferences.explorer,
      all: EXPLORERS,
      names: texts.preferences.explorerNames,
      chosen: explorer,
      choose: (value) => void preferences.setState({ explorer: value }),
      keywords: ['links'],
      icon,
    }),
  ]
}

const listSettingsOfWindow = (open: (path: string) => void): PaletteItem[] => {
  const hasModel = configStore.getState().config?.user_models === true
  return [...SHOWN_IN_WINDOW, ...(hasModel ? [MODEL] : [])].map(([title, section, keywords]) => ({
    id: `setting:${section}:${title}`,
    title,
    keywords: ['setting', ...keywords.split(' ')],
    hint: 'Settings',
    icon: <Settings />,
    isMinor: true,
    run: () => open(`${PRODUCT_APPS.settings.path}?section=${section}`),
  }))
}

const listDesktopItems = (): PaletteItem[] => {
  const { isStatusBarTransparent, hasSectionTitles } = appearance.store.getState()
  return [
    {
      id: 'setting:status-bar',
      title: isStatusBarTransparent ? 'Frosted status bar' : 'Transparent status bar',
      keywords: ['setting', 'glass'],
      icon: <PanelTop />,
      run: () => appearance.set({ isStatusBarTransparent: !isStatusBarTransparent }),
    },
    {
      id: 'setting:section-titles',
      title: hasSectionTitles ? 'Hide section titles' : 'Show section titles',
      keywords: ['setting', 'groups', 'icons'],
      icon: <Type />,
      run: () => appearance.set({ hasSectionTitles: !hasSectionTitles }),
    },
    {
      id: 'setting:reset-icons',
      title: 'Reset icons',
      keywords: ['restore removed icons', 'names', 'order', 'setting'],
      icon: <RotateCcw />,
      run: () => {
        desktopIcons.reset()
        showToast({ title: 'Every icon is back in its place' })
      },
    },
  ]
}

const listAppearanceItems = (): PaletteItem[] => {
  const look = appearance.store.getState()
  return [
    ...listChoiceItems({
      key: 'accent',
      title: texts.accent.title,
      all: ACCENTS,
      names: texts.accent.names,
      chosen: look.accent,
      choose: (value) => appearance.set({ accent: value }),
      keywords: ['color', 'highlight'],
      icon: <Palette />,
    }),
    ...listChoiceItems({
      key: 'wallpaper',
      title: texts.wallpaper.title,
      all: WALLPAPERS,
      names: texts.wallpaper.names,
      chosen: look.wallpaper,
      choose: (value) => appearance.set({ wallpaper: value }),
      keywords: ['background', 'picture'],
      icon: <Image />,
    }),
    ...listChoiceItems({
      key: 'dockSize',
      title: texts.dock.title,
      all: DOCK_SIZES,
      names: texts.dock.names,
      chosen: look.dockSize,
      choose: (value) => appearance.set({ dockSize: value }),
      keywords: ['bar', 'bigger', 'smaller'],
      icon: <PanelBottom />,
    }),
    ...listChoiceItems({
      key: 'motion',
      title: texts.motion.title,
      all: MOTIONS,
      names: texts.motion.names,
      chosen: look.motion,
      choose: (value) => appearance.set({ motion: value }),
      keywords: ['animation', 'still', 'accessibility'],
      icon: <Waves />,
    }),
  ]
}

/** Returns settings that change at once, and settings that `open` shows in the Settings window. */
export const listSettingItems = (open: (path: string) => void): PaletteItem[] => [
  ...listDesktopItems(),
  ...listAppearanceItems(),
  ...listPreferenceItems(),
  ...listSettingsOfWindow(open),
]
