import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { IdParams } from './ids.ts'
import { statusEnvelope } from './lists.ts'

const ResearchStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])

export const startResearch = endpoint({
  name: 'startResearch',
  method: 'POST',
  path: '/research',
  summary: 'Gather sources on a question and digest them with citations; one POINT',
  status: 202,
  idempotent: true,
  body: z.object({ query: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) }),
  response: statusEnvelope(
    z.looseObject({ id: z.string(), research_id: z.string(), status: ResearchStatus }),
  ),
})

export const getResearch = endpoint({
  name: 'getResearch',
  method: 'GET',
  path: '/research/{id}',
  summary: 'A digest and its evidence',
  params: IdParams,
  response: statusEnvelope(
    z.looseObject({ id: z.string(), query: z.string(), status: ResearchStatus }),
  ),
})

export const researchEvents = endpoint({
  name: 'researchEvents',
  method: 'GET',
  path: '/research/{id}/events',
  summary: 'Live view of the sources answering',
  kind: 'events',
  params: IdParams,
  response: z.looseObject({ type: z.string(), seq: z.number() }),
})
