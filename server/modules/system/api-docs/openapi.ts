import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint/endpoint.ts'
import { ERROR_STATUS, ErrorBody } from '#contract/error.ts'
import { API_PREFIX, isAbsent } from '#server/http/route.ts'
import { createComponents, type Components, type JsonSchema } from './components.ts'
import { buildErrorResponses } from './error-responses.ts'
import { EXAMPLES, type Example } from './examples.ts'

/** Groups of endpoints: the first segments of their paths, a name, and the purpose of the group. */
const TAGS = [
  { segments: ['auth'], name: 'Accounts', description: 'Sign-in, sessions, wallets, password' },
  { segments: ['web3'], name: 'Payments', description: 'Orders, balances, histories' },
  { segments: ['analysis'], name: 'Analysis', description: 'CA Analysis and Wallet Finder' },
  {
    segments: ['research', 'research-topics', 'research-sources', 'research-focuses'],
    name: 'Research',
    description: 'Cited digests',
  },
  { segments: ['runs'], name: 'Runs', description: 'Runs of every paid tool' },
  {
    segments: ['chats', 'tool-results', 'chat-model'],
    name: 'Chats',
    description: 'Chats and their tools',
  },
  { segments: ['apps'], name: 'Apps', description: 'The app store, and agents of users' },
  {
    segments: ['desktop'],
    name: 'Desktop',
    description: 'The desktop that a user keeps in every browser',
  },
  {
    segments: ['calendar'],
    name: 'Calendar',
    description: 'Events of a user, and events read from words',
  },
  { segments: ['config', 'client-errors'], name: 'System', description: 'For the browser' },
] as const

const DESCRIPTION = `Sign in with \`login\` or \`walletLogin\` and send the access token as bearer token; it lasts ten
minutes, and \`refresh\` returns the next one.

Every failure has the body \`Error\`: \`code\` is for programs, \`message\` for people. Amounts in lamports are whole
numbers; 1 SOL is 1,000,000,000 lamports, and 1 POINT is 0.01 SOL.`

/** Returns an OpenAPI 3.1 document of the endpoints, in order of path. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { title }: { title: string },
): JsonSchema {
  const components = createComponents()
  components.refer(ErrorBody, 'output', 'Error')
  components.schemas.Error = withCodes(components.schemas.Error)
  const paths: Record<string, JsonSchema> = {}
  for (const endpoint of endpoints.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const path = `${API_PREFIX}${endpoint.path}`
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: buildOperation(endpoint, components),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: components.schemas,
      responses: components.responses,
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: '`access_token` of a sign-in',
        },
      },
    },
  }
}

/** Clients read the code as text, so that a new one does not break them; the document lists all of them. */
function withCodes(schema: JsonSchema | undefined): JsonSchema {
  const properties = schema?.properties as JsonSchema
  const code = { type: 'string', enum: Object.keys(ERROR_STATUS) }
  return { ...schema, properties: { ...properties, code } }
}

function buildOperation(endpoint: Endpoint, components: Components): JsonSchema {
  const { name, summary, auth, body, response, status, kind } = endpoint
  const example = EXAMPLES[name]
  const base = name.charAt(0).toUpperCase() + name.slice(1)
  return {
    operationId: name,
    summary,
    tags: [findTag(endpoint)],
    security: auth ? [{ bearer: [] }] : [],
    parameters: [
      ...parameters(endpoint.params, 'path', components, example),
      ...parameters(endpoint.query, 'query', components, example),
      ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(isAbsent(body)
      ? {}
      : {
          requestBody: {
            required: !z.safeParse(body, undefined).success,
            content: {
              'application/json': {
                schema: components.refer(body, 'input', `${base}Request`),
                ...(example?.request === undefined ? {} : { example: example.request }),
              },
            },
          },
        }),
    responses: {
      [status]: {
        description:
          kind === 'events' ? 'Server-sent events; each `data` has this form' : 'Success',
        content: {
          [findMediaType(endpoint)]: {
            schema: components.refer(response, 'output', `${base}Response`),
            ...(example?.response === undefined ? {} : { example: example.response }),
          },
        },
      },
      ...buildErrorResponses(endpoint, components),
    },
  }
}

function findTag({ path }: Endpoint): string {
  const segment = path.split('/')[1] ?? ''
  const tag = TAGS.find(({ segments }) => segments.some((known) => known === segment))
  return tag?.name ?? segment
}

const FILE_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  md: 'text/markdown',
}

function findMediaType({ kind, path }: Endpoint): string {
  if (kind === 'json') return 'application/json'
  if (kind === 'events') return 'text/event-stream'
  return FILE_TYPES[path.split('.')[1] ?? ''] ?? 'text/html'
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body give the same answer; another body is a conflict',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function parameters(
  schema: z.ZodMiniType,
  place: 'path' | 'query',
  components: Components,
  example: Example | undefined,
): JsonSchema[] {
  if (isAbsent(schema)) return []
  const { properties = {}, required = [] } = components.inline(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(example?.parameters?.[name] === undefined ? {} : { example: example.parameters[name] }),
  }))
}
