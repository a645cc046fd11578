import { Field } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { texts } from '#src/features/calendar/texts.ts'

const USUAL_MINUTES = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080] as const
const NONE = 'none'

const formatReminder = (minutes: number): string => {
  if (minutes === 0) return texts.reminders.atStart
  if (minutes % 1440 === 0) return texts.reminders.days(minutes / 1440)
  return minutes % 60 === 0 ? texts.reminders.hours(minutes / 60) : texts.reminders.minutes(minutes)
}

type ReminderFieldProps = { minutes: number | null; onChange: (minutes: number | null) => void }

/** Also offers the unusual time of an imported event. */
export const ReminderField = ({ minutes, onChange }: ReminderFieldProps) => {
  const offered = [...new Set([...USUAL_MINUTES, ...(minutes === null ? [] : [minutes])])]
  return (
    <Field label={texts.form.reminder}>
      <Select
        value={minutes === null ? NONE : String(minutes)}
        onChange={({ target }) => onChange(target.value === NONE ? null : Number(target.value))}
        options={[
          { value: NONE, label: texts.reminders.none },
          ...offered
            .toSorted((one, other) => one - other)
            .map((one) => ({ value: String(one), label: formatReminder(one) })),
        ]}
      />
    </Field>
  )
}
