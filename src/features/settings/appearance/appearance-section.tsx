import { DOCK_SIZES, appearance, useAppearance } from '#src/platform/theme/appearance-store.ts'
import { AccentChoice } from './accent-choice.tsx'
import { StatusBarSwitch } from './desktop-look.tsx'
import { MotionChoice } from './motion-choice.tsx'
import { SegmentedChoice } from './segmented-choice.tsx'
import { SettingRow, SettingRows } from '#src/features/settings/setting-row.tsx'
import { texts } from '#src/features/settings/texts.ts'
import { ThemeSetting } from './theme-setting.tsx'
import { WallpaperChoice } from './wallpaper-choice.tsx'

const DockSizeChoice = () => {
  const { dockSize } = useAppearance()
  return (
    <SettingRow
      title={texts.dock.title}
      description={texts.dock.hint}
      control={
        <SegmentedChoice
          label={texts.dock.title}
          values={DOCK_SIZES}
          names={texts.dock.names}
          value={dockSize}
          onChange={(chosen) => appearance.set({ dockSize: chosen })}
        />
      }
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
