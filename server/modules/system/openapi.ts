import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/error.ts'
import { API_PREFIX, isAbsent } from '#server/http/route.ts'

type JsonSchema = Record<string, unknown>

/** An OpenAPI 3.1 document of the endpoints that are bound, in order of path. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { title }: { title: string },
): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const endpoint of endpoints.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const path = `${API_PREFIX}${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1' },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1, as a caller sends it or as it receives it. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

function operation(endpoint: Endpoint): JsonSchema {
  const { name, summary, auth, body, response, status } = endpoint
  return {
    operationId: name,
    summary,
    tags: [endpoint.path.split('/')[1]],
    security: auth ? [{ bearer: [] }] : [],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(isAbsent(body)
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body, 'input') } },
          },
        }),
    responses: {
      [status]: {
        description: 'Success',
        content: { [mediaTypeOf(endpoint)]: { schema: schemaOf(response, 'output') } },
      },
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function mediaTypeOf({ kind, path }: Endpoint): string {
  if (kind === 'events') return 'text/event-stream'
  return kind === 'file' && path.endsWith('.csv') ? 'text/csv' : 'application/json'
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body give the same answer; another body is a conflict',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function parameters(schema: z.ZodMiniType, place: 'path' | 'query'): JsonSchema[] {
  if (isAbsent(schema)) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}
