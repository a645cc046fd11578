import { NUMBER_FORMATS, formatNumber } from '#contract/numbers.ts'
import { EXPLORERS } from '#src/lib/explorer.ts'
import { HOURS, formatDate } from '#src/lib/dates.ts'
import { preferences, usePreferences } from '#src/platform/preferences/preferences-store.ts'
import { ChoiceRow } from './choice-row.tsx'
import { SettingRows } from './setting-row.tsx'
import { texts } from './texts.ts'

/** Example values that show the difference between the formats. */
const AFTERNOON = new Date(2026, 0, 1, 15, 30)
const AMOUNT = 1_234_567.89

export const PreferencesSection = () => {
  const { hours, numbers, explorer } = usePreferences()
  return (
    <SettingRows>
      <ChoiceRow
        title={texts.preferences.hours}
        description={texts.preferences.hoursHint(formatDate(AFTERNOON, 'clock'))}
        values={HOURS}
        names={texts.preferences.hourNames}
        value={hours}
        onChange={(chosen) => void preferences.setState({ hours: chosen })}
      />
      <ChoiceRow
        title={texts.preferences.numbers}
        description={texts.preferences.numbersHint(formatNumber(AMOUNT))}
        values={NUMBER_FORMATS}
        names={texts.preferences.numberNames}
        value={numbers}
        onChange={(chosen) => void preferences.setState({ numbers: chosen })}
      />
      <ChoiceRow
        title={texts.preferences.explorer}
        description={texts.preferences.explorerHint}
        values={EXPLORERS}
        names={texts.preferences.explorerNames}
        value={explorer}
        onChange={(chosen) => void preferences.setState({ explorer: chosen })}
      />
    </SettingRows>
  )
}
