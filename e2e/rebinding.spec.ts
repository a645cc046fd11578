import { chromium } from '@playwright/test'
import { expect, test as base } from './product.ts'

// The attacker's name points at this machine, as after a DNS answer was changed under an open page. Chromium's own check
// of pages that call this machine is off, because other browsers do not have it.
const REBOUND = [
  '--host-resolver-rules=MAP attacker.example 127.0.0.1',
  '--disable-features=LocalNetworkAccessChecks',
]

/** A browser of its own on the worker's product: other launch options of a worker would start one more product. */
const test = base.extend({
  page: async ({ launchOptions }, provide) => {
    const args = [...(launchOptions.args ?? []), ...REBOUND]
    const browser = await chromium.launch({ ...launchOptions, args })
    await provide(await browser.newPage())
    await browser.close()
  },
})

test('a page whose name was rebound to this server can read and open nothing of it', async ({
  page,
  product,
}) => {
  const { port } = new URL(product.url)
  const attacker = `http://attacker.example:${port}`
  // The page came from the attacker's own server, before the name pointed here.
  await page.route(`${attacker}/trap`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Trap</title>' }),
  )
  await page.goto(`${attacker}/trap`)
  const answers = await page.evaluate(async () => {
    const statusOf = async (path: string, init?: RequestInit) => (await fetch(path, init)).status
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] })
    const json = { 'content-type': 'application/json' }
    const { promise: socket, resolve } = Promise.withResolvers<string>()
    const connection = new WebSocket(`ws://${location.host}/rpc`)
    connection.addEventListener('open', () => resolve('open'))
    connection.addEventListener('error', () => resolve('refused'))
    return {
      page: await statusOf('/ios-desktop'),
      read: await statusOf('/api/config'),
      login: await statusOf('/api/auth/login', { method: 'POST', headers: json, body: '{}' }),
      chain: await statusOf('/rpc', { method: 'POST', headers: json, body }),
      socket: await socket,
    }
  })
  expect(answers).toEqual({ page: 400, read: 400, login: 400, chain: 400, socket: 'refused' })
  // The same calls under the server's own name are answered.
  await page.goto(`${product.url}/login`)
  expect(await page.evaluate(async () => (await fetch('/api/config')).status)).toBe(200)
})
