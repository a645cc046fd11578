import { afterAll, describe, expect, it } from 'vitest'
import type { AgentDefinition, AgentTool, UserAgent } from '#contract/apps/agents.ts'
import { LlmError } from '#server/clients/llm/llm-error.ts'
import type { Llm } from '#server/clients/llm/llm.ts'
import { registerAgentRoutes } from '#server/modules/agents/agents-routes.ts'
import { createAgents, type Agents } from '#server/modules/agents/agents.ts'
import { routeTools } from '#server/modules/agents/route-tools.ts'
import { appStore, EXPLORER } from '#tests/server/modules/apps/app-store.ts'
import type { SignedIn } from '#tests/support/server.ts'

type One = { data: UserAgent & { agent_id: string } }
type Many = { data: UserAgent[] }
type Drafted = { data: AgentDefinition & { engine: string } }

let agents: Agents
/** The answer of the scripted model; null when none is configured. */
let says: string | Error | null = null
const model: Pick<Llm, 'name' | 'converse'> = {
  name: 'scripted',
  async *converse() {
    if (says instanceof Error) throw says
    yield { type: 'text', delta: says ?? '' }
    yield { type: 'end', reason: 'stop' }
  },
}
const failures: unknown[] = []

const store = await appStore({
  modules: ({ db }) => [
    (app) => {
      agents = createAgents({
        db,
        listTools: (userId) => store.apps.tools.listAll(userId),
        productTools: [],
        listStoreTools: (userId, names) => store.apps.tools.listStoreTools(userId, names),
        llm: model,
        onError: (error) => failures.push(error),
      })
      registerAgentRoutes(app, {
        ...agents,
        draft: (userId, idea, signal) =>
          says === null
            ? createAgents({
                db,
                listTools: (id) => store.apps.tools.listAll(id),
                productTools: [],
                listStoreTools: (id, names) => store.apps.tools.listStoreTools(id, names),
                llm: null,
                onError: (error) => failures.push(error),
              }).draft(userId, idea, signal)
            : agents.draft(userId, idea, signal),
      })
    },
  ],
})
const user = await store.signIn()
await user.call('POST', '/apps/install', { body: { appId: EXPLORER } })
afterAll(() => store.close())

const create = (body: unknown, who = user) => who.call<One>('POST', '/apps/create_agent', { body })
const list = async (who = user) => (await who.call<Many>('GET', '/apps/agents')).body.data
const draft = async (idea: string) =>
  (await user.call<Drafted>('POST', '/apps/agents/draft', { body: { idea } })).body.data

const WHALES = {
  name: 'Whale Watcher',
  logo: '🐋',
  description: 'Tells who holds a token.',
  instructions: 'Look up the largest holders.',
  suggested_questions: ['Who holds most of this token?'],
  tools: [`${EXPLORER}__get_token_holders`],
}

describe('an agent', () => {
  it('is made, listed, changed and deleted', async () => {
    const { status, body } = await create(WHALES)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ...WHALES, agent_id: body.data.id })
    expect(await list()).toMatchObject([WHALES])

    const path = `/apps/agents/${body.data.id}`
    const changed = await user.call<One>('PATCH', path, { body: { name: 'Holders' } })
    expect(changed.body.data).toMatchObject({ ...WHALES, name: 'Holders' })
    expect(await list()).toMatchObject([{ ...WHALES, name: 'Holders' }])

    const removed = await user.call('DELETE', path)
    expect(removed.status).toBe(200)
    expect(removed.body).toEqual({ status: 'success', data: { success: true }, error: null })
    expect(await list()).toEqual([])
    expect((await user.call('DELETE', path)).status).toBe(404)
  })

  it('is in no list while it is only tried out, and from then on when it is saved', async () => {
    const { id } = (await create({ ...WHALES, is_preview: true })).body.data
    const change = (body: unknown) => user.call<One>('PATCH', `/apps/agents/${id}`, { body })
    expect((await change({ name: 'Still tried' })).body.data).toMatchObject({ name: 'Still tried' })
    expect(await list()).toEqual([])
    expect((await change({ is_preview: true })).status).toBe(400)
    expect((await change({ is_preview: false })).status).toBe(200)
    expect(await list()).toMatchObject([{ id, name: 'Still tried' }])
    await user.call('DELETE', `/apps/agents/${id}`)
  })

  it('needs a name and nothing more', async () => {
    const { body } = await create({ name: '  Plain  ' })
    expect(body.data).toMatchObject({ name: 'Plain', logo: '', tools: [], suggested_questions: [] })
    await user.call('DELETE', `/apps/agents/${body.data.id}`)
  })

  it('can be given the tools of installed apps', async () => {
    const stranger = await store.signIn()
    const toolsOf = async (who: SignedIn) =>
      (await who.call<{ data: AgentTool[] }>('GET', '/apps/agents/tools')).body.data
    expect(await toolsOf(user)).toContainEqual({
      name: `${EXPLORER}__get_balance`,
      title: 'SOL balance',
      description: 'SOL balance of a wallet or any other address.',
      app: { id: EXPLORER, name: 'Solana Explorer' },
      writes: false,
    })
    expect(await toolsOf(stranger)).toEqual([])
  })

  it('keeps its earlier versions, the newest twenty, and gives them to nobody else', async () => {
    const { id } = (await create({ name: 'First' })).body.data
    const change = (name: string) => user.call('PATCH', `/apps/agents/${id}`, { body: { name } })
    type Versions = { data: { definition: AgentDefinition }[] }
    const names = async () =>
      (await user.call<Versions>('GET', `/apps/agents/${id}/versions`)).body.data.map(
        ({ definition }) => definition.name,
      )
    await change('Second')
    await change('Second')
    expect(await names()).toEqual(['First'])
    for (let index = 0; index < 21; index += 1) await change(`Name ${index}`)
    expect(await names()).toHaveLength(20)
    expect((await names())[0]).toBe('Name 19')
    const other = await store.signIn()
    expect((await other.call('GET', `/apps/agents/${id}/versions`)).status).toBe(404)
    expect((await user.call('DELETE', `/apps/agents/${id}`)).status).toBe(200)
    expect((await user.call('GET', `/apps/agents/${id}/versions`)).status).toBe(404)
  })

  it('keeps the fields and the versions of changes at the same time', async () => {
    const { id } = (await create({ name: 'First' })).body.data
    const changes = [
      { name: 'Second' },
      { instructions: 'Answer in one sentence.' },
      { description: 'Short answers' },
      { suggested_questions: ['How are you?'] },
    ]
    await Promise.all(changes.map((body) => user.call('PATCH', `/apps/agents/${id}`, { body })))
    const { data } = (await user.call<Many>('GET', '/apps/agents')).body
    expect(data.find((agent) => agent.id === id)).toMatchObject(Object.assign({}, ...changes))
    const versions = await user.call<{ data: unknown[] }>('GET', `/apps/agents/${id}/versions`)
    expect(versions.body.data).toHaveLength(4)
    await user.call('DELETE', `/apps/agents/${id}`)
  })

  it('belongs to no other user', async () => {
    const stranger = await store.signIn()
    const { body } = await create(WHALES)
    const path = `/apps/agents/${body.data.id}`
    expect(await list(stranger)).toEqual([])
    expect((await stranger.call('PATCH', path, { body: { name: 'Mine' } })).status).toBe(404)
    expect((await stranger.call('DELETE', path)).status).toBe(404)
    const scope = { userId: stranger.userId, appId: `agent:${body.data.id}`, agentId: body.data.id }
    expect(await agents.tools.describe(scope)).toBeNull()
    expect(await agents.tools.listTools(scope)).toEqual([])
    expect(await list()).toMatchObject([WHALES])
    await user.call('DELETE', path)
  })

  it('lends its chats the tools it names, as long as their apps are installed', async () => {
    const { body } = await create({ ...WHALES, tools: [...WHALES.tools, 'gone__tool'] })
    const { id } = body.data
    const scope = { userId: user.userId, appId: `agent:${id}`, agentId: id }
    const names = async () => (await agents.tools.listTools(scope)).map(({ name }) => name)
    expect(await names()).toEqual(WHALES.tools)
    expect(await agents.tools.describe(scope)).toEqual({
      name: WHALES.name,
      instructions: WHALES.instructions,
    })
    await user.call('POST', '/apps/uninstall', { body: { appId: EXPLORER } })
    expect(await names()).toEqual([])
    await user.call('POST', '/apps/install', { body: { appId: EXPLORER } })
    await user.call('DELETE', `/apps/agents/${id}`)
  })
})

describe('row 31: create_agent with hostile input', () => {
  it.each([
    ['no name', { name: '' }],
    ['a name of nothing visible', { name: '\u202e\u200b' }],
    ['a name that is too long', { name: 'x'.repeat(81) }],
    ['a description that is too long', { name: 'A', description: 'x'.repeat(501) }],
    ['instructions that are too long', { name: 'A', instructions: 'x'.repeat(8_001) }],
    ['too many questions', { name: 'A', suggested_questions: Array(13).fill('q') }],
    ['questions that are no texts', { name: 'A', suggested_questions: [{}] }],
    ['too many tools', { name: 'A', tools: Array(65).fill('a__b') }],
    ['a tool with a strange name', { name: 'A', tools: ['$(id)'] }],
    ['a logo elsewhere', { name: 'A', logo: 'https://evil.example/x.png' }],
    ['a logo inside', { name: 'A', logo: 'http://127.0.0.1/x.png' }],
    ['an SVG logo', { name: 'A', logo: 'data:image/svg+xml;base64,PHN2Zy8+' }],
    [
      'a logo that is too large',
      { name: 'A', logo: `data:image/png;base64,${'A'.repeat(200_000)}` },
    ],
    ['a command', { name: 'A', command: 'sh', args: ['-c', 'id'] }],
    ['an environment', { name: 'A', env: { PATH: '/' }, cwd: '/' }],
    ['servers to start', { name: 'A', mcpServers: {} }],
    ['no object', 'name'],
  ])('refuses %s', async (_, body) => {
    const answer = await create(body)
    expect([answer.status, answer.body]).toMatchObject([400, { status: 'error' }])
    expect(await list()).toEqual([])
  })

  it('keeps markup as text and drops what cannot be seen', async () => {
    const { body } = await create({
      name: '<b>Bold</b>\u202e \u200bBot',
      description: '<script>alert(1)</script>\u0007',
      suggested_questions: ['\u200b', 'Hello\n there'],
    })
    expect(body.data).toMatchObject({
      name: '<b>Bold</b> Bot',
      description: '<script>alert(1)</script>',
      suggested_questions: ['Hello there'],
    })
    await user.call('DELETE', `/apps/agents/${body.data.id}`)
  })

  it('keeps an uploaded picture', async () => {
    const logo = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==`
    const { body } = await create({ name: 'Picture', logo })
    expect(body.data.logo).toBe(logo)
    await user.call('DELETE', `/apps/agents/${body.data.id}`)
  })

  it('ends at a hundred', async () => {
    const many = await store.signIn()
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => create({ name: 'One' }, many)))
    }
    const last = await create({ name: 'One too many' }, many)
    expect([last.status, last.body]).toMatchObject([429, { code: 'RATE_LIMITED' }])
  })
})

describe('a draft by rules', () => {
  const IDEAS = [
    ['I want an agent that watches whales holding a token', 'get_token_holders'],
    ['explain a transaction to me in plain words', 'get_transaction'],
    ['check the SOL balance of my wallets', 'get_balance'],
    ['tell me whether the network is congested', 'network_status'],
  ] as const

  it.each(IDEAS)('of “%s” takes %s first', async (idea, tool) => {
    const drafted = await draft(idea)
    expect(drafted).toMatchObject({ engine: 'rules', logo: expect.stringMatching(/./u) })
    expect(drafted.tools[0]).toBe(`${EXPLORER}__${tool}`)
    expect(drafted.name.length).toBeGreaterThan(3)
    expect(drafted.instructions).toContain(idea)
  })

  it('can be posted unchanged', async () => {
    const drafted = await draft(IDEAS[0][0])
    const { engine: _, ...definition } = drafted
    const { status, body } = await create(drafted)
    expect([status, body.data]).toMatchObject([200, definition])
    await user.call('DELETE', `/apps/agents/${body.data.id}`)
  })

  it('asks four questions, each of which leads to a tool of its own', async () => {
    const tools = await store.apps.tools.listAll(user.userId)
    for (const [idea] of IDEAS) {
      const { suggested_questions: questions, tools: own } = await draft(idea)
      expect(new Set(questions).size).toBe(4)
      const reached = questions.map((question) => routeTools(question, tools, 1)[0]?.name)
      expect(new Set(reached).size, JSON.stringify(questions)).toBe(4)
      expect(own).toEqual(expect.arrayContaining(reached))
    }
  })

  it.each([
    [
      'Check whether a token is a rug pull',
      'Token Rug Guard',
      'Check whether a token is a rug pull.',
    ],
    ['Create NFT collections', 'NFT Collection Curator', 'Create NFT collections.'],
    ['Make me a bot that is friendly', 'Friendly Assistant', 'Is friendly.'],
    ['Is the network congested?', 'Network Congested Monitor', 'Is the network congested?'],
    ['A tutor that teaches Anchor', 'Anchor Tutor', 'A tutor that teaches Anchor.'],
  ])('of “%s” is called %s', async (idea, name, description) => {
    expect(await draft(idea)).toMatchObject({ name, description })
  })

  it('asks nothing that says too little to be understood', async () => {
    const { suggested_questions: questions } = await draft('what kind of account is that address')
    expect(questions[0]).toMatch(/^Show what an address is: wallet, token mint/)
  })

  it('is the same again, and works for someone without tools', async () => {
    expect(await draft(IDEAS[1][0])).toEqual(await draft(IDEAS[1][0]))
    const bare = await store.signIn()
    const { status, body } = await bare.call<Drafted>('POST', '/apps/agents/draft', {
      body: { idea: 'Sing me a song, called Sir Hums A Lot' },
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name: 'Sir Hums A Lot', tools: [], engine: 'rules' })
  })

  it('refuses no idea and too much of one', async () => {
    const ask = (idea: unknown) => user.call('POST', '/apps/agents/draft', { body: { idea } })
    expect((await ask('   ')).status).toBe(400)
    expect((await ask('x'.repeat(4_001))).status).toBe(400)
    expect((await ask(undefined)).status).toBe(400)
  })
})

describe('a draft by a model', () => {
  it('is held to the tools that there are', async () => {
    says = `Sure!\n\`\`\`json\n${JSON.stringify({
      name: 'Chain\u200b Guide',
      emoji: 'https://evil.example/x.png',
      description: 'Guides.',
      instructions: 'Be kind.',
      tools: [`${EXPLORER}__get_balance`, 'wallet__transfer'],
      questions: ['What does this wallet hold?', 'What does this wallet hold?'],
    })}\n\`\`\``
    const drafted = await draft('guide me')
    says = null
    expect(drafted).toMatchObject({
      name: 'Chain Guide',
      instructions: 'Be kind.',
      tools: [`${EXPLORER}__get_balance`],
      engine: 'scripted',
    })
    expect(drafted.logo).not.toContain('http')
    expect(drafted.suggested_questions).toHaveLength(4)
    expect(drafted.suggested_questions[0]).toBe('What does this wallet hold?')
  })

  it.each([
    ['nonsense', 'I would rather not.'],
    ['half an object', '{"name": "A", '],
    ['a failure', new LlmError('rate_limited')],
  ])('falls back to the rules after %s', async (_, answer) => {
    says = answer
    const drafted = await draft('explain a transaction')
    says = null
    expect(drafted).toMatchObject({
      engine: 'rules',
      tools: expect.arrayContaining([`${EXPLORER}__get_transaction`]),
    })
  })
})
