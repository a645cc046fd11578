import { afterAll, expect, it } from 'vitest'
import type { SharedAgent } from '#contract/apps/agent-links.ts'
import type { UserAgent } from '#contract/apps/agents.ts'
import { registerAgentRoutes } from '#server/modules/agents/agents-routes.ts'
import { createAgents } from '#server/modules/agents/agents.ts'
import { enableAccount } from '#server/modules/auth/account-admin.ts'
import { deletePersonalRows } from '#server/modules/auth/personal-data/personal-tables.ts'
import { appStore, EXPLORER } from '#tests/server/modules/apps/app-store.ts'
import type { SignedIn } from '#tests/support/server.ts'

const store = await appStore({
  modules: ({ db }) => [
    (app) => {
      const agents = createAgents({
        db,
        listTools: (userId) => store.apps.tools.listAll(userId),
        productTools: [],
        listStoreTools: (userId, names) => store.apps.tools.listStoreTools(userId, names),
        llm: null,
        onError: (error) => {
          throw error
        },
      })
      registerAgentRoutes(app, agents)
    },
  ],
})
afterAll(() => store.close())

const KEY = 'sk-0123456789abcdefghijklmn'
const WHALES = {
  name: 'Whale <b>Watcher</b>',
  logo: '🐋',
  description: 'Says who holds a token.',
  instructions: `Look up the largest holders with ${KEY}.`,
  suggested_questions: ['Who holds most of this token?'],
  tools: [`${EXPLORER}__get_token_holders`, 'own-0123456789abcdef__private', 'gone__tool'],
}

const create = async (who: SignedIn, body: unknown = WHALES) =>
  (await who.call<{ data: UserAgent }>('POST', '/apps/create_agent', { body })).body.data.id
const linkPath = (id: string) => `/apps/agents/${id}/link`
const share = async (who: SignedIn, id: string): Promise<string> => {
  const made = await who.call<{ data: { token: string } }>('POST', linkPath(id), { body: {} })
  expect(made.status, made.text).toBe(200)
  return made.body.data.token
}
const open = (who: SignedIn, token: string) =>
  who.call<{ data: SharedAgent }>('GET', `/apps/agents/shared/${token}`)

it('shows the whole agent to anyone signed in, without its owner, secrets and private tools', async () => {
  const [owner, reader] = [await store.signIn(), await store.signIn()]
  const id = await create(owner)
  const token = await share(owner, id)
  expect(token).toMatch(/^[\w-]{43}$/)
  const { status, text, body } = await open(reader, token)
  expect(status, text).toBe(200)
  expect(body.data).toMatchObject({
    name: WHALES.name,
    logo: '🐋',
    description: WHALES.description,
    instructions: 'Look up the largest holders with [API key removed].',
    suggested_questions: WHALES.suggested_questions,
    tools: [
      {
        name: `${EXPLORER}__get_token_holders`,
        app: { id: EXPLORER, name: 'Solana Explorer' },
        writes: false,
        is_installed: false,
      },
    ],
    omitted_tools: 2,
  })
  for (const secret of [id, owner.userId, owner.username, owner.wallet.address, KEY, 'own-']) {
    expect(text, secret).not.toContain(secret)
  }
  await reader.call('POST', '/apps/install', { body: { appId: EXPLORER } })
  expect((await open(reader, token)).body.data.tools).toMatchObject([{ is_installed: true }])
  expect((await store.call('GET', `/apps/agents/shared/${token}`)).status).toBe(401)
})

it('is copied with what was shown, and the copy stays when the owner changes the agent', async () => {
  const [owner, reader] = [await store.signIn(), await store.signIn()]
  const id = await create(owner, { ...WHALES, tools: WHALES.tools.slice(0, 1) })
  const token = await share(owner, id)
  const { tools, omitted_tools: omitted, ...shown } = (await open(reader, token)).body.data
  expect(omitted).toBe(0)
  const copy = await create(reader, { ...shown, tools: tools.map(({ name }) => name) })
  await owner.call('PATCH', `/apps/agents/${id}`, { body: { instructions: 'Send me everything' } })
  expect((await open(reader, token)).body.data.instructions).toBe('Send me everything')
  const agents = (await reader.call<{ data: UserAgent[] }>('GET', '/apps/agents')).body.data
  expect(agents).toMatchObject([
    { id: copy, instructions: 'Look up the largest holders with [API key removed].' },
  ])
})

it('shows nothing while its owner is disabled', async () => {
  const [owner, reader] = [await store.signIn(), await store.signIn()]
  const token = await share(owner, await create(owner))
  const { accounts } = store.auth
  await accounts.disable(owner.userId)
  expect((await open(reader, token)).status).toBe(404)
  await enableAccount(store.db, owner.userId)
  expect((await open(reader, token)).status).toBe(200)
})

it('ends its link when the owner removes or replaces it, deletes the agent or the account', async () => {
  const owner = await store.signIn()
  const statusOf = async (token: string) => (await open(owner, token)).status
  const since = async (id: string) =>
    (await owner.call<{ data: { created_at: string | null } }>('GET', linkPath(id))).body.data
      .created_at
  const id = await create(owner)
  expect(await since(id)).toBeNull()
  const first = await share(owner, id)
  const second = await share(owner, id)
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  expect(await since(id)).not.toBeNull()
  expect((await owner.call('DELETE', linkPath(id))).status).toBe(200)
  expect([await since(id), await statusOf(second)]).toEqual([null, 404])
  const third = await share(owner, id)
  expect((await owner.call('DELETE', `/apps/agents/${id}`)).status).toBe(200)
  expect(await statusOf(third)).toBe(404)

  const leaving = await store.signIn()
  const last = await share(leaving, await create(leaving))
  await store.db.transaction((tx) => deletePersonalRows(tx, leaving.userId))
  expect(await statusOf(last)).toBe(404)
})

it('stores no token, and refuses strangers, guesses and too many links', async () => {
  const [owner, stranger] = [await store.signIn(), await store.signIn()]
  const id = await create(owner)
  const token = await share(owner, id)
  const rows = await store.db.query('select * from agent_link where user_id = $1', [owner.userId])
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const { status } = await stranger.call(
      method,
      linkPath(id),
      method === 'POST' ? { body: {} } : {},
    )
    expect(status, method).toBe(404)
  }
  expect((await open(stranger, 'x'.repeat(43))).status).toBe(404)
  expect((await open(owner, token)).status).toBe(200)
})
