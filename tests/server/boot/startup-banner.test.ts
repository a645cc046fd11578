import { expect, it } from 'vitest'
import { formatBanner } from '#server/boot/startup-banner.ts'
import { parseConfig } from '#server/config.ts'

const show = (env: Record<string, string>) =>
  formatBanner({
    config: parseConfig(env),
    url: 'http://127.0.0.1:3000',
    rpcUrl: 'http://127.0.0.1:8899',
    isEmbeddedDatabase: true,
    isEmbeddedChain: true,
    demoUser: null,
    version: { version: '1.2.3', commit: 'abc1234' },
    readyMs: 1_000,
  })

it('names the public address beside the own one', () => {
  const banner = show({ PUBLIC_ORIGIN: 'https://desk.example.com' })
  expect(banner).toMatch(
    / open +http:\/\/127\.0\.0\.1:3000\n +public +https:\/\/desk\.example\.com\n/,
  )
  expect(show({})).not.toContain('public')
})
