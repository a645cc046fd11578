import { afterAll, describe, expect, it } from 'vitest'
import { rawHttp } from '#tests/support/raw-http.ts'
import { testServer } from '#tests/support/server.ts'

const server = await testServer({ config: { allowedHosts: ['alias.example.com'] } })
afterAll(() => server.close())

const get = (hosts: readonly string[], target = '/api/config') =>
  rawHttp(
    server.url,
    `GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}connection: close\r\n\r\n`,
  )

describe('hosts', () => {
  it.each([
    'desk.test:3000',
    'DESK.TEST',
    'alias.example.com',
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    '192.168.1.20',
    'server:3000',
  ])('serve %s', async (host) => {
    expect(await get([host])).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each(['evil.example.com', 'desk.test.evil.com', '127.0.0.1.nip.io:3000'])(
    'refuse %s, as a page elsewhere could give this address a name of its own',
    async (host) => {
      const answer = await get([host])
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('"code":"BAD_REQUEST"')
      expect(await get([host], '/')).toMatch(/^HTTP\/1\.1 400 /)
    },
  )

  it('refuse two Host headers', async () => {
    expect(await get(['desk.test', 'desk.test'])).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('let operators ask under any name', async () => {
    expect(await get(['pod.cluster.local'], '/healthz')).toMatch(/^HTTP\/1\.1 200 /)
  })
})
