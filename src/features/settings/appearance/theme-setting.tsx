import { SettingRow } from '#src/features/settings/setting-row.tsx'
import { texts } from '#src/features/settings/texts.ts'
import { THEME_CHOICES, chooseTheme, useChosenTheme } from './chosen-theme.ts'
import { SegmentedChoice } from './segmented-choice.tsx'

export const ThemeSetting = () => (
  <SettingRow
    title={texts.theme.legend}
    description={texts.theme.hint}
    control={
      <SegmentedChoice
        label={texts.theme.legend}
        values={THEME_CHOICES}
        names={texts.theme}
        value={useChosenTheme()}
        onChange={chooseTheme}
      />
    }
  />
)
