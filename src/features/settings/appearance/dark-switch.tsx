import { themes, useIsSystemTheme, useTheme } from '#src/platform/theme/theme-store.ts'
import { Switch } from '#src/ui/form/switch.tsx'
import { SettingRow } from '#src/features/settings/setting-row.tsx'
import { texts } from '#src/features/settings/texts.ts'

export const DarkSwitch = () => {
  const theme = useTheme()
  return (
    <SettingRow
      title={texts.theme.darkSwitch}
      description={texts.theme.darkHint}
      control={
        <Switch
          label={texts.theme.darkSwitch}
          isOn={theme === 'dark'}
          onChange={(isDark) => themes.setTheme(isDark ? 'dark' : 'light')}
        />
      }
    />
  )
}

export const FollowSystemSwitch = () => {
  const theme = useTheme()
  const isSystem = useIsSystemTheme()
  return (
    <SettingRow
      title={texts.theme.follow}
      description={texts.theme.followHint}
      control={
        <Switch
          label={texts.theme.follow}
          isOn={isSystem}
          onChange={(follows) => (follows ? themes.followSystem() : themes.setTheme(theme))}
        />
      }
    />
  )
}
