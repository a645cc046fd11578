import { type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createGuardedFetch, type GuardedRequest } from '#server/clients/outbound/guarded-fetch.ts'
import { OutboundError, type OutboundReason } from '#server/clients/outbound/outbound-address.ts'
import { serveHttp } from '#tests/support/serve-http.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let handler: Handler = (_, response) => response.end('hello')
let connections = 0
const { server, port, close } = await serveHttp((request, response) => handler(request, response))
server.on('connection', () => (connections += 1))
afterAll(close)
beforeEach(() => {
  connections = 0
  handler = (_, response) => response.end('hello')
})

const address = (...addresses: string[]) =>
  addresses.map((each) => ({ address: each, family: each.includes(':') ? 6 : 4 }))
/** Names of the outside, as a resolver under an attacker's control answers. */
const NAMES: Record<string, string[]> = {
  'private.example.com': ['10.0.0.5'],
  'loopback.example.com': ['127.0.0.1'],
  'mixed.example.com': ['93.184.216.34', '127.0.0.1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'ula.example.com': ['fd00:ec2::254'],
}
let answers = 0
const guarded = (allow: string[] = []) =>
  createGuardedFetch({
    allow,
    resolve: (name, _, done) => {
      answers += 1
      const known = NAMES[name]
      if (known === undefined) done(new Error('no such name'), [])
      else done(null, address(...known))
    },
  })
/** The test's own server, which the operator exempts. */
const local = () => guarded([`127.0.0.1:${port}`])
const at = (path: string) => `http://127.0.0.1:${port}${path}`

async function refusal(work: Promise<unknown>): Promise<OutboundReason | 'no error'> {
  try {
    await work
    return 'no error'
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return error.reason
  }
}

describe('row 1: addresses of this machine in any notation', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:8080/mcp',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://api.localhost/',
    'http://[::1]/',
    'http://[::]/',
    'http://0.0.0.0/',
    'http://0/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://017700000001/',
    'http://①②⑦.⓪.⓪.①/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'https://127.0.0.1:8443/',
  ])('refuses %s without a connection', async (url) => {
    expect(await refusal(guarded()(url))).toBe('address')
    expect(connections).toBe(0)
  })
})

describe('row 2: addresses of the network behind it', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://db/',
    'http://host.docker.internal/',
    'http://printer.local/',
    'http://router.lan/',
    'http://nas.home.arpa/',
  ])('refuses %s without a connection', async (url) => {
    expect(await refusal(guarded()(url))).toBe('address')
    expect(connections).toBe(0)
  })
})

describe('row 3: names that resolve to the inside', () => {
  it.each(Object.keys(NAMES))('refuses %s when connecting', async (name) => {
    expect(await refusal(guarded()(`http://${name}:8080/`))).toBe('address')
    expect(connections).toBe(0)
  })

  it('asks the resolver once per connection, so that no second answer can differ', async () => {
    answers = 0
    await refusal(guarded()('http://loopback.example.com:8080/'))
    expect(answers).toBe(1)
  })

  it('does not apply an exemption by address to a name', async () => {
    const fetch = guarded([`127.0.0.1:8080`])
    expect(await refusal(fetch('http://loopback.example.com:8080/'))).toBe('address')
  })
})

describe('row 4: redirects', () => {
  const redirectTo = (location: string, status = 302): Handler => {
    return (request, response) => {
      if (request.url === '/from') response.writeHead(status, { location }).end()
      else response.end(JSON.stringify(request.headers))
    }
  }

  it.each([302, 307])('refuses %i to a private address', async (status) => {
    handler = redirectTo('http://10.0.0.1/', status)
    expect(await refusal(local()(at('/from')))).toBe('address')
  })

  it('refuses one to a name that resolves inside', async () => {
    handler = redirectTo('http://metadata.example.com:8080/')
    expect(await refusal(local()(at('/from')))).toBe('address')
  })

  it('refuses one to a scheme that is no web address', async () => {
    handler = redirectTo('file:///etc/passwd')
    expect(await refusal(local()(at('/from')))).toBe('scheme')
  })

  it.each([302, 307])('refuses %i after a POST', async (status) => {
    handler = redirectTo('/to', status)
    const request: GuardedRequest = { method: 'POST', body: 'secret' }
    expect(await refusal(local()(at('/from'), request))).toBe('redirect')
  })

  it('refuses the fourth in a row', async () => {
    handler = redirectTo('/from')
    expect(await refusal(local()(at('/from')))).toBe('redirect')
  })

  it('keeps headers on their origin', async () => {
    handler = redirectTo('/to')
    const headers = { authorization: 'Bearer secret', cookie: 'a=b', accept: 'text/plain' }
    const same = await local()(at('/from'), { headers })
    expect(await same.json()).toMatchObject(headers)

    const other = await serveHttp(({ headers: sent }, response) =>
      response.end(JSON.stringify(sent)),
    )
    handler = redirectTo(`${other.url}/to`)
    const fetch = guarded([`127.0.0.1:${port}`, other.authority])
    const crossed = await fetch(at('/from'), { headers })
    const seen = (await crossed.json()) as Record<string, string>
    expect(crossed.url).toBe(`${other.url}/to`)
    expect(seen['accept']).toBe('text/plain')
    expect([seen['authorization'], seen['cookie']]).toEqual([undefined, undefined])
    await other.close()
  })
})

describe('row 5: other schemes, credentials and ports', () => {
  it.each([
    ['file:///etc/passwd', 'scheme'],
    ['gopher://example.com/', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['data:text/plain,hi', 'scheme'],
    ['ws://example.com/', 'scheme'],
    ['http://user:pw@example.com/', 'credentials'],
    ['http://user@example.com/', 'credentials'],
    ['http://example.com:22/', 'port'],
    ['http://example.com:25/', 'port'],
    ['http://example.com:6379/', 'port'],
    ['http://example.com:5432/', 'port'],
    ['//example.com', 'url'],
    ['http://exa mple.com/', 'url'],
    ['', 'url'],
  ])('refuses %s', async (url, reason) => {
    expect(await refusal(guarded()(url))).toBe(reason)
  })

  it('counts each of them as a refusal of its own', async () => {
    const error: unknown = await guarded()('http://10.0.0.1/secret?key=sk-1').catch((each) => each)
    expect(error).toMatchObject({ isRefusal: true })
    expect(String(error)).toBe('OutboundError: address not allowed: 10.0.0.1:80')
  })
})

describe('row 6: servers that waste time or memory', () => {
  it('gives up on a server that accepts and never responds', async () => {
    handler = () => undefined
    expect(await refusal(local()(at('/'), { timeoutMs: 150 }))).toBe('timeout')
  })

  it('gives up on a server that sends its body byte by byte', async () => {
    handler = (_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    }
    const response = await local()(at('/'), { timeoutMs: 300 })
    expect(await refusal(response.text())).toBe('timeout')
  })

  it('stops reading an endless body at the cap and hangs up', async () => {
    const closed = new Promise<number>((done) => {
      handler = (_, response) => {
        let sent = 0
        const chunk = Buffer.alloc(64 * 1024)
        const more = () => {
          while (!response.destroyed) {
            sent += chunk.length
            if (!response.write(chunk)) return
          }
        }
        response.on('drain', more)
        response.on('close', () => done(sent))
        more()
      }
    })
    const response = await local()(at('/'), { maxBytes: 1_000_000 })
    expect(await refusal(response.text())).toBe('too_large')
    expect(await closed).toBeLessThan(32_000_000)
  })

  it('refuses a body that announces more than the cap', async () => {
    handler = (_, response) => response.writeHead(200, { 'content-length': '3000000' }).end('x')
    expect(await refusal(local()(at('/')))).toBe('too_large')
  })

  it('counts what a compressed body unfolds to', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    handler = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    const response = await local()(at('/'))
    expect(await refusal(response.text())).toBe('too_large')
  })

  it('passes the caller’s abort on as it was given', async () => {
    handler = () => undefined
    const reason = new Error('stopped by the user')
    const controller = new AbortController()
    const asked = local()(at('/'), { signal: controller.signal })
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
  })

  it('says so if nothing listens', async () => {
    expect(await refusal(guarded(['127.0.0.1:1'])('http://127.0.0.1:1/'))).toBe('unreachable')
    expect(await refusal(guarded()('http://unknown.example.com/'))).toBe('unreachable')
  })
})

describe('row 7: addresses named by what was fetched', () => {
  it.each([
    ['OAuth metadata', 'https://169.254.169.254/.well-known/oauth-protected-resource'],
    ['a resource link', 'ui://weather/panel'],
    ['a picture of a page', 'http://[fd00::1]/og.png'],
    ['a feed entry', 'http://intranet/feed.xml'],
    ['an agent’s logo', 'http://127.0.0.1:8080/logo.png'],
  ])('judges %s like any other', async (_, url) => {
    expect(['address', 'scheme']).toContain(await refusal(guarded()(url)))
  })
})

describe('what the operator exempts', () => {
  it('is asked, with method, headers and body as given', async () => {
    handler = (request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () =>
        response
          .writeHead(201, { 'x-seen': `${request.method} ${String(request.headers['x-key'])}` })
          .end(body),
      )
    }
    const headers = { 'x-key': 'k', host: 'elsewhere.example.com' }
    const response = await local()(at('/a'), { method: 'POST', headers, body: '{"a":1}' })
    expect([response.status, response.headers.get('x-seen')]).toEqual([201, 'POST k'])
    expect(await response.text()).toBe('{"a":1}')
    expect(response.url).toBe(at('/a'))
  })

  it('is that port alone, and no other scheme', async () => {
    const fetch = local()
    expect(await refusal(fetch(`http://127.0.0.1:${port + 1}/`))).toBe('port')
    expect(await refusal(fetch(`ftp://127.0.0.1:${port}/`))).toBe('scheme')
  })

  it('is spelled without regard to case', async () => {
    const fetch = guarded([`LocalHost:${port}`])
    const response = await fetch(`http://localhost:${port}/`)
    expect(await response.text()).toBe('hello')
  })
})
