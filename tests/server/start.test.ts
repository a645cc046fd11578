import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { testChain } from '#tests/support/chain.ts'
import { withDatabase } from '#tests/support/database.ts'
import { ready, run, SERVER, temporaryFolder, type Environment } from '#tests/support/product.ts'

vi.setConfig({ testTimeout: 90_000 })

const WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

const { folder, remove } = temporaryFolder()
const taken = createServer()
let takenPort = 0
let chain: Awaited<ReturnType<typeof testChain>>

beforeAll(async () => {
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  takenPort = typeof address === 'object' && address !== null ? address.port : 0
  chain = await testChain()
  mkdirSync(path.join(folder, 'foreign'))
  writeFileSync(path.join(folder, 'foreign', 'letter.txt'), 'keep me')
})

afterAll(async () => {
  taken.close()
  await chain.stop()
  remove()
})

const refusal = async (env: Environment): Promise<string> => {
  const dataDir = path.join(folder, randomBytes(4).toString('hex'))
  const command = run([SERVER], { env: { DATA_DIR: dataDir, ...env } })
  expect(await command.ended).toBe(1)
  return command.output()
}

describe('a start that cannot be', () => {
  it.each<[string, () => Environment, RegExp]>([
    ['a bad value', () => ({ WELCOME_POINTS: 'many' }), /^WELCOME_POINTS: must be a whole number/],
    [
      'a proxy that is no address',
      () => ({ TRUST_PROXY: '10.0.0.0/99' }),
      /^TRUST_PROXY: must be addr/,
    ],
    [
      'a taken port',
      () => ({ PORT: String(takenPort) }),
      /^PORT: \d+ is taken; set another, for example PORT=\d+ npm start/,
    ],
    [
      'a taken chain port',
      () => ({ SOLANA_LOCAL_PORT: String(takenPort) }),
      /^Port \d+ .*is taken.*SOLANA_LOCAL_PORT/,
    ],
    [
      'a port of the chain',
      () => ({ PORT: '18900', SOLANA_LOCAL_PORT: '18899' }),
      /^PORT: 18900 belongs to the embedded chain/,
    ],
    [
      'a folder of other files',
      () => ({ DATA_DIR: path.join(folder, 'foreign') }),
      /^DATA_DIR: .*foreign holds other files/,
    ],
    [
      'a file for a folder',
      () => ({ DATA_DIR: path.join(folder, 'foreign', 'letter.txt') }),
      /^DATA_DIR: .*letter\.txt cannot be made or used/,
    ],
    ['a folder below /proc', () => ({ DATA_DIR: '/proc/desk' }), /^DATA_DIR: \/proc\/desk cannot/],
    [
      'a dead database, without its password',
      () => ({ DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/desk' }),
      /^DATABASE_URL: (?!.*hush).*ECONNREFUSED/,
    ],
    [
      'an unknown database',
      () => ({ DATABASE_URL: withDatabase(inject('postgresUrl'), 'nowhere') }),
      /^DATABASE_URL: database "nowhere" does not exist/,
    ],
    [
      'a dead cluster, without its key',
      () => ({ SOLANA_RPC_URL: 'http://127.0.0.1:9/?api-key=hush', RECEIVER_WALLET: WALLET }),
      /^SOLANA_RPC_URL: (?!.*hush)127\.0\.0\.1:9 does not answer/,
    ],
    [
      'a cluster of another network',
      () => ({ SOLANA_RPC_URL: chain.rpcUrl, RECEIVER_WALLET: WALLET }),
      /^SOLANA_NETWORK: is mainnet-beta, but SOLANA_RPC_URL answers with the genesis hash of another/,
    ],
    [
      'a token that is not there',
      () => ({
        SOLANA_RPC_URL: chain.rpcUrl,
        SOLANA_NETWORK: 'localnet',
        RECEIVER_WALLET: WALLET,
        PRODUCT_TOKEN_MINT: WALLET,
        PRODUCT_TOKEN_PER_POINT: '5',
      }),
      /^PRODUCT_TOKEN_MINT: \w+ does not exist on localnet/,
    ],
  ])('is refused in one line: %s', async (_name, env, line) => {
    const output = await refusal(env())
    expect(output).toMatch(line)
    expect(output.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('several servers on one DATABASE_URL', () => {
  it('start at once on an empty one; one of them makes the user', async () => {
    const name = `start_${randomBytes(6).toString('hex')}`
    const owner = await openDatabase({ url: inject('postgresOwnerUrl'), poolSize: 1 })
    await owner.query(`create database ${name}`)
    const DATABASE_URL = withDatabase(inject('postgresOwnerUrl'), name)
    const servers = ['a', 'b', 'c'].map((dir) =>
      run([SERVER], { env: { DATABASE_URL, DATA_DIR: path.join(folder, dir) } }),
    )
    try {
      await Promise.all(servers.map(ready))
      expect(servers.filter((server) => /user demo password/.test(server.output()))).toHaveLength(1)
    } finally {
      for (const { child } of servers) child.kill('SIGTERM')
      expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0, 0])
      await owner.query(`drop database ${name} with (force)`)
      await owner.close()
    }
  })
})
