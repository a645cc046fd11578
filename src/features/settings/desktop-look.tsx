import { appearance, useAppearance } from '#src/platform/theme/appearance-store.ts'
import { Switch } from '#src/ui/switch.tsx'
import { SettingRow } from './setting-row.tsx'

export const DesktopLook = () => {
  const { isStatusBarTransparent, hasSectionTitles } = useAppearance()
  return (
    <>
      <SettingRow
        title="Transparent status bar"
        description="Lets the wallpaper show at the top of the screen."
        control={
          <Switch
            label="Transparent status bar"
            isOn={isStatusBarTransparent}
            onChange={(isOn) => appearance.set({ isStatusBarTransparent: isOn })}
          />
        }
      />
      <SettingRow
        title="Section titles"
        description="Shows the name of each group above its icons."
        control={
          <Switch
            label="Section titles"
            isOn={hasSectionTitles}
            onChange={(isOn) => appearance.set({ hasSectionTitles: isOn })}
          />
        }
      />
    </>
  )
}
