import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { DELETE_ONE, IdParams } from '#contract/endpoint/ids.ts'
import { CHANGE, OUTSIDE_CALL } from '#contract/endpoint/limits.ts'
import { statusEnvelope } from '#contract/endpoint/lists.ts'
import { ReviewFinding, StoreAppDetail, ToolChange, ToolChoice } from './apps.ts'

const ServerAddress = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(2_000),
  z.refine((text) => {
    const protocol = URL.parse(text)?.protocol
    return protocol === 'https:' || protocol === 'http:'
  }, 'must be an address that begins with https://'),
)

export const addOwnApp = endpoint({
  name: 'addOwnApp',
  method: 'POST',
  path: '/apps/custom',
  summary: 'Add an MCP server for oneself: connect to it, inspect its tools, pin and install them',
  limits: OUTSIDE_CALL,
  caps: ['ownApps'],
  errors: ['FORBIDDEN', 'ADDRESS_NOT_ALLOWED', 'APP_NOT_APPROVED', 'APP_UNREACHABLE'],
  body: z.object({
    url: ServerAddress,
    name: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    /** The key of the server, sent as `Bearer …` unless the text names another scheme. */
    authorization: z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(4_096),
          z.regex(/^[\x20-\x7e]*$/, 'must be one line of visible ASCII characters'),
        ),
    ),
    /** Name of the request header that carries the key; `Authorization` if absent. */
    header: z.optional(z.string().check(z.maxLength(64))),
  }),
  /** The same address returns the same app. An app without tools waits for a sign-in or a key. */
  response: statusEnvelope(StoreAppDetail),
})

export const checkOwnApp = endpoint({
  name: 'checkOwnApp',
  method: 'POST',
  path: '/apps/custom/{id}/check',
  summary: 'Inspect the tools of one’s own server again, and accept them if they changed',
  limits: OUTSIDE_CALL,
  errors: ['FORBIDDEN', 'ADDRESS_NOT_ALLOWED', 'APP_NOT_APPROVED', 'APP_UNREACHABLE', 'CONFLICT'],
  params: IdParams,
  /** `accept` is the pin of the tools that the user has seen. */
  body: z.object({ accept: z.optional(z.string().check(z.maxLength(100))) }),
  response: statusEnvelope(
    z.object({
      pin: z.string(),
      /** False while the tools differ from the accepted ones. */
      is_current: z.boolean(),
      latency_ms: z.number(),
      changes: z.array(ToolChange),
      findings: z.array(ReviewFinding),
      app: StoreAppDetail,
    }),
  ),
})

export const setToolChoices = endpoint({
  name: 'setToolChoices',
  method: 'PUT',
  path: '/apps/tools/{id}',
  summary: 'Choose which tools of an installed app ask first, always run or are blocked',
  limits: CHANGE,
  params: IdParams,
  body: z.object({
    choices: z
      .record(z.string().check(z.maxLength(64)), ToolChoice)
      .check(
        z.refine((choices) => Object.keys(choices).length <= 64, 'must name at most 64 tools'),
      ),
  }),
  response: statusEnvelope(StoreAppDetail),
})

export const removeOwnApp = endpoint({
  name: 'removeOwnApp',
  path: '/apps/custom/{id}',
  summary: 'Remove a server that one has added, with its key',
  ...DELETE_ONE,
  response: statusEnvelope(z.object({ success: z.boolean() })),
})
