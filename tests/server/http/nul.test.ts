import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fillPath, type Endpoint } from '#contract/endpoint/endpoint.ts'
import { ErrorBody } from '#contract/error.ts'
import { registerErrorHandler } from '#server/http/error-handler.ts'
import { API_PREFIX, bind, isAbsent, prepareRoutes } from '#server/http/route.ts'
import { allEndpoints } from '#tests/support/endpoints.ts'

const caller = {
  id: 'user-1',
  username: 'ann',
  sessionId: 'session-1',
  walletAddresses: [],
  hasPassword: true,
}

/** An app with this endpoint alone. Its handler would give the database what it gets. */
function serve(endpoint: Endpoint) {
  const app = Fastify()
  prepareRoutes(app, {
    authenticate: async () => caller,
    withIdempotencyKey: (_, work) => work(),
    meters: () => [],
  })
  registerErrorHandler(app)
  bind(app, endpoint, async (_request, reply) => reply.code(299).send('reached'))
  return app
}

type Json = { [name: string]: unknown }
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** A value of the schema; `text` is put wherever free text is allowed. */
function sample(schema: Json, text: string): unknown {
  const [variant] = [schema['anyOf'], schema['oneOf']].find(Array.isArray) ?? []
  if (isJson(variant)) return sample(variant, text)
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if ('const' in schema) return schema['const']
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isJson(schema['properties']) ? schema['properties'] : {}).map(
          ([name, member]) => [name, isJson(member) ? sample(member, text) : text],
        ),
      )
    case 'array': {
      const length = Math.max(1, Number(schema['minItems'] ?? 1))
      const item = isJson(schema['items']) ? schema['items'] : { type: 'string' }
      // Some lists refuse doubles.
      return Array.from({ length }, (_, index) => sample(item, `${index}${text}`))
    }
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return text
  }
}

const schemaOf = (type: Endpoint['params']): Json =>
  z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : isJson(value) ? Object.values(value).flatMap(textsOf) : []

async function send(endpoint: Endpoint, place: 'params' | 'query' | 'body', text: string) {
  const [params, query, body] = (['params', 'query', 'body'] as const).map((part) =>
    isAbsent(endpoint[part])
      ? undefined
      : sample(schemaOf(endpoint[part]), part === place ? text : 'abcdefgh'),
  )
  const names = Object.fromEntries(
    Object.entries(isJson(params) ? params : {}).map(([name, value]) => [name, String(value)]),
  )
  const entries = Object.entries(isJson(query) ? query : {})
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  const app = serve(endpoint)
  const answer = await app.inject({
    method: endpoint.method,
    url: `${API_PREFIX}${fillPath(endpoint.path, names)}?${search.toString()}`,
    ...(endpoint.method === 'GET' || !isJson(body) ? {} : { payload: body }),
  })
  await app.close()
  return { status: answer.statusCode, text: answer.body, sent: { params, query, body }[place] }
}

describe('text with NUL', () => {
  it.each(['params', 'query', 'body'] as const)('is refused in the %s', async (place) => {
    let named = 0
    for (const endpoint of await allEndpoints()) {
      const { status, text, sent } = await send(endpoint, place, 'abcd\0efgh')
      if (!textsOf(sent).some((part) => part.includes('\0'))) continue
      expect([status, endpoint.name], text).toEqual([400, endpoint.name])
      expect(ErrorBody.parse(JSON.parse(text)).code).toBe('VALIDATION_FAILED')
      if (text.includes('Must not contain NUL')) named += 1
    }
    // The others have a form of their own, which refuses it too.
    expect(named).toBeGreaterThanOrEqual({ params: 20, query: 5, body: 15 }[place])
  })
})
