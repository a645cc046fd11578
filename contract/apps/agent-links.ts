import * as z from 'zod/mini'
import { named } from '#contract/described.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParams } from '#contract/ids.ts'
import { BIG_READ, CHANGE, READ } from '#contract/limits.ts'
import { statusEnvelope } from '#contract/lists.ts'
import { AgentTool } from './agents.ts'

export const readAgentLink = endpoint({
  name: 'readAgentLink',
  method: 'GET',
  path: '/apps/agents/{id}/link',
  summary: 'Say whether an agent has a link, and since when',
  limits: READ,
  params: IdParams,
  response: statusEnvelope(z.object({ created_at: z.nullable(z.string()) })),
})

export const createAgentLink = endpoint({
  name: 'createAgentLink',
  method: 'POST',
  path: '/apps/agents/{id}/link',
  summary: 'Make a link by which anyone signed in can read and copy an agent; an earlier one ends',
  limits: CHANGE,
  params: IdParams,
  /** The token is only here: the server keeps its hash. */
  response: statusEnvelope(z.object({ token: z.string(), created_at: z.string() })),
})

export const deleteAgentLink = endpoint({
  name: 'deleteAgentLink',
  method: 'DELETE',
  path: '/apps/agents/{id}/link',
  summary: 'End the link of an agent',
  limits: CHANGE,
  params: IdParams,
  response: z.object({}),
})

/** All that an agent does, without its owner, chats and schedule. Secrets in its texts are removed. */
const SharedAgent = named(
  'SharedAgent',
  z.object({
    name: z.string(),
    logo: z.string(),
    description: z.string(),
    instructions: z.string(),
    suggested_questions: z.array(z.string()),
    tools: z.array(z.extend(AgentTool, { is_installed: z.boolean() })),
    /** Tools of the owner's private servers or of apps that are gone; a copy has them not. */
    omitted_tools: z.int(),
  }),
)
export type SharedAgent = z.infer<typeof SharedAgent>

export const sharedAgent = endpoint({
  name: 'sharedAgent',
  method: 'GET',
  path: '/apps/agents/shared/{token}',
  summary: 'A shared agent, as `create_agent` can copy it',
  limits: BIG_READ,
  params: z.object({ token: Id }),
  response: statusEnvelope(SharedAgent),
})
