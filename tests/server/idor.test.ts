import { afterAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '#contract/endpoint/limits.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { ANALYSIS } from '#server/modules/analysis/report-run.ts'
import { keepToolResult } from '#server/modules/chat/chat-repository.ts'
import { buildDigest } from '#server/modules/research/digest/digest.ts'
import { planResearch } from '#server/modules/research/question/plan.ts'
import { RESEARCH } from '#server/modules/research/research-tool.ts'
import { finishRun, insertRun, takeRun } from '#server/modules/runs/run-repository.ts'
import { demoReport } from '#tests/support/reports.ts'
import { manyModulesServer } from '#tests/support/many-modules.ts'
import type { SignedIn } from '#tests/support/server.ts'

const REPORT = demoReport()
const MINT = 'So11111111111111111111111111111111111111112'

const server = await manyModulesServer()
const owner = await server.signIn()
const stranger = await server.signIn()
afterAll(() => server.close())

async function sessionOfOwner(): Promise<string> {
  const { body } = await owner.call<{ data: { id: string }[] }>('GET', '/auth/sessions')
  return body.data[0]?.id ?? ''
}

async function chargeOfOwner(): Promise<string> {
  const { db, ledger } = server
  const userId = owner.userId
  const key = uuidv7()
  await ledger.credit(db, { userId, kind: 'topup', lamports: 10n, idempotencyKey: key })
  const charge = await ledger.charge({
    userId,
    lamports: 10n,
    idempotencyKey: key,
    requestHash: key,
    consumption: { type: 'PREMIUM_FEATURE' },
  })
  if (!charge.ok) throw new Error(charge.reason)
  return charge.transferId
}

/** Returns the id of a finished run of the owner's. */
async function runOfOwner(
  run: { kind: string; input: object },
  result: { body: string; counts: object },
): Promise<string> {
  const { db } = server
  const [userId, id] = [owner.userId, uuidv7()]
  const transferId = await chargeOfOwner()
  await insertRun(
    db,
    { ...run, id, userId, transferId, groupId: null },
    { type: 'stage' },
    DEFAULT_LIMITS,
  )
  await takeRun(db, id)
  await finishRun(db, id, result)
  return id
}

async function researchOfOwner(): Promise<string> {
  const query = 'a private question'
  const digest = buildDigest({ plan: planResearch(query, 0), yields: [], reports: [] })
  const counts = {
    sources_asked: 0,
    sources_answered: 0,
    documents: 0,
    stories: 0,
    figures: 0,
    new_stories: 0,
  }
  const run = { kind: RESEARCH, input: { query, followUpTo: null } }
  return runOfOwner(run, { body: JSON.stringify(digest), counts })
}

async function topicOfOwner(): Promise<string> {
  const body = { research_id: await researchOfOwner() }
  const saved = await owner.call<{ data: { id: string } }>('POST', '/research-topics', { body })
  return saved.body.data.id
}

async function sourceOfOwner(): Promise<string> {
  const body = { url: `https://private.example/${uuidv7()}` }
  const added = await owner.call<{ data: { id: string } }>('POST', '/research-sources', { body })
  return added.body.data.id
}

async function reportOfOwner(): Promise<string> {
  const input = { kind: 'CA_ANALYSIS', addresses: [MINT], minHits: null }
  const counts = { wallets: 0, excluded: 0, trades: 0 }
  return runOfOwner({ kind: ANALYSIS, input }, { body: JSON.stringify(REPORT), counts })
}

async function agentOfOwner(): Promise<string> {
  const { body } = await owner.call<{ data: { id: string } }>('POST', '/apps/create_agent', {
    body: { name: 'A private agent' },
  })
  return body.data.id
}

async function chatOfOwner(): Promise<string> {
  const { body } = await owner.call<{ data: { id: string } }>('POST', '/chats', { body: {} })
  const { id } = body.data
  await owner.call('POST', `/chats/${id}/messages`, { body: { content: 'a private question' } })
  return id
}

async function toolResultOfOwner(): Promise<string> {
  const callId = uuidv7()
  await keepToolResult(server.db, { callId, chatId: await chatOfOwner(), text: 'private' })
  return callId
}

async function watchedByOwner(): Promise<string> {
  const address = REPORT.wallets[1]?.address ?? ''
  await owner.call('PUT', `/analysis/watched/${address}`, { body: {} })
  return address
}

async function alertOfOwner(): Promise<string> {
  const id = uuidv7()
  await server.db.query(
    `insert into price_alert (id, user_id, mint, direction, price) values ($1, $2, $3, 'above', 1)`,
    [id, owner.userId, MINT],
  )
  return id
}

/** Makes a thing of the owner's that a path's `{id}` can name. A route with an id and no line here fails the test. */
const THINGS: Readonly<Record<string, () => Promise<string>>> = {
  '/auth/wallets/{address}': async () => owner.wallet.address,
  '/auth/sessions/{id}': sessionOfOwner,
  '/analysis/reports/{id}': reportOfOwner,
  '/analysis/reports/{id}.csv': reportOfOwner,
  '/analysis/reports/{id}.json': reportOfOwner,
  '/analysis/reports/{id}/events': reportOfOwner,
  '/analysis/reports/{id}/wallets': reportOfOwner,
  '/analysis/reports/{id}/wallets/{address}': reportOfOwner,
  '/analysis/reports/{id}/series': reportOfOwner,
  '/analysis/reports/{id}/link': reportOfOwner,
  '/analysis/alerts/{id}': alertOfOwner,
  '/analysis/watched/{address}': watchedByOwner,
  '/analysis/watched/{address}/trades': watchedByOwner,
  '/research/{id}': researchOfOwner,
  '/research/{id}.md': researchOfOwner,
  '/research/{id}/link': researchOfOwner,
  '/research/{id}/events': researchOfOwner,
  '/research-topics/{id}': topicOfOwner,
  '/research-topics/{id}/refresh': topicOfOwner,
  '/research-topics/{id}/schedule': topicOfOwner,
  '/research-sources/{id}': sourceOfOwner,
  '/apps/agents/{id}': agentOfOwner,
  '/apps/agents/{id}/versions': agentOfOwner,
  '/apps/agents/{id}/link': agentOfOwner,
  '/apps/agents/{id}/files': agentOfOwner,
  '/apps/agents/{id}/files/{file_id}': agentOfOwner,
  '/apps/agents/{id}/schedule': agentOfOwner,
  '/chats/{id}': chatOfOwner,
  '/chats/{id}/messages': chatOfOwner,
  '/chats/{id}/approve': chatOfOwner,
  '/chats/{id}/stop': chatOfOwner,
  '/chats/{id}/stream': chatOfOwner,
  '/tool-results/{id}': toolResultOfOwner,
}

/** Valid bodies, so that only the id decides the answer. */
const BODIES: Readonly<Record<string, object>> = {
  updateChat: { title: 'taken over' },
  sendMessage: { content: 'hello' },
  scheduleTopic: { schedule: null },
  scheduleAgent: { schedule: null },
  addAgentFile: { name: 'a.txt', text: 'Something' },
  approveToolCall: { call_id: '00000000-0000-7000-8000-000000000000', approved: true },
}

const withId = () => server.app.api.endpoints.filter(({ path }) => path.includes('{'))
/** They name an address of the chain, which belongs to no user. */
const OF_THE_CHAIN = new Set(['watchWallet', 'walletResults', 'walletOverview'])
/** A call with a token in its path serves everyone who has it, and one without an account has no owner. */
const owned = () =>
  withId().filter(
    ({ auth, path, name }) => auth && !path.includes('{token}') && !OF_THE_CHAIN.has(name),
  )

type Called = { method: string; path: string; name: string }
const ask = (user: SignedIn, { method, path, name }: Called, id: string) =>
  user.call(
    method,
    path
      .replace(/\{\w+\}/, encodeURIComponent(id))
      .replace('{address}', REPORT.wallets[0]?.address ?? ''),
    method === 'GET' || method === 'DELETE' ? {} : { body: BODIES[name] ?? {} },
  )

describe('every route that names a thing by its id', () => {
  it('has a line in the matrix', () => {
    const paths = new Set(owned().map(({ path }) => path))
    expect([...paths].filter((path) => THINGS[path] === undefined)).toEqual([])
    expect(paths.size).toBeGreaterThanOrEqual(5)
  })

  it('answers a stranger as if the thing did not exist', async () => {
    for (const endpoint of owned()) {
      const id = (await THINGS[endpoint.path]?.()) ?? ''
      const foreign = await ask(stranger, endpoint, id)
      const unknown = await ask(stranger, endpoint, uuidv7())
      expect(foreign.status, endpoint.name).toBe(404)
      expect(unknown.status, endpoint.name).toBe(404)
      expect(foreign.body['code'], endpoint.name).toBe(unknown.body['code'])
      expect(foreign.body['message'], endpoint.name).toBe(unknown.body['message'])
      // Nothing happened to it, and the owner is served where the stranger was not.
      expect((await owner.call('GET', '/auth/me')).status).toBe(200)
      if (endpoint.method !== 'GET') continue
      expect((await ask(owner, endpoint, id)).status, endpoint.name).not.toBe(404)
    }
  })

  it.each([
    '1',
    `' or 1=1 --`,
    '../../me',
    '\0',
    '\ud7ff',
    'x'.repeat(64),
    '00000000-0000-0000-0000-000000000000',
  ])('answers 404 or 400 for the id %j', async (id) => {
    for (const endpoint of withId()) {
      const answer = await ask(owner, endpoint, id)
      expect([400, 404], `${endpoint.name} ${answer.text}`).toContain(answer.status)
    }
  })
})

describe('lists', () => {
  it('contain nothing of other users', async () => {
    const id = await reportOfOwner()
    const lists = server.app.api.endpoints.filter(
      ({ method, path, auth, kind }) =>
        method === 'GET' && auth && kind === 'json' && !path.includes('{'),
    )
    for (const { path, name } of lists) {
      const { text } = await stranger.call('GET', path)
      expect(text, name).not.toContain(id)
      expect(text, name).not.toContain(owner.userId)
      expect(text, name).not.toContain(owner.wallet.address)
    }
  })
})

describe('every authenticated route', () => {
  it('is closed without a token', async () => {
    for (const { method, path, auth, name } of server.app.api.endpoints) {
      if (!auth) continue
      const answer = await server.call(method, path.replaceAll(/\{\w+\}/g, uuidv7()))
      expect(answer.status, name).toBe(401)
    }
  })
})
