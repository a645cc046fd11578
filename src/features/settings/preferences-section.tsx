import { NUMBER_FORMATS, formatNumber } from '#contract/numbers.ts'
import { EXPLORERS } from '#src/lib/explorer.ts'
import { HOURS, formatDate } from '#src/lib/dates.ts'
import { preferences, usePreferences } from '#src/platform/preferences/preferences-store.ts'
import { SegmentedChoice } from './appearance/segmented-choice.tsx'
import { SettingRow, SettingRows } from './setting-row.tsx'
import { texts } from './texts.ts'

/** An example that shows the difference between the formats. */
const AFTERNOON = new Date(2026, 0, 1, 15, 30)
const AMOUNT = 1_234_567.89

export const PreferencesSection = () => {
  const { hours, numbers, explorer } = usePreferences()
  return (
    <SettingRows>
      <SettingRow
        title={texts.preferences.hours}
        description={texts.preferences.hoursHint(formatDate(AFTERNOON, 'clock'))}
        control={
          <SegmentedChoice
            label={texts.preferences.hours}
            values={HOURS}
            names={texts.preferences.hourNames}
            value={hours}
            onChange={(chosen) => void preferences.setState({ hours: chosen })}
          />
        }
      />
      <SettingRow
        title={texts.preferences.numbers}
        description={texts.preferences.numbersHint(formatNumber(AMOUNT))}
        control={
          <SegmentedChoice
            label={texts.preferences.numbers}
            values={NUMBER_FORMATS}
            names={texts.preferences.numberNames}
            value={numbers}
            onChange={(chosen) => void preferences.setState({ numbers: chosen })}
          />
        }
      />
      <SettingRow
        title={texts.preferences.explorer}
        description={texts.preferences.explorerHint}
        control={
          <SegmentedChoice
            label={texts.preferences.explorer}
            values={EXPLORERS}
            names={texts.preferences.explorerNames}
            value={explorer}
            onChange={(chosen) => void preferences.setState({ explorer: chosen })}
          />
        }
      />
    </SettingRows>
  )
}
