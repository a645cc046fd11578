import * as z from 'zod/mini'
import { namedObject } from '#contract/endpoint/described.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { DELETE_ONE, GET_ONE, Id, IdParams } from '#contract/endpoint/ids.ts'
import { LASTING } from '#contract/endpoint/limits.ts'
import { statusEnvelope } from '#contract/endpoint/lists.ts'

/** Limits of the files that an agent can quote. */
export const FILE_LIMITS = { perAgent: 10, perUser: 100, characters: 100_000, name: 120 } as const

const AgentFile = namedObject('AgentFile', {
  id: z.string(),
  name: z.string(),
  characters: z.int(),
  /** ISO 8601. */
  added_at: z.string(),
})
export type AgentFile = z.infer<typeof AgentFile>

export const listAgentFiles = endpoint({
  name: 'listAgentFiles',
  path: '/apps/agents/{id}/files',
  summary: 'The files that an agent can quote, by name',
  ...GET_ONE,
  response: statusEnvelope(z.array(AgentFile)),
})

export const addAgentFile = endpoint({
  name: 'addAgentFile',
  method: 'POST',
  path: '/apps/agents/{id}/files',
  summary: 'Give an agent a text file to quote; a file of the same name is replaced',
  limits: LASTING,
  params: IdParams,
  body: z.object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Give the file a name'),
        z.maxLength(FILE_LIMITS.name, 'Use at most 120 characters'),
      ),
    text: z
      .string()
      .check(
        z.minLength(1, 'The file is empty'),
        z.maxLength(FILE_LIMITS.characters, 'Use at most 100,000 characters'),
      ),
  }),
  response: statusEnvelope(AgentFile),
})

export const deleteAgentFile = endpoint({
  name: 'deleteAgentFile',
  path: '/apps/agents/{id}/files/{file_id}',
  summary: 'Take a file away from an agent',
  ...DELETE_ONE,
  params: z.object({ id: Id, file_id: Id }),
  response: statusEnvelope(z.object({ success: z.boolean() })),
})
