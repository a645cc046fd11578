import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { Field, FurtherControls } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Select } from '#src/ui/form/select.tsx'
import type { Draft, DraftProblems } from '#src/features/calendar/model/draft.ts'
import { wallToDay, parseWall } from '#src/features/calendar/model/civil.ts'
import {
  hasWeekDays,
  REPEATS,
  WEEK_DAYS,
  getWeekDayCode,
  type Repeat,
  type RepeatEnds,
  type WeekDay,
} from '#src/features/calendar/model/repeat.ts'
import { texts } from '#src/features/calendar/texts.ts'

const ENDS = ['never', 'on', 'after'] as const satisfies readonly RepeatEnds[]

type RepeatFieldsProps = {
  draft: Draft
  /** The current rule, which the form may not be able to express. */
  rule: string | null
  onChange: (part: Partial<Draft>) => void
  problems: DraftProblems
}

export const RepeatFields = ({ draft, rule, onChange, problems }: RepeatFieldsProps) => {
  const { repeat, repeatEnds } = draft
  const isCustomOffered = repeat === 'custom'
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-4 max-[420px]:grid-cols-1">
      <Field
        label={texts.form.repeat}
        hint={isCustomOffered && rule !== null ? texts.form.customRule(rule) : undefined}
      >
        <Select
          value={repeat}
          onChange={({ target }) => onChange({ repeat: target.value as Repeat })}
          options={REPEATS.filter((one) => one !== 'custom' || isCustomOffered).map((one) => ({
            value: one,
            label: texts.repeat[one],
          }))}
        />
      </Field>
      {repeat !== 'none' && repeat !== 'custom' && (
        <Field label={texts.form.repeatEnds} error={problems.until ?? problems.times}>
          <div className="grid gap-2">
            <Select
              value={repeatEnds}
              onChange={({ target }) => onChange({ repeatEnds: target.value as RepeatEnds })}
              options={ENDS.map((one) => ({ value: one, label: texts.repeatEnds[one] }))}
            />
            <FurtherControls>
              {repeatEnds === 'on' && (
                <Input
                  type="date"
                  aria-label={texts.form.untilDay}
                  value={draft.untilDay}
                  onChange={({ target }) => onChange({ untilDay: target.value })}
                />
              )}
              {repeatEnds === 'after' && (
                <Input
                  type="number"
                  min={1}
                  max={999}
                  aria-label={texts.form.times}
                  value={draft.times}
                  onChange={({ target }) => onChange({ times: target.value })}
                />
              )}
            </FurtherControls>
          </div>
        </Field>
      )}
      {hasWeekDays(repeat) && (
        <WeekDays draft={draft} onChange={(weekDays) => onChange({ weekDays })} />
      )}
    </div>
  )
}

type WeekDaysProps = { draft: Draft; onChange: (weekDays: WeekDay[]) => void }

/** The day of the start cannot be deselected, because the event takes place then. */
const WeekDays = ({ draft: { startDay, weekDays }, onChange }: WeekDaysProps) => {
  const startMs = parseWall(startDay)
  const first = startMs === null ? null : getWeekDayCode(wallToDay(startMs))
  return (
    <fieldset className="col-span-full">
      <legend className="mb-1 text-ui font-medium">{texts.form.weekDays}</legend>
      <div className="flex flex-wrap gap-x-2">
        {WEEK_DAYS.map((day) => (
          <Checkbox
            key={day}
            isChecked={day === first || weekDays.includes(day)}
            isDisabled={day === first}
            onChange={(isOn) =>
              onChange(WEEK_DAYS.filter((one) => (one === day ? isOn : weekDays.includes(one))))
            }
          >
            {texts.weekDays[day]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
