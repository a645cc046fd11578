import * as z from 'zod/mini'
import { namedObject } from '#contract/endpoint/described.ts'
import { createLinkEndpoints } from '#contract/endpoint/link-endpoints.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { Id } from '#contract/endpoint/ids.ts'
import { BIG_READ } from '#contract/endpoint/limits.ts'
import { statusEnvelope } from '#contract/endpoint/lists.ts'
import { AgentTool } from './agents.ts'

export const agentLink = createLinkEndpoints({
  name: 'AgentLink',
  path: '/apps/agents/{id}/link',
  summaries: {
    read: 'Say whether an agent has a link, and since when',
    create: 'Make a link by which anyone signed in can read and copy an agent; an earlier one ends',
    end: 'End the link of an agent',
  },
})
export const readAgentLink = agentLink.read
export const createAgentLink = agentLink.create
export const deleteAgentLink = agentLink.end

/** The definition of an agent, without its owner, chats and schedule. Secrets in its texts are removed. */
const SharedAgent = namedObject('SharedAgent', {
  name: z.string(),
  logo: z.string(),
  description: z.string(),
  instructions: z.string(),
  suggested_questions: z.array(z.string()),
  tools: z.array(z.extend(AgentTool, { is_installed: z.boolean() })),
  /** Tools of the owner's private servers or of removed apps, which a copy does not get. */
  omitted_tools: z.int(),
})
export type SharedAgent = z.infer<typeof SharedAgent>

export const sharedAgent = endpoint({
  name: 'sharedAgent',
  path: '/apps/agents/shared/{token}',
  summary: 'A shared agent, as `create_agent` can copy it',
  limits: BIG_READ,
  params: z.object({ token: Id }),
  response: statusEnvelope(SharedAgent),
})
