import { useMutation, useQueryClient } from '@tanstack/react-query'
import { scheduleTopic, type ResearchTopic } from '#contract/research/research.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Select } from '#src/ui/form/select.tsx'
import { showFailure } from '#src/ui/toast/toast-store.ts'

const HOURS_PER_DAY = 24
const CHOICES = [
  { value: '', label: 'Manual', schedule: null },
  {
    value: '24/10',
    label: 'Daily, up to 10 POINTS',
    schedule: { every_hours: HOURS_PER_DAY, points_limit: 10 },
  },
  {
    value: '24/30',
    label: 'Daily, up to 30 POINTS',
    schedule: { every_hours: HOURS_PER_DAY, points_limit: 30 },
  },
  {
    value: '168/10',
    label: 'Weekly, up to 10 POINTS',
    schedule: { every_hours: 7 * HOURS_PER_DAY, points_limit: 10 },
  },
] as const

export const TopicSchedule = ({ topic }: { topic: ResearchTopic }) => {
  const queries = useQueryClient()
  const { schedule = null } = topic
  const save = useMutation({
    mutationFn: (chosen: (typeof CHOICES)[number]) =>
      api.call(scheduleTopic, {
        params: { id: topic.id },
        body: { schedule: chosen.schedule },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['research-topics'] }),
    onError: ({ message }) => showFailure('We couldn’t change the schedule', message),
  })
  const value = schedule === null ? '' : `${schedule.every_hours}/${schedule.points_limit}`
  const known = CHOICES.some((choice) => choice.value === value)
  const options = known ? CHOICES : [...CHOICES, { value, label: 'Custom schedule' }]
  return (
    <Select
      aria-label={`Refresh schedule for “${topic.title}”`}
      size="sm"
      className="w-52 shrink-0 @max-xl:grow"
      options={options}
      value={value}
      onChange={(event) => {
        const chosen = CHOICES.find((choice) => choice.value === event.target.value)
        if (chosen !== undefined) save.mutate(chosen)
      }}
    />
  )
}

/** `Next refresh Nov 24; 3 of 10 POINTS spent`, or why it stopped. */
export const formatSchedule = (
  { schedule, stopped_because: stopped }: ResearchTopic,
  formatWhen: (iso: string) => string,
): string | null => {
  if (schedule) {
    const { next_at: next, points_limit: limit, points_spent: spent } = schedule
    return `Next refresh ${formatWhen(next)}; ${spent} of ${limit} POINTS spent`
  }
  return stopped ? `Automatic refresh stopped. ${stopped}` : null
}
