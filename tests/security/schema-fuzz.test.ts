import { afterAll, expect, it } from 'vitest'
import { createRandom } from '#bench/fuzz/hostile-values.ts'
import { listOperations, makeRequest } from '#bench/fuzz/requests.ts'
import { manyModulesServer } from '#tests/support/many-modules.ts'

const ROUNDS = 8
const SEED = 20_261_123

const server = await manyModulesServer()
const users = await Promise.all(Array.from({ length: ROUNDS }, () => server.signIn()))
afterAll(() => server.close())

it('answers hostile values in every field of every call without a server error', async () => {
  const { operations, schemas } = listOperations((await server.call('GET', '/openapi.json')).body)
  const random = createRandom(SEED)
  const reached = new Set<number>()
  const broken: string[] = []
  for (const [round, { accessToken }] of users.entries()) {
    for (const operation of operations) {
      const { method, path, headers, body } = makeRequest(operation, schemas, random)
      const { statusCode, payload } = await server.app.inject({
        method: method as 'GET',
        url: path,
        remoteAddress: `127.0.1.${round + 1}`,
        headers: { host: 'desk.test:3000', authorization: `Bearer ${accessToken}`, ...headers },
        ...(body === undefined ? {} : { payload: body }),
      })
      reached.add(statusCode)
      // The chain of this test cannot be reached, which is a proper answer.
      const isRefused = statusCode === 503 && payload.includes('"code":"')
      if (statusCode >= 500 && !isRefused) {
        broken.push(`${statusCode} ${method} ${path} ${body ?? ''}`.slice(0, 400))
      }
    }
  }
  expect(broken).toEqual([])
  expect(operations.length).toBeGreaterThan(50)
  for (const status of [200, 400, 404]) expect(reached).toContain(status)
})
