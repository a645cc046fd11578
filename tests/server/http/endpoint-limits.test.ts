import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { fillPath, type Endpoint } from '#contract/endpoint/endpoint.ts'
import { DEFAULT_LIMITS } from '#contract/endpoint/limits.ts'
import { AppError } from '#server/errors.ts'
import { createCallMeters } from '#server/http/call-limits.ts'
import { registerErrorHandler } from '#server/http/error-handler.ts'
import { API_PREFIX, bind, prepareRoutes } from '#server/http/route.ts'
import { testDatabase } from '#tests/support/database.ts'
import { allEndpoints } from '#tests/support/endpoints.ts'

const endpoints = await allEndpoints()

const caller = {
  id: '018f0000-0000-7000-8000-000000000001',
  username: 'ann',
  sessionId: 'session-1',
  walletAddresses: [],
  hasPassword: true,
}

const database = await testDatabase()
afterAll(() => database.drop())

/** An app with this endpoint alone, whose limits let one call pass and whose handler refuses. */
function serve(endpoint: Endpoint) {
  const app = Fastify()
  const meters = createCallMeters(database.db, DEFAULT_LIMITS)
  prepareRoutes(app, {
    authenticate: async () => caller,
    withIdempotencyKey: (_, work) => work(),
    meters: ({ limits: [first, ...others], ...rest }) =>
      meters({
        ...rest,
        limits: [{ ...first, max: 1 }, ...others.map((limit) => ({ ...limit, max: 1 }))],
      }),
  })
  registerErrorHandler(app)
  bind(app, endpoint, async () => {
    throw new AppError('INVALID_CREDENTIALS', 'refused')
  })
  return app
}

describe('limits of the contract', () => {
  it('belong to every endpoint', () => {
    expect(endpoints.length).toBeGreaterThan(60)
    for (const { name, auth, limits } of endpoints) {
      expect(limits.length, name).toBeGreaterThan(0)
      if (!auth)
        expect(
          limits.map(({ per }) => per),
          name,
        ).not.toContain('user')
    }
  })

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'are enforced for %s',
    async (_, endpoint) => {
      const app = serve(endpoint)
      const input = { wallet_address: 'w', signature: 's', username: 'u', password: 'p' }
      const call = () =>
        app.inject({
          method: endpoint.method,
          url: `${API_PREFIX}${fillPath(endpoint.path, { id: 'x', address: 'x' })}`,
          ...(endpoint.method === 'GET' ? { query: input } : { payload: input }),
        })
      await call()
      const second = await call()
      await app.close()
      expect(second.statusCode).toBe(429)
      expect(Number(second.headers['retry-after'])).toBeGreaterThan(0)
      expect(second.json()).toMatchObject({ code: 'RATE_LIMITED', success: false })
    },
  )
})
