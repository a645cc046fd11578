import { Writable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { createLogger } from '#server/lib/logger.ts'
import { testDatabase } from '#tests/support/database.ts'
import { testServer } from '#tests/support/server.ts'

const database = await testDatabase()
afterAll(() => database.drop())

const warningsWith = async (trustProxy: string[], client = '203.0.113.9') => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const server = await testServer({
    db: database.db,
    logger: createLogger(stream),
    config: { trustProxy },
  })
  const headers = { 'x-forwarded-for': client }
  for (let i = 0; i < 3; i += 1) await fetch(`${server.url}/api/config`, { headers })
  await server.close()
  return lines.filter((line) => line.includes('TRUST_PROXY'))
}

it('warns once of a proxy that nobody named', async () => {
  const warnings = await warningsWith([])
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('"peer":"127.0.0.1"')
})

it('is silent about a proxy that is trusted', async () => {
  expect(await warningsWith(['127.0.0.1'])).toEqual([])
})

it('is silent about a trusted proxy on the machine of its caller', async () => {
  expect(await warningsWith(['loopback'], '127.0.0.1')).toEqual([])
})
