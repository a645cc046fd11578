import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from '#contract/error.ts'
import { DELETE_ONE, GET_ONE, Id, IdParams } from './ids.ts'
import { CHANGE, SHARED } from './limits.ts'
import { statusEnvelope } from './lists.ts'

/** Returns the calls by which an owner reads, creates and ends the one link of an entry. */
export const createLinkEndpoints = ({
  name,
  path,
  summaries,
  createErrors = [],
}: {
  /** UpperCamelCase, such as `ReportLink`. */
  name: string
  path: `/${string}/{id}/link`
  summaries: { read: string; create: string; end: string }
  createErrors?: readonly ErrorCode[]
}) => ({
  read: endpoint({
    name: `read${name}`,
    path,
    summary: summaries.read,
    ...GET_ONE,
    response: statusEnvelope(z.object({ created_at: z.nullable(z.string()) })),
  }),
  create: endpoint({
    name: `create${name}`,
    method: 'POST',
    path,
    summary: summaries.create,
    limits: CHANGE,
    errors: createErrors,
    params: IdParams,
    /** The token is only here: the server keeps its hash. */
    response: statusEnvelope(z.object({ token: z.string(), created_at: z.string() })),
  }),
  end: endpoint({
    name: `delete${name}`,
    path,
    summary: summaries.end,
    ...DELETE_ONE,
    response: z.object({}),
  }),
})

/** Members of endpoints that show a result to anyone with its link. `CONFLICT`: it is not finished or has no such part. */
export const GET_SHARED = {
  auth: false,
  limits: SHARED,
  errors: ['CONFLICT'],
  params: z.object({ token: Id }),
} as const
