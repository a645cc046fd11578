import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#server/logger.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'

const lines: string[] = []
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})

let server: TestServer
beforeAll(async () => {
  server = await testServer({ logger: createLogger(stream) })
})
afterAll(() => server.close())

describe('ids', () => {
  it('with NUL are refused before the database sees them, without a line in the log', async () => {
    const user = await server.signIn()
    lines.length = 0
    const { status, body } = await user.call('DELETE', '/auth/sessions/a%00b')
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    expect(lines).toEqual([])
  })
})
