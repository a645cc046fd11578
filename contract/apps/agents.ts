import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { DELETE_ONE, GET_ONE, Id, IdParams } from '#contract/endpoint/ids.ts'
import { CHANGE, DRAFT, READ } from '#contract/endpoint/limits.ts'
import { entriesOf, IdText, lenient, nameOr } from '#contract/endpoint/lenient.ts'
import { listEnvelope, statusEnvelope } from '#contract/endpoint/lists.ts'
import { named, namedObject } from '#contract/endpoint/described.ts'

const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Give the agent a name'),
    z.maxLength(80, 'Use at most 80 characters'),
  )
const Description = z.string().check(z.maxLength(500, 'Use at most 500 characters'))
const Instructions = z.string().check(z.maxLength(8_000, 'Use at most 8,000 characters'))
/** Empty, an emoji, or a PNG, JPEG or WebP image as a data URL. */
const Logo = z.string().check(z.maxLength(200_000))
const Questions = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(300, 'Use at most 300 characters')))
  .check(z.maxLength(12, 'Use at most 12 questions'))
/** Names of tools of installed apps: `app__tool`. */
const Tools = z
  .array(z.string().check(z.regex(/^[\w-]{1,64}$/, 'must be the name of a tool')))
  .check(z.maxLength(64))

/** Users can't say how a process is started. */
const NO_PROCESS = {
  command: z.optional(z.never()),
  args: z.optional(z.never()),
  env: z.optional(z.never()),
  cwd: z.optional(z.never()),
  mcpServers: z.optional(z.never()),
}

export const AgentDefinition = namedObject('AgentDefinition', {
  ...NO_PROCESS,
  name: Name,
  description: z._default(Description, ''),
  instructions: z._default(Instructions, ''),
  logo: z._default(Logo, ''),
  suggested_questions: z._default(Questions, []),
  tools: z._default(Tools, []),
})
export type AgentDefinition = z.infer<typeof AgentDefinition>

/** Absent members stay unchanged. */
const AgentChanges = z.object({
  ...NO_PROCESS,
  /** `false` saves a preview as an agent. */
  is_preview: z.optional(z.literal(false)),
  name: z.optional(Name),
  description: z.optional(Description),
  instructions: z.optional(Instructions),
  logo: z.optional(Logo),
  suggested_questions: z.optional(Questions),
  tools: z.optional(Tools),
})

export const UserAgent = named(
  'UserAgent',
  z.looseObject({
    id: IdText,
    name: nameOr('Unnamed agent'),
    logo: lenient(z.string()),
    description: lenient(z.string()),
    suggested_questions: lenient(entriesOf(z.string())),
    instructions: lenient(z.string()),
    tools: lenient(entriesOf(z.string())),
    created_at: lenient(z.string()),
    updated_at: lenient(z.string()),
    /** ISO 8601, only in the list; null while it has no schedule. */
    next_run_at: lenient(z.string()),
  }),
)
export type UserAgent = z.infer<typeof UserAgent>

const Saved = z.object({
  status: z.optional(z.literal('success')),
  data: z.extend(UserAgent, { agent_id: z.optional(IdText) }),
  error: lenient(z.string()),
})

export const createAgent = endpoint({
  name: 'createAgent',
  method: 'POST',
  path: '/apps/create_agent',
  summary: 'Save an agent of one’s own',
  limits: CHANGE,
  caps: ['agents'],
  /** A preview is only tried out: no list has it, and it is deleted after a day. */
  body: z.extend(AgentDefinition, {
    is_preview: z._default(z.boolean(), false),
    /** The saved agent whose files a preview quotes. */
    preview_of: z.optional(Id),
  }),
  errors: ['NOT_FOUND'],
  response: Saved,
})

export const listAgents = endpoint({
  name: 'listAgents',
  path: '/apps/agents',
  summary: 'The user’s own agents',
  limits: READ,
  response: listEnvelope(UserAgent),
})

export const updateAgent = endpoint({
  name: 'updateAgent',
  method: 'PATCH',
  path: '/apps/agents/{id}',
  summary: 'Change an agent',
  limits: CHANGE,
  params: IdParams,
  body: AgentChanges,
  response: Saved,
})

export const deleteAgent = endpoint({
  name: 'deleteAgent',
  path: '/apps/agents/{id}',
  summary: 'Delete an agent',
  ...DELETE_ONE,
  response: statusEnvelope(z.object({ success: z.boolean() })),
})

const AgentVersion = namedObject('AgentVersion', {
  id: z.string(),
  /** ISO 8601. */
  replaced_at: z.string(),
  definition: z.object({
    name: z.string(),
    logo: z.string(),
    description: z.string(),
    instructions: z.string(),
    suggested_questions: z.array(z.string()),
    tools: z.array(z.string()),
  }),
})
export type AgentVersion = z.infer<typeof AgentVersion>

export const listAgentVersions = endpoint({
  name: 'listAgentVersions',
  path: '/apps/agents/{id}/versions',
  summary: 'Earlier versions of an agent, newest first; saving one again restores it',
  ...GET_ONE,
  response: statusEnvelope(z.array(AgentVersion)),
})

export const draftAgent = endpoint({
  name: 'draftAgent',
  method: 'POST',
  path: '/apps/agents/draft',
  summary: 'A first definition made from an idea',
  limits: DRAFT,
  body: z.object({ idea: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)) }),
  /** `engine` is the model that wrote the draft, or `rules`. */
  response: statusEnvelope(z.extend(AgentDefinition, { engine: z.string() })),
})

export const AgentTool = namedObject('AgentTool', {
  /** As in `AgentDefinition.tools`. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** True if it changes something; such tools ask first. */
  writes: z.boolean(),
  app: z.object({ id: z.string(), name: z.string() }),
})
export type AgentTool = z.infer<typeof AgentTool>

export const listAgentTools = endpoint({
  name: 'listAgentTools',
  path: '/apps/agents/tools',
  summary: 'The tools that one’s agents may be given: those of the installed apps',
  limits: READ,
  response: statusEnvelope(z.array(AgentTool)),
})
