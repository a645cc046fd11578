import type { FastifyInstance } from 'fastify'
import { addAgentFile, deleteAgentFile, listAgentFiles } from '#contract/apps/agent-files.ts'
import { route, success } from '#server/http/route.ts'
import type { AgentFiles } from './agent-files.ts'

export function registerAgentFileRoutes(app: FastifyInstance, files: AgentFiles): void {
  route(app, listAgentFiles, async ({ user, params }) =>
    success(await files.list(user.id, params.id)),
  )
  route(app, addAgentFile, async ({ user, params, body }) =>
    success(await files.add(user.id, params.id, body)),
  )
  route(app, deleteAgentFile, async ({ user, params }) => {
    await files.remove(user.id, params.id, params.file_id)
    return success({ success: true })
  })
}
