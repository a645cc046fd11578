import { appearance, useAppearance } from '#src/platform/theme/appearance-store.ts'
import { Switch } from '#src/ui/form/switch.tsx'
import { SettingRow } from '#src/features/settings/setting-row.tsx'
import { texts } from '#src/features/settings/texts.ts'

export const StatusBarSwitch = () => {
  const { isStatusBarTransparent } = useAppearance()
  return (
    <SettingRow
      title={texts.statusBar.title}
      control={
        <Switch
          label={texts.statusBar.title}
          isOn={isStatusBarTransparent}
          onChange={(isOn) => appearance.set({ isStatusBarTransparent: isOn })}
        />
      }
    />
  )
}

export const SectionTitlesSwitch = () => {
  const { hasSectionTitles } = useAppearance()
  return (
    <SettingRow
      title={texts.sectionTitles.title}
      description={texts.sectionTitles.hint}
      control={
        <Switch
          label={texts.sectionTitles.title}
          isOn={hasSectionTitles}
          onChange={(isOn) => appearance.set({ hasSectionTitles: isOn })}
        />
      }
    />
  )
}
