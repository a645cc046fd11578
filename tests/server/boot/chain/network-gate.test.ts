import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { confirmGenesis, joinDeployment } from '#server/boot/deployment/deployment.ts'
import { findDeployment } from '#server/boot/deployment/deployment-repository.ts'
import { createLogger } from '#server/lib/logger.ts'
import { createNetworkGate } from '#server/boot/chain/network-gate.ts'
import { encodeBase58 } from '#solana/base58.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  answer,
  scriptedNode,
  type ScriptedCall,
  type ScriptedNode,
  type ScriptedReply,
} from '#tests/support/scripted-node.ts'

const newHash = () => encodeBase58(randomBytes(32))
const FIRST = newHash()

let database: TestDatabase
let node: ScriptedNode
let genesis: string
let failure: ScriptedReply | null
beforeEach(async () => {
  database = await testDatabase()
  genesis = FIRST
  failure = null
  node = await scriptedNode((body) => {
    if (failure !== null) return failure
    const { method } = body as ScriptedCall
    return answer(body, method === 'getGenesisHash' ? JSON.stringify(genesis) : '7')
  })
})
afterEach(async () => {
  await node.close()
  await database.drop()
})

/** A server that starts on this database while the node is away. */
async function start() {
  const own = { network: 'localnet', genesisHash: null, receiver: 'r', token: 't' }
  const joined = await joinDeployment(
    database.db,
    { ...own, jwtFingerprints: ['key'] },
    { isShared: false, logger: createLogger() },
  )
  const refusals: string[] = []
  const settings = { url: node.url, timeoutMs: 3_000 }
  const gate = createNetworkGate({
    rpc: createSolanaRpc(settings),
    network: 'localnet',
    onRefused: ({ message }) => refusals.push(message),
  })
  gate.addTest(joined.confirmGenesis)
  return { rpc: createSolanaRpc({ ...settings, fetch: gate.fetch }), gate, refusals }
}

const asked = (method: string) =>
  node.requests.filter((body) => (body as ScriptedCall).method === method).length

describe('a chain whose node was away at the start', () => {
  it('is remembered when the node first answers', async () => {
    failure = { hangUp: true }
    const { rpc } = await start()
    await expect(rpc.getSlot()).rejects.toThrow('not reachable')
    expect((await findDeployment(database.db))?.genesisHash).toBeNull()
    failure = null
    expect(await rpc.getSlot()).toBe(7)
    expect((await findDeployment(database.db))?.genesisHash).toBe(FIRST)
  })

  it('is not swapped by a node of another chain, which gets no call', async () => {
    await (await start()).rpc.getSlot()
    const { rpc, refusals } = await start()
    genesis = newHash()
    const before = asked('getSlot')
    for (let round = 0; round < 3; round += 1) await expect(rpc.getSlot()).rejects.toThrow()
    expect(asked('getSlot')).toBe(before)
    expect(refusals).toEqual([
      expect.stringContaining(`Genesis hash is ${genesis} here and ${FIRST} in the database`),
    ])
    genesis = FIRST
    expect(await rpc.getSlot()).toBe(7)
  })

  it.each([
    ['an outage', { hangUp: true }],
    ['a failing proxy', { status: 502, text: '' }],
  ] as const)('is confirmed again after %s', async (_what, outage) => {
    const { rpc, refusals } = await start()
    await rpc.getSlot()
    failure = outage
    await expect(rpc.getSlot()).rejects.toThrow()
    failure = null
    genesis = newHash()
    await expect(rpc.getSlot()).rejects.toThrow()
    expect(refusals).toHaveLength(1)
  })

  it('is called once if it succeeds', async () => {
    const { rpc } = await start()
    for (let round = 0; round < 3; round += 1) await rpc.getSlot()
    expect(asked('getGenesisHash')).toBe(1)
  })

  it('takes one identity from two nodes that answer at once', async () => {
    const { gate } = await start()
    const other = newHash()
    const outcomes = await Promise.allSettled([gate.open(), confirmGenesis(database.db, other)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect([FIRST, other]).toContain((await findDeployment(database.db))?.genesisHash)
  })

  it('releases a caller that gives up while the node is silent', async () => {
    failure = { hang: true }
    const { rpc } = await start()
    const startedAt = performance.now()
    await expect(rpc.getSlot({ signal: AbortSignal.timeout(100) })).rejects.toThrow()
    expect(performance.now() - startedAt).toBeLessThan(1_500)
  })
})
