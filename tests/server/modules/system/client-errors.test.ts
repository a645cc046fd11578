import { Writable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { createLogger } from '#server/lib/logger.ts'
import { testServer } from '#tests/support/server.ts'

const REPORT = {
  message: 'The feed is empty',
  stack: 'Error: The feed is empty\n at Feed (http://desk.test/assets/feed-1.js?wallet=abc:1:2)',
  component_stack: ' at Feed',
  path: '/ios-desktop',
  version: '0.1.0',
}
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

let written = ''

const stream = new Writable({
  write: (chunk, _, done) => {
    written += String(chunk)
    done()
  },
})
const server = await testServer({ logger: createLogger(stream) })
afterAll(() => server.close())

describe('a crash report', () => {
  it('is written to the log with its request id, without tokens and queries', async () => {
    const { status, headers } = await server.call('POST', '/client-errors', {
      body: { ...REPORT, message: `Bearer ${TOKEN} was refused at /chat?id=7`, path: '/chat?id=7' },
    })
    expect(status).toBe(202)
    await expect.poll(() => written).toContain(headers.get('x-request-id') ?? 'no id')
    expect(written).toContain('at Feed')
    for (const secret of [TOKEN, 'id=7', 'wallet=abc']) expect(written).not.toContain(secret)
  })

  it('that is too long or has no message is refused', async () => {
    const long = await server.call('POST', '/client-errors', {
      body: { ...REPORT, stack: 'x'.repeat(4_001) },
    })
    expect(long.status).toBe(400)
    expect((await server.call('POST', '/client-errors', { body: {} })).status).toBe(400)
  })

  it('is one of a limited number from one address', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) {
      statuses.push((await server.call('POST', '/client-errors', { body: REPORT })).status)
    }
    expect(statuses.at(-1)).toBe(429)
    expect(statuses[0]).toBe(202)
  })
})
