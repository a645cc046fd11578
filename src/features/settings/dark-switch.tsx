import { themes, useTheme } from '#src/platform/theme/theme-store.ts'
import { Switch } from '#src/ui/switch.tsx'
import { SettingRow } from './setting-row.tsx'

export const DarkSwitch = () => {
  const theme = useTheme()
  return (
    <SettingRow
      title="Dark theme"
      description="The wallpaper changes with it."
      control={
        <Switch
          label="Dark theme"
          isOn={theme === 'dark'}
          onChange={(isDark) => themes.setTheme(isDark ? 'dark' : 'light')}
        />
      }
    />
  )
}
