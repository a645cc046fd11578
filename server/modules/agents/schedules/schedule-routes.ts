import type { FastifyInstance } from 'fastify'
import { getAgentSchedule, scheduleAgent } from '#contract/apps/agent-schedules.ts'
import { route, success } from '#server/http/route.ts'
import type { Schedules } from './schedules.ts'

export function registerScheduleRoutes(app: FastifyInstance, schedules: Schedules): void {
  route(app, getAgentSchedule, async ({ user, params }) =>
    success(await schedules.read(user.id, params.id)),
  )
  route(app, scheduleAgent, async ({ user, params, body }) =>
    success(await schedules.save(user.id, params.id, body.schedule)),
  )
}
