import { AccentChoice } from './accent-choice.tsx'
import { SectionTitlesSwitch, StatusBarSwitch } from './desktop-look.tsx'
import { SettingRows, SwitchRow } from '#src/features/settings/setting-row.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { WallpaperChoice } from './wallpaper-choice.tsx'
import { themes, useTheme } from '#src/platform/theme/theme-store.ts'
import { texts } from '#src/features/settings/texts.ts'

const DarkSwitch = () => {
  const theme = useTheme()
  return (
    <SwitchRow
      title={texts.theme.darkSwitch}
      description={texts.theme.darkHint}
      isOn={theme === 'dark'}
      onChange={(isDark) => themes.setTheme(isDark ? 'dark' : 'light')}
    />
  )
}

export const ThemeWindow = () => (
  <div className="@container mx-auto grid max-w-2xl gap-6 p-6 max-sm:p-4">
    <ThemeChoice />
    <SettingRows>
      <DarkSwitch />
      <AccentChoice />
      <StatusBarSwitch />
      <SectionTitlesSwitch />
    </SettingRows>
    <SettingRows>
      <WallpaperChoice />
    </SettingRows>
  </div>
)
