import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getAgentSchedule,
  scheduleAgent,
  type AgentSchedule,
} from '#contract/apps/agent-schedules.ts'
import { AGENTS_KEY } from '#src/platform/apps/app-list-changes.ts'
import { api } from '#src/platform/auth/page-session.ts'

const scheduleKey = (agentId: string) => [...AGENTS_KEY, agentId, 'schedule']

export const useSchedule = (agentId: string) =>
  useQuery({
    queryKey: scheduleKey(agentId),
    queryFn: ({ signal }) => api.callForData(getAgentSchedule, { params: { id: agentId }, signal }),
  })

export type ChosenSchedule = Pick<
  AgentSchedule,
  'prompt' | 'at' | 'weekday' | 'time_zone' | 'points_limit'
>

/** Switches the schedule on or changes it; null switches it off. */
export const useSaveSchedule = (agentId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (schedule: ChosenSchedule | null) =>
      api.callForData(scheduleAgent, {
        params: { id: agentId },
        body: { schedule },
      }),
    onSuccess: (data) => {
      queries.setQueryData(scheduleKey(agentId), data)
      // The list names each agent's next run.
      return queries.invalidateQueries({ queryKey: AGENTS_KEY, exact: true })
    },
  })
}
