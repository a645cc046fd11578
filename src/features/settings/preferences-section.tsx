import { EXPLORERS } from '#src/lib/explorer.ts'
import { HOURS, formatDate } from '#src/lib/dates.ts'
import { preferences, usePreferences } from '#src/platform/preferences/preferences-store.ts'
import { SegmentedChoice } from './appearance/segmented-choice.tsx'
import { SettingRow, SettingRows } from './setting-row.tsx'
import { texts } from './texts.ts'

/** Shows the difference between the formats. */
const AFTERNOON = new Date(2026, 0, 1, 15, 30)

export const PreferencesSection = () => {
  const { hours, explorer } = usePreferences()
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
