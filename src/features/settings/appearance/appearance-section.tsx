import {
  DOCK_SIZES,
  appearance,
  useAppearance,
  MOTIONS,
} from '#src/platform/theme/appearance-store.ts'
import { AccentChoice } from './accent-choice.tsx'
import { StatusBarSwitch } from './desktop-look.tsx'
import { ChoiceRow } from '#src/features/settings/choice-row.tsx'
import { SettingRows } from '#src/features/settings/setting-row.tsx'
import { texts } from '#src/features/settings/texts.ts'
import { WallpaperChoice } from './wallpaper-choice.tsx'
import { THEME_CHOICES, chooseTheme, useChosenTheme } from './chosen-theme.ts'
import { useEffect, useState } from 'react'
import { onSystemMotionChange, systemPrefersReducedMotion } from '#src/platform/theme/motion.ts'

const MotionChoice = () => {
  const { motion } = useAppearance()
  const [isLess, setIsLess] = useState(systemPrefersReducedMotion)
  useEffect(() => onSystemMotionChange(() => setIsLess(systemPrefersReducedMotion())), [])
  return (
    <ChoiceRow
      title={texts.motion.title}
      description={motion === 'system' ? texts.motion.hintSystem(isLess) : texts.motion.hint}
      values={MOTIONS}
      names={texts.motion.names}
      value={motion}
      onChange={(chosen) => appearance.set({ motion: chosen })}
    />
  )
}

const ThemeSetting = () => (
  <ChoiceRow
    title={texts.theme.legend}
    description={texts.theme.hint}
    values={THEME_CHOICES}
    names={texts.theme}
    value={useChosenTheme()}
    onChange={chooseTheme}
  />
)

const DockSizeChoice = () => {
  const { dockSize } = useAppearance()
  return (
    <ChoiceRow
      title={texts.dock.title}
      description={texts.dock.hint}
      values={DOCK_SIZES}
      names={texts.dock.names}
      value={dockSize}
      onChange={(chosen) => appearance.set({ dockSize: chosen })}
    />
  )
}

export const AppearanceSection = () => (
  <>
    <SettingRows>
      <ThemeSetting />
      <AccentChoice />
      <MotionChoice />
    </SettingRows>
    <SettingRows>
      <WallpaperChoice />
    </SettingRows>
    <SettingRows>
      <DockSizeChoice />
      <StatusBarSwitch />
    </SettingRows>
  </>
)
