import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { IdParams } from './ids.ts'
import { statusEnvelope } from './lists.ts'

/** What a user writes of an agent of their own; a draft has the same shape and can be posted unchanged. */
export const AgentDefinition = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  description: z._default(z.string().check(z.maxLength(500)), ''),
  instructions: z._default(z.string().check(z.maxLength(8000)), ''),
  logo: z._default(z.string().check(z.maxLength(200_000)), ''),
  suggested_questions: z._default(
    z.array(z.string().check(z.maxLength(300))).check(z.maxLength(12)),
    [],
  ),
  tools: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(64)), []),
})
export type AgentDefinition = z.infer<typeof AgentDefinition>

export const UserAgent = z.looseObject({
  id: z.string(),
  name: z.string(),
  logo: z.nullish(z.string()),
  description: z.nullish(z.string()),
  suggested_questions: z.nullish(z.array(z.string())),
})
export type UserAgent = z.infer<typeof UserAgent>

const Saved = statusEnvelope(z.looseObject({ id: z.string(), agent_id: z.optional(z.string()) }))

export const createAgent = endpoint({
  name: 'createAgent',
  method: 'POST',
  path: '/apps/create_agent',
  summary: 'Save an agent of one’s own',
  body: AgentDefinition,
  response: Saved,
})

export const listAgents = endpoint({
  name: 'listAgents',
  method: 'GET',
  path: '/apps/agents',
  summary: 'The user’s own agents',
  response: statusEnvelope(z.array(UserAgent)),
})

export const updateAgent = endpoint({
  name: 'updateAgent',
  method: 'PATCH',
  path: '/apps/agents/{id}',
  summary: 'Change an agent',
  params: IdParams,
  body: z.partial(AgentDefinition),
  response: Saved,
})

export const deleteAgent = endpoint({
  name: 'deleteAgent',
  method: 'DELETE',
  path: '/apps/agents/{id}',
  summary: 'Delete an agent',
  params: IdParams,
  response: z.object({ status: z.literal('success') }),
})

export const draftAgent = endpoint({
  name: 'draftAgent',
  method: 'POST',
  path: '/apps/agents/draft',
  summary: 'A first definition made from an idea',
  body: z.object({ idea: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)) }),
  response: statusEnvelope(AgentDefinition),
})
