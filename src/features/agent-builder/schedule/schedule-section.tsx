import { useState } from 'react'
import {
  MAX_POINTS_PER_MONTH,
  MAX_PROMPT,
  type AgentSchedule,
} from '#contract/apps/agent-schedules.ts'
import { pathOfAgent } from '#src/platform/apps/added-app-definitions.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailure, LoadingRows } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { useSaveSchedule, useSchedule } from './schedule-api.ts'
import {
  choiceOf,
  CHOICES,
  lastText,
  nextText,
  OFF,
  priceText,
  weekdayOf,
  withoutMarks,
} from './schedule-text.ts'

const DEFAULT_LIMIT = 30

type ScheduleSectionProps = {
  /** Null before the agent is saved. */
  agentId: string | null
  /** The first question of a new schedule. */
  suggestion: string
}

/** Lets an agent run by itself at a set time, within a monthly limit. */
export const ScheduleSection = ({ agentId, suggestion }: ScheduleSectionProps) => (
  <section aria-labelledby="agent-schedule" className="grid gap-3 border-t border-line pt-5">
    <h3 id="agent-schedule" className="text-ui font-semibold">
      Schedule
    </h3>
    {agentId === null ? (
      <p className="text-ui text-ink-muted">
        Save the agent first. Then it can run every day or week.
      </p>
    ) : (
      <SavedSchedule agentId={agentId} suggestion={suggestion} />
    )}
  </section>
)

const SavedSchedule = ({ agentId, suggestion }: { agentId: string; suggestion: string }) => {
  const saved = useSchedule(agentId)
  if (saved.isPending) return <LoadingRows label="Loading the schedule" rowClass="h-10" />
  if (saved.isError) {
    return (
      <LoadFailure onRetry={() => void saved.refetch()}>We couldn’t load the schedule.</LoadFailure>
    )
  }
  const { schedule, points_per_run: points } = saved.data
  return (
    <>
      <ScheduleForm
        agentId={agentId}
        suggestion={suggestion}
        schedule={schedule}
        pointsPerRun={points}
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
      {next !== null && <p className="text-ui text-ink-muted">{nextText(schedule)}</p>}
      {last !== null && (
        <div className="grid gap-1 text-ui text-ink-muted">
          <p>{lastText(last)}</p>
          {last.text !== '' && (
            <p className="line-clamp-3 wrap-anywhere text-ink" dir="auto">
              {withoutMarks(last.text)}
            </p>
          )}
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() => void openApp(pathOfAgent(agentId))}
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
  schedule: AgentSchedule | null
  pointsPerRun: number
}

const ScheduleForm = ({ agentId, suggestion, schedule, pointsPerRun }: ScheduleFormProps) => {
  const [choice, setChoice] = useState(() => choiceOf(schedule))
  const [at, setAt] = useState(schedule?.at ?? '09:00')
  const [prompt, setPrompt] = useState(schedule?.prompt ?? suggestion)
  const [limit, setLimit] = useState(String(schedule?.points_limit ?? DEFAULT_LIMIT))
  const save = useSaveSchedule(agentId)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const send = () =>
    save.mutate(
      choice === OFF
        ? null
        : {
            prompt,
            at,
            weekday: weekdayOf(choice),
            time_zone: timeZone,
            points_limit: Number(limit),
          },
      {
        onSuccess: () =>
          showToast({ title: choice === OFF ? 'The schedule is off' : 'The schedule is on' }),
      },
    )
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
        <Field label="Run by itself">
          {(control) => (
            <Select
              {...control}
              options={CHOICES}
              value={choice}
              onChange={({ target }) => setChoice(target.value)}
            />
          )}
        </Field>
        {choice !== OFF && (
          <Field label="Time" hint={timeZone}>
            {(control) => (
              <Input
                {...control}
                type="time"
                required
                value={at}
                onChange={({ target }) => setAt(target.value)}
              />
            )}
          </Field>
        )}
      </div>
      {choice !== OFF && (
        <>
          <Field
            label="Question"
            hint="Asked each time. Tools that need your approval wait for it."
          >
            {(control) => (
              <TextArea
                {...control}
                dir="auto"
                rows={2}
                required
                maxLength={MAX_PROMPT}
                value={prompt}
                onChange={({ target }) => setPrompt(target.value)}
              />
            )}
          </Field>
          <Field label="Limit per month" hint={priceText(pointsPerRun)}>
            {(control) => (
              <Input
                {...control}
                type="number"
                required
                min={Math.max(1, pointsPerRun)}
                max={MAX_POINTS_PER_MONTH}
                suffix="POINTS"
                className="pr-20"
                value={limit}
                onChange={({ target }) => setLimit(target.value)}
              />
            )}
          </Field>
        </>
      )}
      {save.isError && (
        <Alert tone="danger" title="The schedule is not saved">
          {save.error.message}
        </Alert>
      )}
      {(choice !== OFF || choiceOf(schedule) !== OFF) && (
        <Button type="submit" className="justify-self-start" isLoading={save.isPending}>
          {choice === OFF ? 'Switch off' : 'Save schedule'}
        </Button>
      )}
    </form>
  )
}
