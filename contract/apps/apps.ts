import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { DELETE_ONE, GET_ONE, Id, IdParams } from '#contract/endpoint/ids.ts'
import { APP_SIGN_IN, CHANGE, OUTSIDE_CALL, PUBLIC, READ } from '#contract/endpoint/limits.ts'
import {
  entriesOf,
  IdText,
  lenient,
  lenientNumber,
  nameOr,
  withFallback,
} from '#contract/endpoint/lenient.ts'
import { listEnvelope, statusEnvelope } from '#contract/endpoint/lists.ts'
import { named, namedObject } from '#contract/endpoint/described.ts'

const Text = z.string().check(z.maxLength(256))

export const Category = namedObject('AppCategory', { id: IdText, name: z.string() })
export type Category = z.infer<typeof Category>

const QuestionModule = namedObject('QuestionModule', {
  title: withFallback(z.string(), ''),
  content: z.string(),
  icon: lenient(z.string()),
})

/** Questions as plain texts, or in modules with a welcome text. The parsed value always has modules. */
const SuggestedQuestions = named(
  'SuggestedQuestions',
  z.pipe(
    z.pipe(
      z.union([
        z.array(z.string()),
        z.object({
          welcomeDescription: lenient(z.string()),
          modules: lenient(entriesOf(QuestionModule)),
        }),
      ]),
      z.transform((asked) =>
        Array.isArray(asked)
          ? { modules: asked.map((content) => ({ title: '', content, icon: null })) }
          : asked,
      ),
    ),
    z.object({
      welcomeDescription: z.nullish(z.string()),
      modules: z.nullish(z.array(QuestionModule)),
    }),
  ),
)

export const StoreApp = named(
  'StoreApp',
  z.looseObject({
    id: IdText,
    name: nameOr('Unnamed app'),
    description: lenient(z.string()),
    icon: lenient(z.string()),
    /** Null: apps have no ratings yet. */
    rating: lenientNumber,
    downloads: lenientNumber,
    detailUrl: lenient(z.string()),
    installed: lenient(z.boolean()),
    /** ISO 8601; null unless installed. */
    installDate: lenient(z.string()),
    audit_status: lenient(z.string()),
    appType: lenient(z.string()),
    /** True for an installed app that is no longer approved. */
    is_disabled: lenient(z.boolean()),
    category: lenient(z.string()),
    publisher: lenient(z.string()),
    /** True for a server that the user has added. Other users do not see it. */
    is_own: lenient(z.boolean()),
    /** True if it asks for a key or a sign-in. */
    needs_key: lenient(z.boolean()),
    suggested_questions: lenient(SuggestedQuestions),
  }),
)
export type StoreApp = z.infer<typeof StoreApp>

export const ReviewFinding = namedObject('ReviewFinding', {
  severity: z.enum(['warn', 'block']),
  tool: z.nullable(z.string()),
  text: z.string(),
})

export const ToolChange = namedObject('ToolChange', {
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  /** Members of the tool that differ. */
  fields: z.array(z.string()),
})

/** Whether a tool asks before it runs. Tools that change something cannot have `always`. */
export const ToolChoice = z.enum(['ask', 'always', 'block'])
export type ToolChoice = z.infer<typeof ToolChoice>

const AppTool = namedObject('AppTool', {
  name: z.string(),
  title: z.nullable(z.string()),
  description: z.string(),
  /** True if it changes something, by the review; such tools ask first. Null before a review. */
  writes: z.nullable(z.boolean()),
  /** JSON schema; null before a review. */
  input_schema: z.nullable(z.record(z.string(), z.unknown())),
  choice: lenient(ToolChoice),
  /** Why its description is not shown to a model. */
  warning: lenient(z.string()),
})

const AuditEntry = namedObject('AuditEntry', {
  event: z.enum(['added', 'audited', 'approved', 'rejected', 'suspended', 'changed']),
  status: z.string(),
  actor: z.enum(['product', 'operator']),
  note: z.string(),
  at: z.string(),
  /** Hash of the tools at that time; null if they were not listed. */
  pin: z.nullable(z.string()),
  findings: z.array(ReviewFinding),
  changes: z.array(ToolChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const StoreAppDetail = named(
  'StoreAppDetail',
  z.extend(StoreApp, {
    publisher_url: z.nullable(z.string()),
    licence: z.nullable(z.string()),
    server: z.object({
      /** `local` runs on the server's machine, `built_in` is a part of the product. */
      kind: z.enum(['remote', 'local', 'built_in']),
      /** Null unless remote. */
      url: z.nullable(z.string()),
    }),
    /** `announced` by the publisher, until a review. */
    tools_source: z.enum(['reviewed', 'announced']),
    tools: z.array(AppTool),
    permissions: z.array(z.object({ id: z.string(), text: z.string() })),
    /** Hashes of the reviewed tools, and of those at the time of the install. */
    pins: z.object({ reviewed: z.nullable(z.string()), installed: z.nullable(z.string()) }),
    /** Null if the app needs neither a key nor a sign-in. */
    authorization: z.nullable(
      z.object({
        label: z.string(),
        required: z.boolean(),
        /** True with a key or a sign-in. */
        is_set: z.boolean(),
        can_sign_in: z.boolean(),
        is_signed_in: z.boolean(),
      }),
    ),
    audit_history: z.array(AuditEntry),
  }),
)
export type StoreAppDetail = z.infer<typeof StoreAppDetail>

export const listCategories = endpoint({
  name: 'listCategories',
  path: '/apps/categories',
  summary: 'Categories of the app store',
  limits: READ,
  response: statusEnvelope(entriesOf(Category)),
})

export const listApps = endpoint({
  name: 'listApps',
  path: '/apps',
  summary: 'Apps of the store, of one category or all, and the installed ones',
  limits: READ,
  query: z.object({ category: z.optional(Text) }),
  response: statusEnvelope(
    z.object({ app_list: entriesOf(StoreApp), installed_apps: entriesOf(StoreApp) }),
  ),
})

export const getApp = endpoint({
  name: 'getApp',
  path: '/apps/{id}',
  summary: 'One app with its tools, permissions, publisher, pins and audit history',
  ...GET_ONE,
  response: statusEnvelope(StoreAppDetail),
})

const Step = namedObject('InstallStep', {
  step: z.enum(['connect', 'list_tools', 'pin']),
  text: z.string(),
})

export const installApp = endpoint({
  name: 'installApp',
  method: 'POST',
  path: '/apps/install',
  summary: 'Install an approved app: connect to its server, list its tools, pin them',
  limits: OUTSIDE_CALL,
  errors: ['APP_NOT_APPROVED', 'NOT_FOUND', 'APP_UNREACHABLE'],
  body: z.strictObject({ appId: Id }),
  response: statusEnvelope(
    z.object({ success: z.boolean(), app: lenient(StoreApp), steps: lenient(z.array(Step)) }),
  ),
})

export const uninstallApp = endpoint({
  name: 'uninstallApp',
  method: 'POST',
  path: '/apps/uninstall',
  summary: 'Uninstall an app; running calls end, and the key given for it is deleted',
  limits: CHANGE,
  errors: ['NOT_FOUND'],
  body: z.strictObject({ appId: Id }),
  response: statusEnvelope(z.object({ success: z.boolean() })),
})

export const setAppAuthorization = endpoint({
  name: 'setAppAuthorization',
  method: 'PUT',
  path: '/apps/authorization/{id}',
  summary: 'Keep a key of one’s own for an app; it is never given out again',
  limits: OUTSIDE_CALL,
  errors: ['APP_NOT_APPROVED'],
  params: IdParams,
  body: z.strictObject({
    value: z.string().check(
      z.trim(),
      z.minLength(1),
      z.maxLength(4_096),
      // The characters of one header value (RFC 9110), so that it can't begin another header.
      z.regex(/^[\x21-\x7e]+$/, 'must be one word of visible ASCII characters'),
    ),
  }),
  /** `masked` is the end of the key. */
  response: statusEnvelope(z.object({ is_set: z.boolean(), masked: z.string() })),
})

export const deleteAppAuthorization = endpoint({
  name: 'deleteAppAuthorization',
  path: '/apps/authorization/{id}',
  summary: 'Delete one’s key for an app, or sign out of the service behind it',
  ...DELETE_ONE,
  response: statusEnvelope(z.object({ is_set: z.boolean() })),
})

export const startAppSignIn = endpoint({
  name: 'startAppSignIn',
  method: 'POST',
  path: '/apps/sign-in/{id}',
  summary: 'Begin to sign in at the service behind an app, in this browser',
  limits: APP_SIGN_IN,
  errors: ['APP_NOT_APPROVED', 'APP_UNREACHABLE'],
  params: IdParams,
  response: statusEnvelope(
    z.object({
      authorization_url: z.string(),
      host: z.string(),
      /** In seconds. */
      expires_in: z.number(),
    }),
  ),
})

const Returned = z.optional(z.string().check(z.maxLength(4_096)))

export const finishAppSignIn = endpoint({
  name: 'finishAppSignIn',
  path: '/apps/oauth/callback',
  summary: 'Where a service sends the browser back to after signing in; answers a page',
  auth: false,
  kind: 'file',
  limits: PUBLIC,
  query: z.object({ state: Returned, code: Returned, iss: Returned, error: Returned }),
  response: z.string(),
})

export const oauthClientDocument = endpoint({
  name: 'oauthClientDocument',
  path: '/apps/oauth/client.json',
  summary: 'What the product says of itself to services that people sign in to',
  auth: false,
  limits: PUBLIC,
  response: z.looseObject({ client_id: z.string() }),
})

export const AppServer = named(
  'AppServer',
  z.looseObject({
    id: IdText,
    name: nameOr('Unnamed server'),
    /** `connected`, `failed`, `changed`, or `unknown` before the first connection. */
    status: withFallback(z.string(), 'unknown'),
    audit_status: lenient(z.string()),
    installed: lenient(z.boolean()),
    protocol: lenient(z.string()),
    tools: lenient(z.number()),
    latency_ms: lenient(z.number()),
    last_error: lenient(z.string()),
    checked_at: lenient(z.string()),
  }),
)
export type AppServer = z.infer<typeof AppServer>

export const listServers = endpoint({
  name: 'listServers',
  path: '/apps/servers',
  summary: 'Connection, protocol, tools and last error of each app server, as last met',
  limits: READ,
  response: listEnvelope(AppServer),
})
