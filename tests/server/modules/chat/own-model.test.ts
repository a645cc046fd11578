import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatModel } from '#contract/chat/chat-model.ts'
import { createGuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { createSecretBox } from '#server/lib/secret-box.ts'
import { createAssistant } from '#server/modules/chat/assistant/assistant.ts'
import { registerChatRoutes } from '#server/modules/chat/chat-routes.ts'
import { createOwnModelEngine } from '#server/modules/chat/model/own-model-engine.ts'
import { registerOwnModelRoutes } from '#server/modules/chat/model/own-model-routes.ts'
import { createOwnModels, listSealedKeys } from '#server/modules/chat/model/own-models.ts'
import { createToolbox } from '#server/modules/chat/tools/toolbox.ts'
import { createTurns } from '#server/modules/chat/turns/turns.ts'
import { saying, scriptedLlm, type LlmStep, type ScriptedLlm } from '#tests/support/scripted-llm.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'
import { noDigest } from '#tests/support/chats.ts'
import { endOf, newChat, send, textOf } from './chat-desk.ts'

const KEY = 'sk-of-the-user-0123456789'
const COMMANDS = 'commands and tools'
const LAMPORTS = 100_000_000n

let llm: ScriptedLlm
let server: TestServer
let off: TestServer
beforeAll(async () => {
  llm = await scriptedLlm()
  server = await modelServer(true)
  off = await modelServer(false, server)
})
afterAll(async () => {
  await off.close()
  await server.close()
  await llm.close()
})

const modelServer = (isAllowed: boolean, shared?: TestServer): Promise<TestServer> =>
  testServer({
    ...(shared === undefined ? {} : { db: shared.db }),
    modules: ({ db, ledger }) => {
      const models = createOwnModels({
        db,
        box: createSecretBox(['the newest secret']),
        fetch: createGuardedFetch({ allow: [new URL(llm.url).host] }),
        isAllowed,
        testMs: 800,
      })
      const onError = () => undefined
      const toolbox = createToolbox([], onError)
      const assistant = createAssistant({
        db,
        now: Date.now,
        hasModel: false,
        listTokens: async () => [],
      })
      const turns = createTurns({
        db,
        ledger,
        toolbox,
        assistant,
        model: null,
        ownModel: async (userId) => {
          const own = await models.openModel(userId)
          const parts = { db, now: Date.now, appName: 'SolDesk', commands: assistant }
          return own === null ? null : createOwnModelEngine({ ...parts, llm: own })
        },
        pointsPerTurn: 1,
        onError,
      })
      return [
        (app) => registerChatRoutes(app, { db, toolbox, turns, readDigest: noDigest }),
        (app) => registerOwnModelRoutes(app, models),
      ]
    },
  })

const person = async (): Promise<SignedIn> => {
  const user = await server.signIn()
  const { userId } = user
  const credit = { userId, kind: 'topup', lamports: LAMPORTS, idempotencyKey: userId } as const
  await server.ledger.credit(server.db, credit)
  return user
}

type Saved = { data: ChatModel | null }
const put = (user: SignedIn, body: object = {}) =>
  user.call<Saved>('PUT', '/chat-model', {
    body: { base_url: llm.url, model: 'mine', api_key: KEY, ...body },
  })
const read = async (user: SignedIn) => (await user.call<Saved>('GET', '/chat-model')).body.data

const asked = async (user: SignedIn, body: object = {}) => {
  const chat = await newChat(user)
  const { events } = await send(user, chat, { content: 'What is a validator?', ...body })
  const [first] = events
  return { events, engine: first?.type === 'start' ? first.engine : null }
}

const tried = async (user: SignedIn, body: object = {}) => {
  const answer = await user.call<{ data: { is_ok: boolean; problem: string | null } }>(
    'POST',
    '/chat-model/test',
    { body: { base_url: llm.url, model: 'mine', api_key: KEY, ...body } },
  )
  expect(answer.status).toBe(200)
  return answer.body.data
}

describe('a model that a user connected', () => {
  it('answers the chats of that user alone, for free', async () => {
    const [user, other] = await Promise.all([person(), person()])
    expect((await put(user)).status).toBe(200)
    llm.script(saying('It signs blocks.'))
    const { engine, events } = await asked(user)
    expect(engine).toBe('mine (yours)')
    expect(textOf(events)).toBe('It signs blocks.')
    expect(llm.authorizations.at(-1)).toBe(`Bearer ${KEY}`)
    expect(llm.requests.at(-1)?.model).toBe('mine')
    expect(await server.ledger.getBalance(user.userId)).toBe(LAMPORTS)
    expect(await read(other)).toBeNull()
    expect((await asked(other)).engine).toBe(COMMANDS)
  })

  it('leaves an answer to commands when the user chooses so', async () => {
    const user = await person()
    await put(user)
    expect((await asked(user, { answered_by: 'commands' })).engine).toBe(COMMANDS)
    expect((await asked(user, { answered_by: 'server' })).engine).toBe(COMMANDS)
    expect((await asked(user, { answered_by: 'own' })).engine).toBe('mine (yours)')
  })

  it('falls back to commands, with a notice, when it fails before its first word', async () => {
    const user = await person()
    await put(user)
    llm.script([{ status: 500, body: { error: `leaks ${KEY}` } }])
    const { events } = await asked(user)
    expect(events.find(({ type }) => type === 'notice')).toMatchObject({
      code: 'MODEL_FALLBACK',
      message:
        'Your model failed, so commands and tools answer. The model’s server answered with error 500.',
    })
    expect(endOf(events).status).toBe('complete')
    expect(textOf(events)).not.toBe('')
    expect(JSON.stringify(events)).not.toContain(KEY)
  })

  it('is gone after its removal', async () => {
    const user = await person()
    await put(user)
    expect((await user.call('DELETE', '/chat-model')).status).toBe(200)
    expect(await read(user)).toBeNull()
    expect((await asked(user)).engine).toBe(COMMANDS)
  })
})

describe('the key', () => {
  it('is encrypted in the database, masked in answers, and absent from the export', async () => {
    const user = await person()
    const saved = await put(user)
    expect(saved.body.data).toEqual({ base_url: llm.url, model: 'mine', masked_key: '••••6789' })
    expect(await read(user)).toEqual(saved.body.data)
    const [row] = await server.db.query<{ sealed: string }>(
      'select sealed from chat_model where user_id = $1',
      [user.userId],
    )
    expect(row?.sealed).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toContain(KEY)
    const exported = await user.call('GET', '/auth/export')
    expect(exported.text).toContain(llm.url)
    expect(exported.text).not.toContain(KEY)
    expect(exported.text).not.toContain(row?.sealed)
  })

  it('stays when only the model changes, and never goes to another server', async () => {
    const user = await person()
    await put(user)
    const renamed = { base_url: `${llm.url}/`, model: 'other', api_key: undefined }
    expect((await put(user, renamed)).body.data?.masked_key).toBe('••••6789')
    const moved = { base_url: 'https://models.example/v1', api_key: undefined }
    expect((await put(user, moved)).body.data?.masked_key).toBeNull()
    expect((await put(user, { api_key: null })).body.data?.masked_key).toBeNull()
  })

  it('is encrypted again with the newest secret', async () => {
    const user = await person()
    await put(user)
    const { db } = server
    const box = createSecretBox(['a newer secret', 'the newest secret'])
    expect(await box.countByKey(listSealedKeys(db))).toMatchObject({ newest: 0, unreadable: 0 })
    const fetch = createGuardedFetch({ allow: [] })
    await createOwnModels({ db, box, fetch, isAllowed: true }).reseal()
    expect(await box.countByKey(listSealedKeys(db))).toMatchObject({ older: 0, unreadable: 0 })
    const back = createSecretBox(['the newest secret', 'a newer secret'])
    await createOwnModels({ db, box: back, fetch, isAllowed: true }).reseal()
  })

  it('goes with the account', async () => {
    const user = await person()
    await put(user)
    const proof = await server.prove(user.wallet)
    expect((await user.call('DELETE', '/auth/account', { body: { proof } })).status).toBe(200)
    const rows = await server.db.query('select 1 from chat_model where user_id = $1', [user.userId])
    expect(rows).toEqual([])
  })
})

describe('a test of a model', () => {
  it('asks the endpoint with the given key, and saves nothing', async () => {
    const user = await person()
    llm.script(saying('OK'))
    expect(await tried(user, { api_key: 'sk-unsaved' })).toMatchObject({
      is_ok: true,
      problem: null,
    })
    expect(llm.authorizations.at(-1)).toBe('Bearer sk-unsaved')
    expect(await read(user)).toBeNull()
  })

  const failures: [string, LlmStep[], string][] = [
    ['a rejected key', [{ status: 401, body: {} }], 'The model’s server rejected the key.'],
    [
      'an unknown model',
      [{ status: 404, body: {} }],
      'The server knows no such address or model name.',
    ],
    ['a silent endpoint', ['stall'], 'The model did not answer in time.'],
    [
      'another format',
      [{ event: { hello: 'world' } }, 'close'],
      'The answer is not in the OpenAI format, or it broke off.',
    ],
  ]
  it.each(failures)('explains %s', async (_, steps, problem) => {
    llm.script(steps)
    expect(await tried(await person())).toMatchObject({ is_ok: false, problem })
  })

  it.each(['http://127.0.0.1:9/v1', 'http://10.0.0.1/v1', 'http://localhost/v1'])(
    'refuses the private address %s',
    async (base_url) => {
      expect(await tried(await person(), { base_url })).toMatchObject({
        is_ok: false,
        problem: 'The address is not public, and the operator has not allowed it.',
      })
    },
  )

  it.each(['ftp://models.example', 'https://ann:secret@models.example', 'models.example'])(
    'refuses the address %s before asking',
    async (base_url) => {
      const user = await person()
      const body = { base_url, model: 'mine' }
      expect((await user.call('POST', '/chat-model/test', { body })).status).toBe(400)
      expect((await user.call('PUT', '/chat-model', { body })).status).toBe(400)
    },
  )
})

describe('a server that has models of users switched off', () => {
  it('refuses every call, and uses no model that is stored', async () => {
    const user = await person()
    await put(user)
    const there = await off.signIn(user.wallet)
    const body = { base_url: llm.url, model: 'mine' }
    const answers = await Promise.all([
      there.call('GET', '/chat-model'),
      there.call('PUT', '/chat-model', { body }),
      there.call('POST', '/chat-model/test', { body }),
      there.call('DELETE', '/chat-model'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect((await asked(there)).engine).toBe(COMMANDS)
    expect(await read(user)).not.toBeNull()
  })
})
