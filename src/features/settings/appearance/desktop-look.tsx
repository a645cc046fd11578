import { appearance, useAppearance } from '#src/platform/theme/appearance-store.ts'
import { SwitchRow } from '#src/features/settings/setting-row.tsx'
import { texts } from '#src/features/settings/texts.ts'

export const StatusBarSwitch = () => {
  const { isStatusBarTransparent } = useAppearance()
  return (
    <SwitchRow
      title={texts.statusBar.title}
      isOn={isStatusBarTransparent}
      onChange={(isOn) => appearance.set({ isStatusBarTransparent: isOn })}
    />
  )
}

export const SectionTitlesSwitch = () => {
  const { hasSectionTitles } = useAppearance()
  return (
    <SwitchRow
      title={texts.sectionTitles.title}
      description={texts.sectionTitles.hint}
      isOn={hasSectionTitles}
      onChange={(isOn) => appearance.set({ hasSectionTitles: isOn })}
    />
  )
}
