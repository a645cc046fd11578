import { themes, useTheme } from '#src/platform/theme/theme-store.ts'
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
