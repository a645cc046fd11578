import { useId, useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { DiscardQuestion } from '#src/ui/overlay/discard-question.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { ColorChoice } from './color-choice.tsx'
import { toTimeText } from '#src/features/calendar/model/civil.ts'
import { findProblems, withStart } from '#src/features/calendar/model/draft.ts'
import type { Draft, DraftProblems } from '#src/features/calendar/model/draft.ts'
import { toWall } from '#src/features/calendar/model/event.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { useKeptInput } from '#src/platform/auth/kept-input.ts'
import { KEPT_FORM, type KeptForm } from './kept-form.ts'
import { ReminderField } from './reminder-field.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { texts } from '#src/features/calendar/texts.ts'
import { getLocalZone } from '#src/features/calendar/model/zones.ts'

type EventFormProps = {
  /** The draft that Discard restores. */
  initial: Draft
  /** The draft that the form starts with. */
  typed: Draft
  /** The occurrence being edited; null for a new event. */
  occurrence: Occurrence | null
  onSave: (draft: Draft) => void
  onDelete: () => void
  onClose: () => void
}

type TimesProps = {
  draft: Draft
  onChange: (draft: Draft) => void
  startProblem: string | undefined
  endProblem: string | undefined
}

const Times = ({ draft, onChange, startProblem, endProblem }: TimesProps) => {
  const { isAllDay, startDay, startTime, endDay, endTime } = draft
  return (
    <div className="grid gap-4">
      <Field label={texts.form.starts} error={startProblem}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              type="date"
              required
              aria-label={texts.form.startDay}
              value={startDay}
              onChange={({ target }) => onChange(withStart(draft, target.value, startTime))}
            />
            {!isAllDay && (
              <Input
                type="time"
                required
                aria-label={texts.form.startTime}
                className="shrink-0 basis-36 max-sm:px-2"
                value={startTime}
                onChange={({ target }) => onChange(withStart(draft, startDay, target.value))}
              />
            )}
          </div>
        )}
      </Field>
      <Field label={texts.form.ends} error={endProblem}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              type="date"
              required
              aria-label={texts.form.endDay}
              value={endDay}
              onChange={({ target }) => onChange({ ...draft, endDay: target.value })}
            />
            {!isAllDay && (
              <Input
                type="time"
                required
                aria-label={texts.form.endTime}
                className="shrink-0 basis-36 max-sm:px-2"
                value={endTime}
                onChange={({ target }) => onChange({ ...draft, endTime: target.value })}
              />
            )}
          </div>
        )}
      </Field>
    </div>
  )
}

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
  const kept: KeptForm = { draft, occurrence }
  useKeptInput(
    KEPT_FORM,
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
  const save = () => {
    setWasTried(true)
    if (Object.keys(problems).length === 0) onSave(draft)
  }
  return (
    <Dialog
      isOpen
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
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          save()
        }}
      >
        <EventFields
          draft={draft}
          event={event}
          problems={problems}
          showsStart={wasTried}
          onDraft={setDraft}
        />
      </form>
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
  /** True once saving was tried: a date being typed is no mistake yet. */
  showsStart: boolean
  onDraft: Dispatch<SetStateAction<Draft>>
}

const EventFields = ({ draft, event, problems, showsStart, onDraft }: EventFieldsProps) => {
  const change = (part: Partial<Draft>) => onDraft((before) => ({ ...before, ...part }))
  const isElsewhere = event !== null && event.zone !== null && event.zone !== getLocalZone()
  return (
    <>
      <Field label={texts.form.title}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={500}
            placeholder={texts.form.titleHint}
            value={draft.title}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </Field>
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
      <Times
        draft={draft}
        onChange={onDraft}
        startProblem={showsStart ? problems.starts : undefined}
        endProblem={problems.ends}
      />
      {isElsewhere && (
        <p className="text-ui text-ink-muted">
          {texts.form.zone(event.zone ?? '', toTimeText(toWall(event.start)))}
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
          {(control) => (
            <Input
              {...control}
              maxLength={1000}
              value={draft.place}
              onChange={({ target }) => change({ place: target.value })}
            />
          )}
        </Field>
      </div>
      <ColorChoice color={draft.colour} onChange={(colour) => change({ colour })} />
      <Field label={texts.form.notes}>
        {(control) => (
          <TextArea
            {...control}
            maxLength={20_000}
            value={draft.notes}
            onChange={({ target }) => change({ notes: target.value })}
          />
        )}
      </Field>
    </>
  )
}
