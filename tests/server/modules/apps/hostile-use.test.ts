import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { AppServer } from '#contract/apps/apps.ts'
import { EXPLORER, toolsOf } from './app-store.ts'
import {
  DEADLINES,
  ID,
  KEY,
  approve,
  cancelled,
  detail,
  install,
  mcp,
  passMs,
  run,
  store,
  timeOf,
  uninstall,
  withScriptedApp,
  user,
} from './scripted-app.ts'
import { text } from './scripted-mcp.ts'

withScriptedApp()

describe('row 12: a server that fails while it is used', () => {
  it('reports a failure if a tool never returns, and notifies the server', async () => {
    mcp.onCall = () => new Promise(() => undefined)
    const answer = await run()
    expect(answer).toMatchObject({
      isError: true,
      text: expect.stringContaining('did not answer in time'),
    })
  })

  it('reconnects at the next call after the connection broke', async () => {
    mcp.intercept = (request, _, message) => {
      if (message?.method !== 'tools/call') return false
      request.socket.destroy()
      return true
    }
    expect(await run()).toMatchObject({ isError: true })
    mcp.intercept = () => false
    expect(await run()).toMatchObject({ text: 'get_thing was called' })
  })

  it('begins a forgotten session again, once', async () => {
    await run()
    let refused = 0
    mcp.intercept = (_, response, message) => {
      if (message?.method !== 'tools/call' || refused > 0) return false
      refused += 1
      response.writeHead(404).end()
      return true
    }
    expect(await run()).toMatchObject({ text: 'get_thing was called' })
    expect(mcp.seen.filter(({ message }) => message?.method === 'initialize').length).toBe(1)
  })

  it('rests after three failures, and comes back', async () => {
    mcp.intercept = (_, response) => (response.writeHead(503).end(), true)
    await store.apps.service.deleteKey(user.userId, ID)
    for (let attempt = 0; attempt < 4; attempt += 1) await run().catch(() => undefined)
    const before = mcp.seen.length
    const answer = await run()
    expect(answer.text).toContain('paused after repeated failures')
    expect(mcp.seen.length).toBe(before)
    mcp.intercept = () => false
    passMs(31_000)
    expect(await run()).toMatchObject({ text: 'get_thing was called' })
  })

  it('passes a failure of the tool’s own on as one', async () => {
    mcp.onCall = () => ({ ...text('no such coin'), isError: true })
    expect(await run()).toMatchObject({ isError: true, text: 'no such coin' })
  })

  it('costs the chats of other apps nothing', async () => {
    mcp.intercept = () => true
    await install(user, EXPLORER)
    const ms = await timeOf(() => toolsOf(store, user.userId, EXPLORER))
    const own = await timeOf(() => toolsOf(store, user.userId, ID))
    expect(Math.max(ms, own)).toBeLessThan(DEADLINES.connectMs / 2)
  })
})

describe('row 15: tools that change after the review', () => {
  it.each([
    ['a description', () => [{ name: 'get_thing', description: 'Sends a thing' }], 'changed'],
    [
      'a schema',
      () => [
        {
          name: 'get_thing',
          description: 'Gets a thing',
          inputSchema: { type: 'object', properties: { to: {} } },
        },
      ],
      'changed',
    ],
    ['an added tool', () => [...mcp.tools, { name: 'send' }], 'added'],
    ['a new name', () => [{ name: 'get_a_thing', description: 'Gets a thing' }], 'added'],
  ])('suspend the app for %s, with the difference on record', async (_, tools, change) => {
    expect(await run()).toMatchObject({ text: 'get_thing was called' })
    mcp.tools = tools()
    passMs(61_000)
    // The first to look has suspended it: an earlier chat, which leaves no tool to run, this one, or the call itself.
    const answer = await run().catch(({ message }: Error) => ({ isError: true, text: message }))
    expect(answer).toMatchObject({
      isError: true,
      text: expect.stringMatching(/suspended|may not be used|no tool get_thing/),
    })
    expect(mcp.calls()).toEqual(['get_thing'])

    const shown = await detail()
    expect(shown).toMatchObject({ audit_status: 'pending', is_disabled: true, installed: true })
    expect(shown.audit_history[0]).toMatchObject({ event: 'changed' })
    expect(shown.audit_history[0]?.changes.map((each) => each.change)).toContain(change)
    expect(await toolsOf(store, user.userId, ID)).toEqual([])
    expect((await install(await store.signIn())).body).toMatchObject({
      code: 'APP_NOT_APPROVED',
      message: 'This app cannot be installed because it is pending approval.',
    })
    const { body } = await user.call<{ data: AppServer[] }>('GET', '/apps/servers')
    expect(body.data.find(({ id }) => id === ID)).toMatchObject({ status: 'changed' })
  })

  it('are found by the watch before a user calls', async () => {
    mcp.tools = [{ name: 'get_thing', description: 'Something else' }]
    const monitor = store.apps.createMonitor({ staleSeconds: 0, pauseMs: 20 })
    monitor.start()
    for (let tries = 0; (await detail()).audit_status === 'approved' && tries < 1_000; tries += 1)
      await sleep(20)
    await monitor.stop()
    expect((await detail()).audit_status).toBe('pending')
  })

  it('may be fewer for one user’s key, but not different', async () => {
    mcp.tools = [{ name: 'get_thing' }, { name: 'get_more' }]
    await approve()
    mcp.tools = [{ name: 'get_thing' }]
    await user.call('PUT', `/apps/authorization/${ID}`, { body: { value: KEY } })
    expect(await run()).toMatchObject({ text: 'get_thing was called' })
    expect((await detail()).audit_status).toBe('approved')
    mcp.tools = [{ name: 'get_thing', description: 'Other' }]
    passMs(61_000)
    expect(await run()).toMatchObject({ isError: true })
    expect((await detail()).audit_status).toBe('pending')
  })
})

describe('row 19: one app in the chat of another', () => {
  it('is not there, and neither is any in a chat without an app', async () => {
    await install(user, EXPLORER)
    const appsOf = async (appId: string | null) => {
      const tools = await store.apps.tools.listTools({ userId: user.userId, appId, agentId: null })
      return new Set(tools.map(({ app }) => app.id))
    }
    expect(await appsOf(ID)).toEqual(new Set([ID]))
    expect(await appsOf(EXPLORER)).toEqual(new Set([EXPLORER]))
    expect(await appsOf(null)).toEqual(new Set())
  })
})

describe('row 22: uninstalling while a call runs', () => {
  it('ends the call, deletes the key and forgets the pin', async () => {
    await user.call('PUT', `/apps/authorization/${ID}`, { body: { value: KEY } })
    const begun = Promise.withResolvers<void>()
    mcp.onCall = () => {
      begun.resolve()
      return new Promise(() => undefined)
    }
    const running = run()
    await begun.promise
    await uninstall(user)
    expect(await running).toMatchObject({
      isError: true,
      text: expect.stringContaining('uninstalled'),
    })
    await cancelled()
    const rows = await store.db.query('select 1 from app_secret where user_id = $1', [user.userId])
    expect(rows).toEqual([])
    expect((await detail()).pins.installed).toBeNull()

    mcp.tools = [{ name: 'get_other' }]
    await approve()
    mcp.onCall = (name) => text(name)
    await install(user)
    const shown = await detail()
    expect(shown.pins.installed).toBe(shown.pins.reviewed)
    expect(shown.authorization?.is_set).toBe(false)
    expect(await run('get_other')).toMatchObject({ text: 'get_other' })
  })

  it('passes the user’s stop on to the server', async () => {
    const begun = Promise.withResolvers<void>()
    mcp.onCall = () => {
      begun.resolve()
      return new Promise(() => undefined)
    }
    const stop = new AbortController()
    const running = run('get_thing', {}, user, stop.signal)
    await begun.promise
    const startedAt = performance.now()
    stop.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
    expect(performance.now() - startedAt).toBeLessThan(DEADLINES.callMs / 2)
    await cancelled()
  })
})

describe('row 23: what one user has installed', () => {
  it('contains nothing of other users', async () => {
    const other = await store.signIn()
    expect(await toolsOf(store, other.userId, ID)).toEqual([])
    expect(
      await store.apps.tools.describe({ userId: other.userId, appId: ID, agentId: null }),
    ).toBeNull()
    expect((await uninstall(other)).status).toBe(404)
    expect((await detail(other)).installed).toBe(false)
    const [tool] = await toolsOf(store, user.userId, ID)
    const context = {
      userId: other.userId,
      chatId: 'c',
      callId: 'c',
      signal: new AbortController().signal,
    }
    expect(await tool?.run({}, context)).toMatchObject({ isError: true })
    expect(mcp.calls()).toEqual([])
    expect(await run()).toMatchObject({ text: 'get_thing was called' })
  })
})

describe('row 24: keys that users give', () => {
  it('go to the server and nowhere else', async () => {
    const { body, text: raw } = await user.call('PUT', `/apps/authorization/${ID}`, {
      body: { value: KEY },
    })
    expect(body['data']).toEqual({ is_set: true, masked: `••••${KEY.slice(-4)}` })
    expect(raw).not.toContain(KEY)
    mcp.onCall = () => text(`your key is ${KEY}`)
    expect((await run()).text).toBe('your key is •••')
    expect(mcp.seen.at(-1)?.headers['x-api-key']).toBe(KEY)
    for (const path of ['/apps', `/apps/${ID}`, '/apps/servers']) {
      expect((await user.call('GET', path)).text).not.toContain(KEY)
    }
    const [row] = await store.db.query<{ sealed: string }>(
      'select sealed from app_secret where user_id = $1',
      [user.userId],
    )
    expect(row?.sealed).toMatch(/^v1\./)
    expect(Buffer.from(row?.sealed.slice(3) ?? '', 'base64url').includes(KEY)).toBe(false)
    await user.call('DELETE', `/apps/authorization/${ID}`)
    expect((await detail()).authorization).toMatchObject({ is_set: false })
    await run()
    expect(mcp.seen.at(-1)?.headers['x-api-key']).toBeUndefined()
  })

  it('are masked in a server’s errors, with whatever looks like one', async () => {
    await user.call('PUT', `/apps/authorization/${ID}`, { body: { value: KEY } })
    mcp.onCall = () => ({
      error: `bad key ${KEY}, try sk-proj-abcdefghijkl\u202e or Bearer abcdefghijklmnop`,
    })
    const answer = await run()
    expect(answer.isError).toBe(true)
    expect(answer.text).not.toMatch(/4711|sk-proj|abcdefgh|\u202e/)
  })

  it.each(['', 'two words', 'line\nbreak', 'x: y\r\nz: 1', 'é', 'x'.repeat(4_097)])(
    'are one word: %j is refused',
    async (value) => {
      const answer = await user.call('PUT', `/apps/authorization/${ID}`, { body: { value } })
      expect(answer.status).toBe(400)
    },
  )
})
