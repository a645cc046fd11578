import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as analysis from '#contract/analysis/analysis.ts'
import { reportCsv, reportJson } from '#contract/analysis/report-parts.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/error.ts'
import { EXAMPLES } from '#server/modules/system/api-docs/examples.ts'
import { openApiDocument } from '#server/modules/system/api-docs/openapi.ts'
import { allEndpoints } from '#tests/support/endpoints.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'

type Schema = { $ref?: string; enum?: string[] }
type Response = {
  $ref?: string
  headers?: Record<string, unknown>
  content: Record<string, { examples?: Record<string, { value: { code: string } }> }>
}
type Operation = {
  operationId: string
  tags: string[]
  security: unknown[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}
type Document = {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { properties: Record<string, Schema> }>
    responses: Record<string, Response>
  }
}

const endpoints = await allEndpoints()
const document = openApiDocument(endpoints, { title: 'Test' }) as Document
const operations = endpoints.map((endpoint) => ({
  endpoint,
  operation: document.paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()],
}))
const resolve = (response: Response): Response =>
  response.$ref === undefined
    ? response
    : (document.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? response)

it.each([
  [analysis.getReport, 'application/json'],
  [analysis.reportEvents, 'text/event-stream'],
  [reportCsv, 'text/csv'],
  [reportJson, 'application/json'],
])('says that $name answers %s', (endpoint, mediaType) => {
  const { paths } = openApiDocument([endpoint], { title: 'Test' })
  expect(paths).toMatchObject({
    [`/api${endpoint.path}`]: { get: { responses: { 200: { content: { [mediaType]: {} } } } } },
  })
})

describe('the OpenAPI document', () => {
  it('has every endpoint with a known tag, security and named schemas', () => {
    const tags = document.tags.map(({ name }) => name)
    for (const { endpoint, operation } of operations) {
      expect(operation?.operationId).toBe(endpoint.name)
      expect(tags).toContain(operation?.tags[0])
      expect(operation?.security).toHaveLength(endpoint.auth ? 1 : 0)
      expect(operation?.responses[endpoint.status], endpoint.name).toBeDefined()
      const body = operation?.requestBody?.content['application/json']?.schema
      if (body !== undefined) expect(body.$ref).toMatch(/^#\/components\/schemas\/\w+$/)
    }
    expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length)
  })

  it('has a component for every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(500)
    const components: Record<string, Record<string, unknown>> = document.components
    for (const [text, kind = '', name = ''] of references) {
      expect(components[kind]?.[name], text).toBeDefined()
    }
  })

  it('lists every error of every endpoint under its status', () => {
    for (const { endpoint, operation } of operations) {
      const listed = Object.values(operation?.responses ?? {}).flatMap((response) =>
        Object.values(resolve(response).content['application/json']?.examples ?? {}).map(
          ({ value }) => value.code,
        ),
      )
      expect(listed.toSorted(), endpoint.name).toEqual(endpoint.errors.toSorted())
      for (const code of endpoint.errors) {
        expect(operation?.responses[ERROR_STATUS[code]], `${endpoint.name} ${code}`).toBeDefined()
      }
      expect(operation?.responses[429]?.headers).toHaveProperty('Retry-After')
    }
    const { code } = document.components.schemas.Error?.properties ?? {}
    expect(code?.enum).toEqual(Object.keys(ERROR_STATUS))
  })

  it('derives errors from authentication, input and idempotency', () => {
    const errorsOf = (name: string): readonly ErrorCode[] =>
      endpoints.find((endpoint) => endpoint.name === name)?.errors ?? []
    expect(errorsOf('me')).toEqual(
      expect.arrayContaining(['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'SESSION_REVOKED']),
    )
    expect(errorsOf('me')).not.toContain('VALIDATION_FAILED')
    expect(errorsOf('login')).not.toContain('UNAUTHENTICATED')
    expect(errorsOf('createPayment')).toEqual(
      expect.arrayContaining(['VALIDATION_FAILED', 'IDEMPOTENCY_CONFLICT', 'PAYLOAD_TOO_LARGE']),
    )
  })

  it('shows examples that fit the schemas', () => {
    for (const [name, example] of Object.entries(EXAMPLES)) {
      const endpoint = endpoints.find((known) => known.name === name)
      if (endpoint === undefined) throw new Error(`no endpoint ${name}`)
      if (example.request !== undefined) endpoint.body.parse(example.request)
      if (example.response !== undefined) endpoint.response.parse(example.response)
      if (example.parameters !== undefined) endpoint.query.parse(example.parameters)
    }
  })
})

describe('the served description', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  it('describes the endpoints that are bound', async () => {
    const answer = await fetch(`${server.url}/api/openapi.json`)
    const served = (await answer.json()) as Document
    const names = Object.values(served.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(names.toSorted()).toEqual(server.app.api.endpoints.map(({ name }) => name).toSorted())
  })

  it('is a page whose scripts and styles come from this server alone', async () => {
    const answer = await fetch(`${server.url}/api/docs`)
    expect(answer.headers.get('content-type')).toContain('text/html')
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain(`default-src 'none'; script-src 'self'; style-src 'self'`)
    const html = await answer.text()
    expect(html).not.toMatch(/<script>|<style|https?:\/\//)
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      const { status } = await fetch(new URL(file, `${server.url}/api/docs`))
      expect(status, file).toBe(200)
    }
  })
})
