import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoreApp } from '#contract/apps/apps.ts'
import type { LocalChainHandle } from '#localnet/start-local-chain.ts'
import { CATALOG } from '#server/modules/apps/store/catalog.ts'
import { draftByRules } from '#server/modules/agents/draft-rules.ts'
import { createBuiltinTools } from '#server/modules/chat/tools/builtin-tools.ts'
import {
  createUnderstanding,
  type Understanding,
} from '#server/modules/chat/assistant/understand.ts'
import type { AssistantTool, ToolProvider, ToolScope } from '#server/modules/chat/tools/tool.ts'
import { endOf, newChat, send, thread } from '#tests/server/modules/chat/chat-desk.ts'
import { toolEvents } from '#tests/server/modules/chat/model-desk.ts'
import { testChain } from '#tests/support/chain.ts'
import { chatToolsOn, type FakeRuns } from '#tests/support/research-tool.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { appStore, EXPLORER, toolsOf, type AppStore } from './app-store.ts'
import { openChats } from '#tests/support/chats.ts'

const GLOBAL_QUESTIONS = ['What is my balance?', 'Look up a wallet', 'Analyze a contract address']

const runs: FakeRuns = {
  start: async () => ({ id: 'report' }),
  getOwn: async () => ({ status: 'done', failure: null }),
  readBody: async () => 'Done',
}

let chain: LocalChainHandle
let store: AppStore
let user: SignedIn
let builtin: readonly AssistantTool[]
const providers: ToolProvider[] = []

beforeAll(async () => {
  chain = await testChain()
  store = await appStore({
    rpcUrl: chain.rpcUrl,
    modules: ({ db, ledger, rpc }) => {
      const own = createBuiltinTools({
        rpc,
        ledger,
        network: 'localnet',
        price: null,
        apps: { list: async () => ({ app_list: [], installed_apps: [] }) },
        paid: chatToolsOn(runs, { db, ledger }),
        now: Date.now,
      })
      providers.push(own)
      const installed = {
        listTools: (scope: ToolScope) => store.apps.tools.listTools(scope),
        describe: (scope: ToolScope) => store.apps.tools.describe(scope),
      }
      const assistant = { listAppTools: (userId: string) => store.apps.tools.listAll(userId) }
      return [openChats({ db, ledger }, { providers: [own, installed], assistant }).routes]
    },
  })
  user = await store.signIn()
  const scope = { userId: user.userId, appId: null, agentId: null }
  builtin = (await Promise.all(providers.map((own) => own.listTools(scope)))).flat()
  for (const appId of OWN_APPS) await user.call('POST', '/apps/install', { body: { appId } })
})
afterAll(async () => {
  await store?.close()
  await chain?.stop()
})

/** Tools of an app as its chat has them; of a server elsewhere, by what the catalog announces. */
const toolsOfEntry = async ({
  id,
  name,
  tools,
  transport,
  suggested_questions: asked,
}: (typeof CATALOG)[number]): Promise<readonly AssistantTool[]> =>
  transport.kind === 'builtin'
    ? toolsOf(store, user.userId, id)
    : tools.map((tool) => ({
        name: `${id}__${tool.name}`,
        app: { id, name },
        description: tool.description,
        inputSchema: { type: 'object', properties: {} },
        examples: (asked?.modules ?? [])
          .filter((module) => module.tool === tool.name)
          .map(({ content }) => content),
        writes: false,
        run: async () => ({ text: '' }),
      }))

const OWN_APPS = CATALOG.filter(({ transport }) => transport.kind === 'builtin').map(({ id }) => id)

/** By the names of their tools. Learning the phrases of one set takes most of a second. */
const understandings = new Map<string, Understanding>()

const readingOf = (tools: readonly AssistantTool[], question: string) => {
  const names = tools.map(({ name }) => name).join(' ')
  const understanding = understandings.get(names) ?? createUnderstanding(tools)
  understandings.set(names, understanding)
  return understanding.read(question, Date.now())
}

const ASKED = CATALOG.flatMap((app) =>
  (app.suggested_questions?.modules ?? []).map(({ content, tool }) => ({ app, content, tool })),
)

describe('a question that the product suggests', () => {
  it.each(ASKED)('“$content” is understood in the chat of $app.name', async (asked) => {
    const tools = [...builtin, ...(await toolsOfEntry(asked.app))]
    const reading = readingOf(tools, asked.content)
    expect(reading.kind).toBe('tool')
    if (reading.kind !== 'tool' || asked.tool === undefined) return
    expect(reading.tool.name).toBe(`${asked.app.id}__${asked.tool}`)
  })

  it.each(GLOBAL_QUESTIONS)('“%s” is understood in a global chat', (question) => {
    expect(readingOf(builtin, question).kind).toBe('tool')
  })

  it.each(['Watch my wallets', 'Explain transactions', 'whales of a token', 'teach me Solana'])(
    'is understood by the agent drafted for “%s”',
    async (idea) => {
      const tools = [...builtin, ...(await toolsOf(store, user.userId, EXPLORER))]
      const draft = draftByRules(idea, tools, [])
      const own = tools.filter(({ name }) => draft.tools.includes(name))
      expect(draft.suggested_questions.length).toBeGreaterThan(0)
      for (const question of draft.suggested_questions) {
        expect([question, readingOf(own, question).kind]).toEqual([question, 'tool'])
      }
    },
  )

  it.each([
    ['What is the network status?', 'network_status', 'done', null],
    ['What is the SOL balance of a wallet?', 'get_balance', 'needs_input', 'address'],
    ['Who are the largest holders of a token?', 'get_token_holders', 'needs_input', 'mint'],
    ['Show the recent activity of an address', 'get_recent_activity', 'needs_input', 'address'],
  ])('“%s” gets an answer or a form', async (content, tool, state, missing) => {
    const id = await newChat(user, { app_id: EXPLORER })
    const { events } = await send(user, id, content)
    const call = toolEvents(events).at(-1)
    expect(call).toMatchObject({ tool: `${EXPLORER}__${tool}`, state })
    if (missing !== null) expect(call?.missing).toEqual([missing])
    expect(endOf(events).reason).toBe(missing === null ? 'complete' : 'needs_input')
  })

  it('is answered by an app that a global chat mentions, then and later', async () => {
    const id = await newChat(user)
    const tool = `${EXPLORER}__network_status`
    const { events } = await send(user, id, '@Solana Explorer What is the network status?')
    expect(toolEvents(events).at(-1)).toMatchObject({ tool, state: 'done' })
    const later = await send(user, id, `/${tool}`)
    expect(toolEvents(later.events).at(-1)).toMatchObject({ tool, state: 'done' })
    const elsewhere = await send(user, await newChat(user), `/${tool}`)
    expect(toolEvents(elsewhere.events)).toEqual([])
  })

  it.each([
    ['calculator', 'What is 12 % of 250?', '30'],
    ['calculator', 'How many lamports are 2.5 SOL?', '2,500,000,000 lamports'],
    ['notes', 'Show my notes', 'You have no notes yet'],
    ['notes', 'Search my notes for wallets', 'None of your notes contain that'],
    ['solana-explorer', 'What slot are we at?', 'Slot'],
    ['solana-explorer', 'Is the chain healthy?', 'Slot'],
  ])('is answered in the chat of %s: “%s”', async (appId, content, expected) => {
    const id = await newChat(user, { app_id: appId })
    const { events } = await send(user, id, content)
    expect(toolEvents(events).at(-1)).toMatchObject({
      state: 'done',
      result: expect.stringContaining(expected),
    })
  })

  it('is sent without the name of the tool that answers it', async () => {
    const { body } = await user.call<{ data: { app_list: StoreApp[] } }>('GET', '/apps')
    const explorer = body.data.app_list.find(({ id }) => id === EXPLORER)
    expect(explorer?.suggested_questions?.modules?.[0]).toEqual({
      title: 'Network',
      content: 'What is the network status?',
      icon: '📡',
    })
  })
})

describe('a phrase that an installed app serves', () => {
  const ask = async (question: string): Promise<string> => {
    const id = await newChat(user)
    await send(user, id, question)
    return JSON.stringify((await thread(user, id)).messages.at(-1)?.parts)
  }

  it.each(['show my notes', 'note: buy HARBOR under 0.0000001'])(
    'is offered to the app in a global chat: %s',
    async (question) => {
      const answer = await ask(question)
      expect(answer).toContain('**Notes** can do that.')
      expect(answer).toContain(`@Notes ${question}`)
    },
  )

  it('is kept as a note as it is written, also if it reads like another wish', async () => {
    const tools = await toolsOf(store, user.userId, 'notes')
    const text = 'buy HARBOR under 0.0000001'
    for (const question of [`note: ${text}`, `Note : ${text}`]) {
      expect(readingOf([...builtin, ...tools], question)).toMatchObject({
        tool: { name: 'notes__save_note' },
        args: { text },
      })
    }
  })

  it('is not offered to an app that does not serve it', async () => {
    expect(await ask('what is the best pizza in Naples?')).not.toContain('can do that')
  })
})
