import type { FastifyInstance } from 'fastify'
import {
  createAgent,
  deleteAgent,
  draftAgent,
  listAgents,
  listAgentTools,
  listAgentVersions,
  updateAgent,
} from '#contract/apps/agents.ts'
import {
  createAgentLink,
  deleteAgentLink,
  readAgentLink,
  sharedAgent,
} from '#contract/apps/agent-links.ts'
import { route, success } from '#server/http/route.ts'
import type { Agents } from './agents.ts'

export function registerAgentRoutes(
  app: FastifyInstance,
  {
    service,
    shared,
    draft,
    describeTools,
  }: Pick<Agents, 'service' | 'shared' | 'draft' | 'describeTools'>,
): void {
  route(app, createAgent, async ({ user, body }) => success(await service.create(user.id, body)))
  route(app, listAgents, async ({ user }) => success(await service.list(user.id)))
  route(app, listAgentTools, async ({ user }) => success(await describeTools(user.id)))
  route(app, draftAgent, async ({ user, body, signal }) =>
    success(await draft(user.id, body.idea, signal)),
  )
  route(app, updateAgent, async ({ user, params, body }) =>
    success(await service.update(user.id, params.id, body)),
  )
  route(app, listAgentVersions, async ({ user, params }) =>
    success(await service.listVersions(user.id, params.id)),
  )
  route(app, deleteAgent, async ({ user, params }) => {
    await service.remove(user.id, params.id)
    return success({ success: true })
  })
  route(app, readAgentLink, async ({ user, params }) =>
    success({ created_at: await shared.findLinkTime(user.id, params.id) }),
  )
  route(app, createAgentLink, async ({ user, params }) =>
    success(await shared.createLink(user.id, params.id)),
  )
  route(app, deleteAgentLink, async ({ user, params }) => {
    await shared.deleteLink(user.id, params.id)
    return {}
  })
  route(app, sharedAgent, async ({ user, params }) =>
    success(await shared.read(user.id, params.token)),
  )
}
