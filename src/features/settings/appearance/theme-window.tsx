import { AccentChoice } from './accent-choice.tsx'
import { StatusBarSwitch } from './desktop-look.tsx'
import { SettingRows } from '#src/features/settings/setting-row.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { WallpaperChoice } from './wallpaper-choice.tsx'

export const ThemeWindow = () => (
  <div className="@container mx-auto grid max-w-2xl gap-6 p-6 max-sm:p-4">
    <SettingRows>
      <ThemeChoice />
    </SettingRows>
    <SettingRows>
      <AccentChoice />
      <StatusBarSwitch />
    </SettingRows>
    <SettingRows>
      <WallpaperChoice />
    </SettingRows>
  </div>
)
