import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { endOf, modelOf, newChat, send, textOf } from '#tests/server/modules/chat/chat-desk.ts'
import { calling, POINT, toolEvents } from '#tests/server/modules/chat/model-desk.ts'
import { saying, scriptedLlm } from '#tests/support/scripted-llm.ts'
import { appStore, entry, type AppStore } from './app-store.ts'
import { scriptedMcp, text, type ScriptedMcp } from './scripted-mcp.ts'
import { openChats } from '#tests/support/chats.ts'

const HTTP = 'scripted'
const STDIO = 'hostile'
const STDIO_SERVER = fileURLToPath(new URL('./hostile-stdio.ts', import.meta.url))
const SHELL = '$(touch owned); `id` | cat && rm -rf "$HOME" \n--flag'
const WELL = { name: 'get_thing', description: 'Gets a thing' }
const MEGABYTES = 1_000_000

let nowMs = 1_000_000

const llm = await scriptedLlm()
const mcp = await scriptedMcp()
const store = await appStore({
  allow: [mcp.authority],
  settings: { deadlines: { connectMs: 20_000, callMs: 1_000 }, now: () => nowMs },
  modules: ({ db, ledger }) => {
    const provider = {
      listTools: (scope: Parameters<AppStore['apps']['tools']['listTools']>[0]) =>
        store.apps.tools.listTools(scope),
      describe: async () => ({ name: 'Scripted' }),
    }
    const options = { providers: [provider], model: modelOf(llm)(db), pointsPerTurn: 1 }
    return [openChats({ db, ledger }, options).routes]
  },
})
const transports = [
  [HTTP, { kind: 'http', url: mcp.url }],
  [STDIO, { kind: 'stdio', command: process.execPath, args: [STDIO_SERVER] }],
] as const
for (const [id, transport] of transports) {
  await store.apps.review.add(entry({ id, transport: { ...transport } as never }), {
    actor: 'operator',
  })
}
expect((await store.apps.review.approve(STDIO)).ok).toBe(true)
const user = await store.signIn()
const { userId } = user
await store.grant(userId, 100n * POINT)
afterAll(async () => {
  await store.close()
  await mcp.close()
  await llm.close()
})

beforeEach(async () => {
  // Past any pause after failures, and past what is known of the tools.
  nowMs += 3_600_000
  mcp.tools = [WELL]
  mcp.intercept = () => false
  mcp.onCall = (name) => text(`${name} was called`)
  expect((await store.apps.review.approve(HTTP)).ok).toBe(true)
  for (const appId of [HTTP, STDIO]) await user.call('POST', '/apps/install', { body: { appId } })
})

/** Runs one paid turn whose model calls one tool of the app and then answers. */
async function paidTurn(appId: string, tool: string, args: object = {}) {
  llm.script(calling(`${appId}__${tool}`, args), saying('So it is.'))
  const { userId } = user
  const before = await store.ledger.getBalance(userId)
  const id = await newChat(user, { app_id: appId })
  const startedAt = performance.now()
  const { status, events } = await send(user, id, 'Get me the thing.')
  expect(status).toBe(200)
  const running = await store.db.query(`select 1 from chat_turn where status = 'running'`)
  return {
    call: toolEvents(events).at(-1),
    said: textOf(events),
    reason: endOf(events).reason,
    spent: before - (await store.ledger.getBalance(userId)),
    running: running.length,
    ms: performance.now() - startedAt,
  }
}

/** Every turn here gives an answer, is paid once, and ends; the ledger holds. */
async function settlesWith(turn: Awaited<ReturnType<typeof paidTurn>>, call: object) {
  expect(turn.call).toMatchObject(call)
  expect(turn).toMatchObject({
    said: 'So it is.',
    reason: 'complete',
    spent: POINT,
    running: 0,
  })
  // Within the call's deadline and the server's own, with time to spare on a busy machine.
  expect(turn.ms).toBeLessThan(10_000)
  expect(await store.ledger.check()).toEqual([])
}

const onCalls =
  (act: (response: Parameters<ScriptedMcp['intercept']>[1]) => void): ScriptedMcp['intercept'] =>
  (_, response, message) => {
    if (message?.method !== 'tools/call') return false
    act(response)
    return true
  }

const failing = { state: 'failed', error: expect.stringMatching(/./) }

describe('a paid turn over an app server that', () => {
  const cases: [string, () => void, object][] = [
    ['works', () => undefined, { state: 'done', result: 'get_thing was called' }],
    ['breaks the connection', () => (mcp.intercept = onCalls((r) => r.socket?.destroy())), failing],
    ['never answers', () => (mcp.intercept = onCalls(() => undefined)), failing],
    [
      'answers drop by drop',
      () => {
        mcp.intercept = onCalls((response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          const drip = setInterval(() => response.write(' '), 50)
          response.on('close', () => clearInterval(drip))
        })
      },
      failing,
    ],
    [
      'answers without end',
      () => {
        mcp.intercept = onCalls((response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          const pour = () => {
            while (!response.destroyed && response.write('x'.repeat(65_536)));
            if (!response.destroyed) response.once('drain', pour)
          }
          pour()
        })
      },
      failing,
    ],
    [
      'answers with a page',
      () => {
        mcp.intercept = onCalls((response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
        )
      },
      failing,
    ],
    [
      'answers with half a message',
      () => {
        mcp.intercept = onCalls((response) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc": "2.'),
        )
      },
      failing,
    ],
    [
      'answers 500',
      () => (mcp.intercept = onCalls((response) => response.writeHead(500).end())),
      failing,
    ],
    [
      'wants another sign-in',
      () => (mcp.intercept = onCalls((response) => response.writeHead(401).end())),
      failing,
    ],
    ['reports an error', () => (mcp.onCall = () => ({ error: 'no such coin' })), failing],
    [
      'says that its tool failed',
      () => (mcp.onCall = () => ({ ...text('no such coin'), isError: true })),
      { state: 'failed', error: expect.stringContaining('no such coin') },
    ],
    [
      'gives far too much',
      () => (mcp.onCall = () => text('x'.repeat(MEGABYTES))),
      { state: 'done', is_truncated: true },
    ],
    [
      'has changed its tools',
      () => {
        mcp.tools = [{ ...WELL, description: 'Sends a thing' }]
        nowMs += 61_000
      },
      failing,
    ],
    [
      'cannot be reached at all',
      () => {
        mcp.intercept = (request) => {
          request.socket.destroy()
          return true
        }
      },
      failing,
    ],
  ]

  it.each(cases)('%s ends answered, paid once and settled', async (_, misbehave, call) => {
    misbehave()
    await settlesWith(await paidTurn(HTTP, 'get_thing'), call)
  })

  it.each([
    ['crashes', 'get_crash', {}, failing],
    ['prints what is no message', 'get_noise', {}, { state: 'done', result: 'still here' }],
    ['never answers as a process', 'get_never', {}, failing],
    ['gives five megabytes', 'get_huge', { value: '5' }, failing],
    ['is fed a shell’s words', 'get_echo', { value: SHELL }, { state: 'done', result: SHELL }],
  ])('%s ends answered, paid once and settled', async (_, tool, args, call) => {
    await settlesWith(await paidTurn(STDIO, tool, args), call)
  })

  it('loses its app meanwhile ends answered, paid once and settled', async () => {
    mcp.onCall = async () => {
      await user.call('POST', '/apps/uninstall', { body: { appId: HTTP } })
      await sleep(50)
      return text('too late')
    }
    await settlesWith(await paidTurn(HTTP, 'get_thing'), failing)
  })

  it('is stopped by the user meanwhile gives the POINT back', async () => {
    const { userId } = user
    const before = await store.ledger.getBalance(userId)
    llm.script(calling(`${HTTP}__get_thing`), saying('So it is.'))
    const id = await newChat(user, { app_id: HTTP })
    const called = Promise.withResolvers<void>()
    mcp.onCall = () => {
      called.resolve()
      return new Promise(() => undefined)
    }
    const sent = send(user, id, 'Get me the thing.')
    await called.promise
    await user.call('POST', `/chats/${id}/stop`)
    expect(endOf((await sent).events).reason).toBe('stopped')
    expect(await store.ledger.getBalance(userId)).toBe(before)
    expect(await store.ledger.check()).toEqual([])
  })
})
