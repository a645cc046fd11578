import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { CRASH_REPORT } from '#contract/endpoint/limits.ts'

/** Maximum lengths in characters. The browser cuts longer texts. */
export const CLIENT_ERROR_LENGTHS = {
  message: 1_000,
  stack: 4_000,
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
    path: z.string().check(z.maxLength(CLIENT_ERROR_LENGTHS.path)),
    version: z.string().check(z.maxLength(CLIENT_ERROR_LENGTHS.version)),
  }),
  response: z.object({ success: z.boolean() }),
})

const withoutQuery = (word: string): string => {
  const slash = word.indexOf('/')
  const end = slash === -1 ? -1 : word.slice(slash).search(/[?#]/)
  return end === -1 ? word : word.slice(0, slash + end)
}

/** Returns the text without passwords, tokens, keys and queries of addresses. Takes linear time. */
export const removeSecrets = (text: string): string =>
  text
    .replaceAll(/eyJ[\w.-]+/g, '[token]')
    .replaceAll(
      /(token|password|secret|key)(["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"',;)}]{1,500}/gi,
      '$1$2[hidden]',
    )
    .replaceAll(/(bearer\s{1,3})\S{1,500}/gi, '$1[hidden]')
    .replaceAll(/[^\s()]+/g, withoutQuery)
    .replaceAll(/[\w-]{24,}/g, (word) => (/\d/.test(word) ? '[hidden]' : word))
