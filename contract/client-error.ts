import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CRASH_REPORT } from './limits.ts'

/** Longest message, stack and path of a crash report; a browser cuts what is longer. */
export const CLIENT_ERROR_LENGTHS = {
  message: 1_000,
  stack: 8_000,
  path: 300,
  version: 60,
} as const

export const reportClientError = endpoint({
  name: 'reportClientError',
  method: 'POST',
  path: '/client-errors',
  summary: "Report a crash of the page; it goes to the server's log only",
  auth: false,
  limits: CRASH_REPORT,
  status: 202,
  body: z.object({
    message: z.string().check(z.maxLength(CLIENT_ERROR_LENGTHS.message)),
    stack: z.string().check(z.maxLength(CLIENT_ERROR_LENGTHS.stack)),
    component_stack: z.string().check(z.maxLength(CLIENT_ERROR_LENGTHS.stack)),
    /** Without query and fragment. */
    path: z.string().check(z.maxLength(CLIENT_ERROR_LENGTHS.path)),
    version: z.string().check(z.maxLength(CLIENT_ERROR_LENGTHS.version)),
  }),
  response: z.object({ success: z.boolean() }),
})

/** Returns the text without tokens and without the query or fragment of any address in it. */
export const withoutSecrets = (text: string): string =>
  text
    .replaceAll(/\beyJ[\w-]*\.[\w-]+\.[\w-]*/g, '[token]')
    .replaceAll(
      /\b(bearer|token|password|secret|key)(["']?\s*[=:]?\s+|["']?[=:])\S+/gi,
      '$1 [hidden]',
    )
    .replaceAll(/((?:https?:\/\/|\/)[^\s?#()]*)[?#][^\s()]*/g, '$1')
