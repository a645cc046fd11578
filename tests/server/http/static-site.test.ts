import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { ErrorBody } from '#contract/error.ts'
import { rawGet } from '#tests/support/raw-http.ts'
import { testServer } from '#tests/support/server.ts'

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))})`

const site = mkdtempSync(path.join(tmpdir(), 'soldesk-test-site-'))
mkdirSync(path.join(site, 'assets'))
const put = (name: string, text: string) => {
  writeFileSync(path.join(site, name), text)
  writeFileSync(path.join(site, `${name}.br`), brotliCompressSync(text))
  writeFileSync(path.join(site, `${name}.gz`), gzipSync(text))
}
put(
  'index.html',
  '<!doctype html><title>Desk</title><meta property="csp-nonce" nonce="__STYLE_NONCE__">',
)
put('assets/main-abc123.js', SCRIPT)
writeFileSync(path.join(site, 'favicon.svg'), '<svg/>')
writeFileSync(path.join(site, '.hidden'), 'secret')
const server = await testServer({ siteRoot: site })
afterAll(async () => {
  await server.close()
  rmSync(site, { recursive: true, force: true })
})

const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${target}`, { headers, redirect: 'manual' })

describe('static site', () => {
  it.each(['/', '/login', '/ios-desktop?open=%2F', '/chat', '/agent/0198-abc', '/payment/'])(
    'answers the navigation to %s with the page, to be asked for again',
    async (target) => {
      const answer = await get(target, { accept: 'text/html,application/xhtml+xml' })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(await answer.text()).toContain('<title>Desk</title>')
    },
  )

  it('sends every page with a nonce for styles and no validator', async () => {
    const nonces = new Set<string>()
    for (const target of ['/', '/', '/login', '/index.html']) {
      const { headers, text } = await get(target).then(async (answer) => ({
        headers: answer.headers,
        text: await answer.text(),
      }))
      const nonce = /csp-nonce" nonce="([\w-]{22})"/.exec(text)?.[1] ?? 'none'
      expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}';`)
      expect(headers.get('etag') ?? headers.get('last-modified')).toBeNull()
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(4)
  })

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [null, 'identity'],
  ])('sends hashed assets once and for all, as %s', async (encoding, accepted) => {
    const answer = await get('/assets/main-abc123.js', { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toContain('javascript')
    expect(answer.headers.get('vary')).toContain('accept-encoding')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(await answer.text()).toBe(SCRIPT)
  })

  it('answers 304 to who has the file already', async () => {
    const etag = (await get('/favicon.svg')).headers.get('etag')
    expect(await rawGet(server.url, '/favicon.svg', `if-none-match: ${etag}\r\n`)).toMatch(
      /^HTTP\/1\.1 304 /,
    )
  })

  it.each([
    '/missing.js',
    '/assets/missing-abc.js',
    '/assets/missing',
    '/robots.txt',
    '/.hidden',
    '/.env',
    '/.git/config',
    '/wp-login.php',
    '/api',
    '/api/',
    '/api/nowhere',
    '/rpc/nowhere',
  ])('answers 404 for %s', async (target) => {
    const answer = await get(target, { accept: 'text/html' })
    expect(answer.status).toBe(404)
    expect(ErrorBody.parse(await answer.json()).code).toBe('NOT_FOUND')
  })

  it('returns the page only to requests that accept HTML', async () => {
    expect((await get('/chat', { accept: 'application/json' })).status).toBe(404)
    expect((await fetch(`${server.url}/chat`, { method: 'POST' })).status).toBe(404)
  })

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cetc',
    '/..\\..\\etc',
    '/assets/..%c0%af..%c0%afetc/passwd',
    '/....//....//etc',
    '//etc/passwd',
    '/%00',
    '/assets/main-abc123.js%00.html',
    '/%252e%252e/secret',
    'http://other.example/../etc/passwd',
  ])('does not climb out by %s', async (target) => {
    const answer = await rawGet(server.url, target)
    expect(answer).toMatch(/^HTTP\/1\.1 (404|400) /)
    expect(answer).not.toContain('root:')
    expect(answer).not.toContain('<title>')
  })
})
