import { Writable } from 'node:stream'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { expect, it } from 'vitest'
import { openTracing } from '#server/boot/tracing/open-tracing.ts'
import { traceDatabase } from '#server/db/trace-database.ts'
import { registerRequestLog } from '#server/http/request-log.ts'
import { createLogger } from '#server/lib/logger.ts'
import { testDatabase } from '#tests/support/database.ts'
import { text as readText } from 'node:stream/consumers'
import { serveHttp } from '#tests/support/serve-http.ts'

type Sent = { name: string; traceId: string; parentSpanId?: string; attributes: object[] }

it('sends requests and their statements as one trace, and logs them without secrets', async () => {
  const bodies: string[] = []
  const collector = await serveHttp(async (request, response) => {
    bodies.push(await readText(request))
    response.end('{}')
  })
  const tracing = openTracing({
    endpoint: collector.url,
    service: 'soldesk-server',
    version: { version: '1.2.3', commit: null },
  })
  const database = await testDatabase({ poolSize: 1 })
  const db = traceDatabase(database.db, tracing)
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const logger: FastifyBaseLogger = createLogger(stream, 'info')
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.decorateRequest('caller', null)
  registerRequestLog(app, tracing)
  app.get('/things/:id', async () => ({
    rows: await db.query('select $1::text as it', ['hidden']),
  }))
  const traceId = 'a'.repeat(32)
  await app.inject({
    url: '/things/7?token=hidden',
    headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01`, authorization: 'Bearer hidden' },
  })
  await app.close()
  await tracing.stop()
  await database.drop()
  await collector.close()

  const spans = bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: Sent[] }[] }[]
    }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans))
  })
  expect(spans.map(({ name }) => name).toSorted()).toEqual(['GET /things/:id', 'query'])
  expect(spans.map((span) => span.traceId)).toEqual([traceId, traceId])
  expect(bodies.join('')).toContain('select $1::text as it')
  const answered = lines.find((line) => line.includes('"answered"')) ?? ''
  expect(JSON.parse(answered)).toMatchObject({ route: '/things/:id', status: 200, method: 'GET' })
  expect([...bodies, ...lines].join('')).not.toContain('hidden')
})

it('hides secrets that an error or a library logs', () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const logger = createLogger(stream)
  logger.error(
    { request: { headers: { authorization: 'Bearer hidden' } }, password: 'hidden' },
    'no',
  )
  logger.error({ llm: { apiKey: 'hidden' } }, 'no')
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toContain('hidden')
})
