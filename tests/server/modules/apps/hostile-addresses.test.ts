import { describe, expect, it } from 'vitest'
import type { StoreApp } from '#contract/apps/apps.ts'
import { EXPLORER, toolsOf } from './app-store.ts'
import {
  DEADLINES,
  ID,
  KEY,
  auditOf,
  detail,
  install,
  mcp,
  reasonOf,
  store,
  uninstall,
  withScriptedApp,
  user,
} from './scripted-app.ts'
import { type ScriptedMcp } from './scripted-mcp.ts'

withScriptedApp()

describe('rows 1, 2 and 5: the address of an app’s server', () => {
  it.each([
    'http://127.0.0.1/mcp',
    'http://[::1]/mcp',
    'http://2130706433/mcp',
    'http://169.254.169.254/latest/meta-data',
    'http://metadata.google.internal/',
    'http://db/mcp',
    'https://user:pw@example.com/mcp',
    'http://example.com:6379/',
    'file:///etc/passwd',
  ])('%s is never asked', async (url) => {
    const { outcome, id } = await auditOf(url)
    expect(outcome).toMatchObject({ ok: false, text: 'address not allowed' })
    expect((await detail(user, id)).audit_status).toBe('pending')
  })
})

describe('row 4: a server that redirects', () => {
  it.each([302, 307])('%i is not followed', async (status) => {
    mcp.intercept = (_, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/mcp' }).end()
      return true
    }
    expect((await auditOf(mcp.url)).outcome).toMatchObject({
      ok: false,
      text: 'address not allowed',
    })
  })
})

describe('row 6: a server that is none, or wastes time', () => {
  it.each<[string, ScriptedMcp['intercept']]>([
    [
      'a page',
      (_, response) => (response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>'), true),
    ],
    ['silence', () => true],
    [
      'a drip',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const timer = setInterval(() => response.write(':\n'), 50)
        response.on('close', () => clearInterval(timer))
        return true
      },
    ],
    [
      'an endless body',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
        }
        response.on('drain', more)
        more()
        return true
      },
    ],
    [
      'no JSON',
      (_, response) => (
        response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
        true
      ),
    ],
    ['404', (_, response) => (response.writeHead(404).end(), true)],
    ['500', (_, response) => (response.writeHead(500).end('sk-abcdefghijkl'), true)],
  ])('%s fails in time and leaves the app pending', async (_, intercept) => {
    mcp.intercept = intercept
    const { outcome, ms, id } = await auditOf(mcp.url)
    expect(reasonOf(outcome)).toBe('unreachable')
    expect(ms).toBeLessThan(DEADLINES.connectMs * 4)
    expect((await detail(user, id)).audit_history[0]).toMatchObject({
      event: 'audited',
      status: 'pending',
    })
  })
})

describe('row 7: a server that points elsewhere for signing in', () => {
  it('is not followed there', async () => {
    const metadata = `http://${mcp.authority}/.well-known/oauth-protected-resource`
    mcp.intercept = (_, response) => {
      response
        .writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` })
        .end()
      return true
    }
    const { outcome } = await auditOf(mcp.url)
    expect(outcome).toMatchObject({ ok: false, text: 'the server asks for an access key' })
    expect(mcp.seen.every(({ path }) => path === '/mcp')).toBe(true)
  })
})

describe('row 8: a user who brings a server along', () => {
  it.each([
    { command: '/bin/sh' },
    { args: ['-c', 'id'] },
    { env: { A: 'b' } },
    { cwd: '/' },
    { transport: 'stdio' },
    { transport: { kind: 'stdio', command: '/bin/sh', args: [] } },
    { url: 'http://127.0.0.1/' },
  ])('is refused with %j', async (extra) => {
    const answer = await user.call('POST', '/apps/install', { body: { appId: EXPLORER, ...extra } })
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'VALIDATION_FAILED' }])
  })
})

describe('row 21: an app that is pending or rejected', () => {
  it.each([
    ['pending', 'This app cannot be installed because it is pending approval.'],
    ['rejected', 'This app cannot be installed because it is rejected.'],
  ] as const)('%s is not installed, not opened, not met', async (status, message) => {
    await (status === 'pending'
      ? store.apps.review.suspend(ID, 'look again')
      : store.apps.review.reject(ID, 'no'))
    const stranger = await store.signIn()
    expect(await install(stranger)).toMatchObject({
      status: 403,
      body: { code: 'APP_NOT_APPROVED', message },
    })
    expect(await toolsOf(store, user.userId, ID)).toEqual([])
    expect(
      await store.apps.tools.describe({ userId: user.userId, appId: ID, agentId: null }),
    ).toBeNull()
    expect(
      (await stranger.call('PUT', `/apps/authorization/${ID}`, { body: { value: KEY } })).status,
    ).toBe(403)
    expect(mcp.seen).toEqual([])
    const { body } = await user.call<{ data: { installed_apps: StoreApp[] } }>('GET', '/apps')
    expect(body.data.installed_apps.find(({ id }) => id === ID)).toMatchObject({
      is_disabled: true,
      audit_status: status,
    })
    expect((await uninstall(user)).status).toBe(200)
  })

  it('can still not be called by a tool that was handed out before', async () => {
    const [tool] = await toolsOf(store, user.userId, ID)
    await store.apps.review.suspend(ID, 'look again')
    const context = {
      userId: user.userId,
      chatId: 'c',
      callId: 'c',
      signal: new AbortController().signal,
    }
    expect(await tool?.run({}, context)).toMatchObject({ isError: true })
    expect(mcp.calls()).toEqual([])
  })
})

describe('a server that needs a key', () => {
  it('says so at installing', async () => {
    mcp.intercept = (_, response) => (response.writeHead(401).end(), true)
    const stranger = await store.signIn()
    expect(await install(stranger)).toMatchObject({
      status: 424,
      body: {
        message: 'Failed to install app. Please try again.',
        fields: { authorization: expect.stringContaining('API key') },
      },
    })
    expect((await detail(stranger)).installed).toBe(false)
  })

  it('fails to install while it is away, and installs at the next try', async () => {
    const stranger = await store.signIn()
    mcp.intercept = (_, response) => (response.writeHead(503).end(), true)
    expect(await install(stranger)).toMatchObject({
      status: 424,
      body: { code: 'APP_UNREACHABLE', fields: { server: 'the server cannot be reached' } },
    })
    mcp.intercept = () => false
    expect((await install(stranger)).status).toBe(200)
  })
})
