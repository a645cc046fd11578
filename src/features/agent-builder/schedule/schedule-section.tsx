import { useEffect, useImperativeHandle, useRef, useState, type RefObject } from 'react'
import {
  MAX_POINTS_PER_MONTH,
  MAX_PROMPT,
  type AgentSchedule,
} from '#contract/apps/agent-schedules.ts'
import { getTimeZone } from '#src/lib/dates.ts'
import { getAgentPath } from '#src/platform/apps/added-app-definitions.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { TimeField } from '#src/ui/form/time-field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { useSaveSchedule, useSchedule } from './schedule-api.ts'
import type { ScheduleWish } from './schedule-wish.ts'
import {
  CHOICES,
  draftSchedule,
  formatLastRun,
  formatNextRun,
  OFF,
  formatPrice,
  isSameSchedule,
  toSchedule,
  removeMarks,
  type ScheduleDraft,
} from './schedule-text.ts'

/** The editor's access to the schedule form. */
export type ScheduleHandle = {
  isChanged: () => boolean
  /** Saves a changed schedule. Resolves to false if that failed, which the form then shows. */
  save: () => Promise<boolean>
}

type ScheduleSectionProps = {
  /** null before the agent is saved. */
  agentId: string | null
  suggestion: string
  /** Fills the form of an agent without a schedule, and scrolls to it. */
  wish: ScheduleWish | null
  /** Holds null while there is no form. */
  handle: RefObject<ScheduleHandle | null>
}

/** Lets an agent run by itself at a set time, within a monthly limit. */
export const ScheduleSection = ({ agentId, suggestion, wish, handle }: ScheduleSectionProps) => (
  <section aria-labelledby="agent-schedule" className="grid gap-3 border-t border-line pt-5">
    <h3 id="agent-schedule" className="text-ui font-semibold">
      Schedule
    </h3>
    {agentId === null ? (
      <p className="text-ui text-ink-muted">
        Save the agent first. Then it can run every day or week.
      </p>
    ) : (
      <SavedSchedule agentId={agentId} suggestion={suggestion} wish={wish} handle={handle} />
    )}
  </section>
)

type SavedScheduleProps = ScheduleSectionProps & { agentId: string }

const SavedSchedule = ({ agentId, suggestion, wish, handle }: SavedScheduleProps) => {
  const saved = useSchedule(agentId)
  if (saved.isPending) return <LoadingRows label="Loading the schedule" rowClass="h-10" />
  if (saved.isError) return <LoadFailure query={saved}>We couldn’t load the schedule.</LoadFailure>
  const { schedule, points_per_run: points } = saved.data
  return (
    <>
      <ScheduleForm
        agentId={agentId}
        suggestion={suggestion}
        wish={schedule === null ? wish : null}
        schedule={schedule}
        pointsPerRun={points}
        handle={handle}
      />
      {schedule !== null && <ScheduleState agentId={agentId} schedule={schedule} />}
    </>
  )
}

const ScheduleState = ({ agentId, schedule }: { agentId: string; schedule: AgentSchedule }) => {
  const { next_at: next, stopped_because: reason, last } = schedule
  return (
    <>
      {reason !== null && (
        <Alert tone="warning" title={next === null ? 'The schedule stopped' : 'The schedule waits'}>
          {reason}
        </Alert>
      )}
      {next !== null && <p className="text-ui text-ink-muted">{formatNextRun(schedule)}</p>}
      {last !== null && (
        <div className="grid gap-1 text-ui text-ink-muted">
          <p>{formatLastRun(last)}</p>
          {last.text !== '' && (
            <p className="line-clamp-3 wrap-anywhere text-ink" dir="auto">
              {removeMarks(last.text)}
            </p>
          )}
          <Button
            size="sm"
            className="mt-1.5 justify-self-start"
            onClick={() => void openApp(getAgentPath(agentId))}
          >
            Open chat
          </Button>
        </div>
      )}
    </>
  )
}

type ScheduleFormProps = {
  agentId: string
  suggestion: string
  wish: ScheduleWish | null
  schedule: AgentSchedule | null
  pointsPerRun: number
  handle: ScheduleSectionProps['handle']
}

const ScheduleForm = ({
  agentId,
  suggestion,
  wish,
  schedule,
  pointsPerRun,
  handle,
}: ScheduleFormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [kept, setKept] = useState(() => draftSchedule(schedule, suggestion))
  const [draft, setDraft] = useState({ ...kept, ...wish })
  const save = useSaveSchedule(agentId)
  const isOff = draft.choice === OFF
  const change = (part: Partial<ScheduleDraft>) => setDraft({ ...draft, ...part })
  const send = async (): Promise<boolean> => {
    try {
      await save.mutateAsync(toSchedule(draft))
      setKept(draft)
      return true
    } catch {
      return false
    }
  }
  const submit = async () => {
    if (await send()) showToast({ title: isOff ? 'The schedule is off' : 'The schedule is on' })
  }
  const isChanged = !isSameSchedule(draft, kept)
  const isWished = wish !== null
  useEffect(() => {
    if (isWished) form.current?.scrollIntoView({ block: 'center' })
  }, [isWished])
  useImperativeHandle(handle, () => ({
    isChanged: () => isChanged,
    save: async () => !isChanged || (form.current?.reportValidity() === true && (await send())),
  }))
  return (
    <Form className="grid gap-3" ref={form} onSubmit={submit}>
      <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
        <Field label="Run by itself">
          <Select
            options={CHOICES}
            value={draft.choice}
            onChange={({ target }) => change({ choice: target.value })}
          />
        </Field>
        {!isOff && (
          <Field label="Time" hint={getTimeZone()}>
            <TimeField required value={draft.at} onChange={(at) => change({ at })} />
          </Field>
        )}
      </div>
      {!isOff && <RunFields draft={draft} pointsPerRun={pointsPerRun} onChange={change} />}
      {save.isError && (
        <Alert tone="danger" title="The schedule is not saved">
          {save.error.message}
        </Alert>
      )}
      {isChanged && (
        <Button type="submit" className="justify-self-start" isLoading={save.isPending}>
          {isOff ? 'Switch off' : 'Save schedule'}
        </Button>
      )}
    </Form>
  )
}

type RunFieldsProps = {
  draft: ScheduleDraft
  pointsPerRun: number
  onChange: (part: Partial<ScheduleDraft>) => void
}

/** Fields for the question of each run and for the monthly limit. */
const RunFields = ({ draft, pointsPerRun, onChange }: RunFieldsProps) => (
  <>
    <Field label="Question" hint="Asked each time. Tools that need your approval wait for it.">
      <TextArea
        dir="auto"
        rows={2}
        required
        maxLength={MAX_PROMPT}
        value={draft.prompt}
        onChange={({ target }) => onChange({ prompt: target.value })}
      />
    </Field>
    <Field label="Limit per month" hint={formatPrice(pointsPerRun)}>
      <Input
        type="number"
        required
        min={Math.max(1, pointsPerRun)}
        max={MAX_POINTS_PER_MONTH}
        suffix="POINTS"
        className="pr-20"
        value={draft.limit}
        onChange={({ target }) => onChange({ limit: target.value })}
      />
    </Field>
  </>
)
