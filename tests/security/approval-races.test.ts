import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { chatDesk, modelOf, newChat, noteTool, send } from '#tests/server/modules/chat/chat-desk.ts'
import { calling, POINT, toolEvents } from '#tests/server/modules/chat/model-desk.ts'
import { scriptedLlm, saying } from '#tests/support/scripted-llm.ts'
import type { SignedIn, TestServer } from '#tests/support/server.ts'

const CALLS = 20

let ran = 0
/** What the paid tool took, or why it could not. */
const sold: string[] = []

const openDesk = async (db?: TestServer['db']): Promise<TestServer> => {
  const desk = await chatDesk({
    ...(db === undefined ? {} : { db }),
    model: modelOf(llm),
    providers: ({ db: own, ledger }) => [
      {
        listTools: async () => [
          noteTool({
            name: 'notes__write',
            writes: true,
            run: async () => {
              ran += 1
              return { text: 'written' }
            },
          }),
          noteTool({
            name: 'notes__buy',
            price: { points: 1 },
            run: async (_args, { userId, callId }) => {
              const charged = await ledger.charge(
                {
                  userId,
                  lamports: POINT,
                  idempotencyKey: callId,
                  requestHash: callId,
                  consumption: { type: 'PREMIUM_FEATURE' },
                },
                own,
              )
              sold.push(charged.ok ? 'sold' : charged.reason)
              return { text: charged.ok ? 'bought' : charged.reason, isError: !charged.ok }
            },
          }),
        ],
      },
    ],
  })
  return desk.server
}

const llm = await scriptedLlm()
const server = await openDesk()
const sibling = await openDesk(server.db)
afterAll(async () => {
  await sibling.close()
  await server.close()
  await llm.close()
})
beforeEach(() => {
  ran = 0
  sold.length = 0
})

/** A chat in which the model's call waits for the user. */
async function waitingFor(user: SignedIn, tool: string): Promise<{ id: string; callId: string }> {
  llm.script(calling(tool, {}), saying('Done.'))
  const id = await newChat(user)
  const { events } = await send(user, id, 'Please do it')
  const waiting = toolEvents(events).at(-1)
  expect(waiting?.state).toBe('needs_approval')
  return { id, callId: waiting?.call_id ?? '' }
}

const decide = (
  { accessToken: token }: SignedIn,
  { id, callId }: { id: string; callId: string },
  approved: boolean,
  at = server,
) => at.call('POST', `/chats/${id}/approve`, { token, body: { call_id: callId, approved } })

describe('one call that is decided many times at once at two servers', () => {
  it.each([
    ['approved by all', () => true],
    ['approved by half and declined by half', (index: number) => index % 4 < 2],
  ])('is decided once when it is %s', async (_, choose) => {
    const user = await server.signIn()
    const call = await waitingFor(user, 'notes__write')
    const answers = await Promise.all(
      Array.from({ length: CALLS }, (_unused, index) =>
        decide(user, call, choose(index), index % 2 === 0 ? server : sibling),
      ),
    )
    const taken = answers.flatMap(({ status }, index) => (status === 200 ? [choose(index)] : []))
    expect(taken).toHaveLength(1)
    expect(ran).toBe(taken[0] === true ? 1 : 0)
    const others = answers.filter(({ status }) => status !== 200)
    expect(others.every(({ status }) => status === 404 || status === 409)).toBe(true)
  })

  it('cannot be approved after it was declined', async () => {
    const user = await server.signIn()
    const call = await waitingFor(user, 'notes__write')
    expect((await decide(user, call, false)).text).toContain('"declined"')
    expect((await decide(user, call, true, sibling)).status).toBe(404)
    expect(ran).toBe(0)
  })
})

describe('a paid call of the model', () => {
  it('asks first, and takes nothing when it is declined', async () => {
    const user = await server.signIn()
    const { userId } = user
    await server.grant(userId, POINT)
    const call = await waitingFor(user, 'notes__buy')
    expect(sold).toEqual([])
    await decide(user, call, false)
    expect(sold).toEqual([])
    expect(await server.ledger.getBalance(userId)).toBe(POINT)
  })

  it('runs once when eight are approved at once on a single POINT', async () => {
    const user = await server.signIn()
    const { userId } = user
    await server.grant(userId, POINT)
    const calls: Awaited<ReturnType<typeof waitingFor>>[] = []
    for (let made = 0; made < 8; made += 1) calls.push(await waitingFor(user, 'notes__buy'))
    llm.script(saying('Done.'))
    await Promise.all(
      calls.map((call, index) => decide(user, call, true, index % 2 === 0 ? server : sibling)),
    )
    expect(sold.filter((outcome) => outcome === 'sold')).toHaveLength(1)
    expect(sold.filter((outcome) => outcome === 'insufficient_balance')).toHaveLength(7)
    expect(await server.ledger.getBalance(userId)).toBe(0n)
    expect(await server.ledger.check()).toEqual([])
  })
})
