import { useId, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { DiscardQuestion } from '#src/ui/overlay/discard-question.tsx'
import { Field, FurtherControls } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { TimeField } from '#src/ui/form/time-field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { formatIsoTime, parseWall, wallToDay } from '#src/features/calendar/model/civil.ts'
import { formatLongDay } from '#src/features/calendar/views/format.ts'
import {
  endsNextDay,
  findProblems,
  withStart,
  type Draft,
  type DraftProblems,
} from '#src/features/calendar/model/draft.ts'
import { EVENT_COLORS, type EventColor } from '#contract/calendar/events.ts'
import { toWall } from '#src/features/calendar/model/event.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { useSavedInput } from '#src/platform/auth/saved-input.ts'
import { SAVED_FORM, type SavedForm } from './saved-form.ts'
import { RepeatFields } from './repeat-fields.tsx'
import { useEventWords, type EventWords } from './use-event-words.ts'
import { WordsSuggestion } from './words-suggestion.tsx'
import { texts } from '#src/features/calendar/texts.ts'
import { getLocalZone } from '#src/features/calendar/model/zones.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Select } from '#src/ui/form/select.tsx'

type EventFormProps = {
  /** The draft that Discard restores. */
  initial: Draft
  typed: Draft
  /** The occurrence being edited; null for a new event. */
  occurrence: Occurrence | null
  onSave: (draft: Draft) => void
  onDelete: () => void
  onClose: () => void
}

type MomentFieldProps = {
  label: string
  dayLabel: string
  timeLabel: string
  day: string
  /** null for an all-day event. */
  time: string | null
  problem: string | undefined
  hint?: string | undefined
  onChange: (day: string, time: string | null) => void
}

const MomentField = ({
  label,
  dayLabel,
  timeLabel,
  day,
  time,
  problem,
  hint,
  onChange,
}: MomentFieldProps) => (
  <Field label={label} hint={hint} error={problem}>
    <div className="flex gap-2">
      <Input
        type="date"
        required
        aria-label={dayLabel}
        value={day}
        onChange={({ target }) => onChange(target.value, time)}
      />
      {time !== null && (
        <FurtherControls>
          <TimeField
            required
            aria-label={timeLabel}
            className="shrink-0 basis-36 max-sm:px-2"
            value={time}
            onChange={(changed) => onChange(day, changed)}
          />
        </FurtherControls>
      )}
    </div>
  </Field>
)

/** Returns true while the user has changed neither the times nor the repetition. */
const hasSameTimes = (draft: Draft, initial: Draft): boolean =>
  (['isAllDay', 'startDay', 'startTime', 'endDay', 'endTime', 'repeat'] as const).every(
    (part) => draft[part] === initial[part],
  )

export const EventForm = ({
  initial,
  typed,
  occurrence,
  onSave,
  onDelete,
  onClose,
}: EventFormProps) => {
  const event = occurrence?.event ?? null
  const [draft, setDraft] = useState(typed)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial)
  const kept: SavedForm = { draft, occurrence }
  useSavedInput(
    SAVED_FORM,
    isChanged || (occurrence === null && draft.title !== '') ? JSON.stringify(kept) : null,
  )
  const [wasTried, setWasTried] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const formId = useId()
  const problems = findProblems(draft)
  const leave = () => {
    if (isChanged) setIsLeaving(true)
    else onClose()
  }
  const words = useEventWords({ draft, isOn: event === null && hasSameTimes(draft, initial) })
  const save = async () => {
    setWasTried(true)
    const whole = (await words.settle()) ?? draft
    if (Object.keys(findProblems(whole)).length === 0) onSave(whole)
  }
  return (
    <Dialog
      size="md"
      onClose={leave}
      title={event === null ? texts.form.newTitle : texts.form.editTitle}
      actions={
        <>
          {event !== null && (
            <Button variant="ghost" className="mr-auto -ml-4 text-danger!" onClick={onDelete}>
              {texts.form.delete}
            </Button>
          )}
          <Button onClick={leave}>{texts.form.cancel}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {texts.form.save}
          </Button>
        </>
      }
    >
      <Form id={formId} noValidate className="grid gap-4" onSubmit={save}>
        <EventFields
          draft={draft}
          event={event}
          problems={problems}
          showsStart={wasTried}
          words={words}
          onDraft={setDraft}
        />
      </Form>
      {isLeaving && (
        <DiscardQuestion
          title={event === null ? texts.form.discardNew : texts.form.discardChanges}
          onStay={() => setIsLeaving(false)}
          onDiscard={onClose}
        />
      )}
    </Dialog>
  )
}

type EventFieldsProps = {
  draft: Draft
  event: Occurrence['event'] | null
  problems: DraftProblems
  /** True after an attempt to save: a date being typed is not a mistake yet. */
  showsStart: boolean
  words: EventWords
  onDraft: Dispatch<SetStateAction<Draft>>
}

const formatNextDay = (startDay: string): string =>
  formatLongDay(wallToDay(parseWall(startDay) ?? 0) + 1)

const Times = ({
  draft,
  problems,
  showsStart,
  onDraft,
}: Omit<EventFieldsProps, 'event' | 'words'>) => (
  <>
    <MomentField
      label={texts.form.starts}
      dayLabel={texts.form.startDay}
      timeLabel={texts.form.startTime}
      day={draft.startDay}
      time={draft.isAllDay ? null : draft.startTime}
      problem={showsStart ? problems.starts : undefined}
      onChange={(startDay, time) => onDraft(withStart(draft, startDay, time ?? draft.startTime))}
    />
    <MomentField
      label={texts.form.ends}
      dayLabel={texts.form.endDay}
      timeLabel={texts.form.endTime}
      day={draft.endDay}
      time={draft.isAllDay ? null : draft.endTime}
      problem={problems.ends}
      hint={endsNextDay(draft) ? texts.form.endsNextDay(formatNextDay(draft.startDay)) : undefined}
      onChange={(endDay, time) => onDraft({ ...draft, endDay, endTime: time ?? draft.endTime })}
    />
  </>
)

const EventFields = ({ draft, event, problems, showsStart, words, onDraft }: EventFieldsProps) => {
  const change = (part: Partial<Draft>) => onDraft((before) => ({ ...before, ...part }))
  const titleRef = useRef<HTMLInputElement | null>(null)
  /** Moves the focus, because the pressed button disappears. */
  const use = (suggested: Draft) => {
    onDraft(suggested)
    titleRef.current?.focus()
  }
  const isElsewhere = event !== null && event.zone !== null && event.zone !== getLocalZone()
  return (
    <>
      <Field label={texts.form.title}>
        <Input
          ref={titleRef}
          autoFocus
          maxLength={500}
          placeholder={texts.form.titleHint}
          value={draft.title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      {event === null && <WordsSuggestion words={words} onUse={use} />}
      <div className="flex items-center justify-between gap-4">
        <span aria-hidden="true" className="text-ui font-medium">
          {texts.form.allDay}
        </span>
        <Switch
          label={texts.form.allDay}
          isOn={draft.isAllDay}
          onChange={(isAllDay) => change({ isAllDay })}
        />
      </div>
      <Times draft={draft} problems={problems} showsStart={showsStart} onDraft={onDraft} />
      {isElsewhere && (
        <p className="text-ui text-ink-muted">
          {texts.form.zone(event.zone ?? '', formatIsoTime(toWall(event.start)))}
        </p>
      )}
      {event?.instanceOf == null && (
        <RepeatFields
          draft={draft}
          rule={event?.rule ?? null}
          onChange={change}
          problems={problems}
        />
      )}
      <div className="grid grid-cols-2 gap-3 max-[420px]:grid-cols-1">
        <ReminderField
          minutes={draft.reminderMinutes}
          onChange={(reminderMinutes) => change({ reminderMinutes })}
        />
        <Field label={texts.form.place}>
          <Input
            maxLength={1000}
            value={draft.place}
            onChange={({ target }) => change({ place: target.value })}
          />
        </Field>
      </div>
      <ColorChoice color={draft.colour} onChange={(colour) => change({ colour })} />
      <Field label={texts.form.notes}>
        <TextArea
          maxLength={20_000}
          value={draft.notes}
          onChange={({ target }) => change({ notes: target.value })}
        />
      </Field>
    </>
  )
}

type ColorChoiceProps = { color: EventColor; onChange: (color: EventColor) => void }

const ColorChoice = ({ color, onChange }: ColorChoiceProps) => (
  <RadioGroup
    legend={texts.form.color}
    values={EVENT_COLORS}
    value={color}
    onChange={onChange}
    className="flex flex-wrap gap-1 max-[420px]:max-w-49"
    choiceProps={(one) => ({
      'data-tip': texts.colors[one],
      'data-color': one,
      className: 'grid size-9 place-items-center pointer-coarse:size-11',
    })}
  >
    {(one) => (
      <>
        <span className="sr-only">{texts.colors[one]}</span>
        <span
          aria-hidden="true"
          className="size-6 rounded-full bg-(--event-strong) ring-offset-surface-raised group-has-checked:ring-2 group-has-checked:ring-(--event-ink) group-has-checked:ring-offset-2 group-has-focus-visible:outline-2 group-has-focus-visible:outline-offset-5 group-has-focus-visible:outline-accent-ink"
        />
      </>
    )}
  </RadioGroup>
)

const REMINDER_MINUTES = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080] as const
const NO_REMINDER = 'none'

const formatReminder = (minutes: number): string => {
  if (minutes === 0) return texts.reminders.atStart
  if (minutes % 1440 === 0) return texts.reminders.days(minutes / 1440)
  return minutes % 60 === 0 ? texts.reminders.hours(minutes / 60) : texts.reminders.minutes(minutes)
}

type ReminderFieldProps = { minutes: number | null; onChange: (minutes: number | null) => void }

/** Also offers the unusual time of an imported event. */
const ReminderField = ({ minutes, onChange }: ReminderFieldProps) => {
  const offered = [...new Set([...REMINDER_MINUTES, ...(minutes === null ? [] : [minutes])])]
  return (
    <Field label={texts.form.reminder}>
      <Select
        value={minutes === null ? NO_REMINDER : String(minutes)}
        onChange={({ target }) =>
          onChange(target.value === NO_REMINDER ? null : Number(target.value))
        }
        options={[
          { value: NO_REMINDER, label: texts.reminders.none },
          ...offered
            .toSorted((one, other) => one - other)
            .map((one) => ({ value: String(one), label: formatReminder(one) })),
        ]}
      />
    </Field>
  )
}
