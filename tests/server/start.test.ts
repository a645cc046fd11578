import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { claimDataDir } from '#server/boot/storage/data-dir.ts'
import { findDeployment } from '#server/boot/deployment/deployment-repository.ts'
import { describeForOperator } from '#server/boot/operator-error.ts'
import { startServer } from '#server/boot/start-server.ts'
import { CONFIG_EXIT_CODE, parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { testChain } from '#tests/support/chain.ts'
import { testDatabase, withDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  ADMIN,
  ready,
  run,
  SERVER,
  temporaryFolder,
  type Environment,
} from '#tests/support/product.ts'

vi.setConfig({ testTimeout: 90_000 })

const WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

const { folder, remove } = temporaryFolder()
const taken = createServer()
let takenPort = 0
let chain: Awaited<ReturnType<typeof testChain>>
/** Spares a server a PostgreSQL of its own. */
let database: TestDatabase

beforeAll(async () => {
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  takenPort = typeof address === 'object' && address !== null ? address.port : 0
  ;[chain, database] = await Promise.all([testChain(), testDatabase()])
  mkdirSync(path.join(folder, 'foreign'))
  writeFileSync(path.join(folder, 'foreign', 'letter.txt'), 'keep me')
})

afterAll(async () => {
  taken.close()
  await Promise.all([chain.stop(), database.drop()])
  remove()
})

const ownChain = () => ({
  DATABASE_URL: database.ownerUrl,
  SOLANA_RPC_URL: chain.rpcUrl,
  SOLANA_NETWORK: 'localnet',
  RECEIVER_WALLET: WALLET,
})

const newFolder = () => path.join(folder, randomBytes(4).toString('hex'))

/** What a start with these settings prints before it ends with this code. */
const refusal = async (env: Environment, code: number): Promise<string> => {
  const command = run([SERVER], { env: { DATA_DIR: newFolder(), ...env } })
  expect(await command.ended).toBe(code)
  return command.output()
}

/** The same start in this process: a process of its own takes a second to load. */
const refusalHere = async (env: Environment): Promise<string> => {
  const start = async () => {
    const settings = { PORT: '0', SOLANA_LOCAL_PORT: '0', DATA_DIR: newFolder(), ...env }
    const config = parseConfig(settings)
    const claim = await claimDataDir(config.dataDir)
    try {
      const server = await startServer(config, { claim, siteBuilt: built, isApiOnly: true })
      await server.stop()
      return 'started'
    } finally {
      claim.release()
    }
  }
  return start().catch(describeForOperator)
}
const built = Promise.resolve()

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
    [
      'a folder that takes no file',
      () => {
        const dir = path.join(folder, 'refusing')
        mkdirSync(path.join(dir, 'chain'), { recursive: true })
        mkdirSync(path.join(dir, 'server.json.new'))
        return { DATA_DIR: dir }
      },
      /^DATA_DIR: .*refusing cannot be made or used \(EISDIR\)/,
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
      'a cluster of another network',
      () => ({
        DATABASE_URL: database.ownerUrl,
        SOLANA_RPC_URL: chain.rpcUrl,
        RECEIVER_WALLET: WALLET,
      }),
      /^SOLANA_NETWORK: is mainnet-beta, but SOLANA_RPC_URL answers with the genesis hash of another/,
    ],
    [
      'a token that is not there',
      () => ({ ...ownChain(), PRODUCT_TOKEN_MINT: WALLET, PRODUCT_TOKEN_PER_POINT: '5' }),
      /^PRODUCT_TOKEN_MINT: \w+ does not exist on localnet/,
    ],
  ])('is refused in one line: %s', async (_name, env, line) => {
    const output = await refusalHere(env())
    expect(output).toMatch(line)
    expect(output.split('\n')).toHaveLength(1)
  })

  it('leaves no mark in the database', async () => {
    const PRODUCT_TOKEN_MINT = WALLET
    await refusalHere({ ...ownChain(), PRODUCT_TOKEN_MINT, PRODUCT_TOKEN_PER_POINT: '5' })
    expect(await findDeployment(database.db)).toBeUndefined()
  })

  it('prints that line and nothing else, and ends with code 1', async () => {
    const PORT = String(takenPort)
    expect(await refusal({ PORT }, 1)).toBe(`${await refusalHere({ PORT })}\n`)
  })
})

describe('several servers on one DATABASE_URL', () => {
  it('start at once on an empty one, and keep out one with another secret', async () => {
    const name = `start_${randomBytes(6).toString('hex')}`
    const owner = await openDatabase({ url: inject('postgresOwnerUrl'), poolSize: 1 })
    await owner.query(`create database ${name}`)
    const DATABASE_URL = withDatabase(inject('postgresOwnerUrl'), name)
    const shared = {
      DATABASE_URL,
      JWT_SECRET: 'one secret for every server of this test',
      SOLANA_RPC_URL: chain.rpcUrl,
      SOLANA_NETWORK: 'localnet',
      RECEIVER_WALLET: WALLET,
    }
    const servers = ['a', 'b', 'c'].map((dir) =>
      run([SERVER], { env: { ...shared, DATA_DIR: path.join(folder, dir) } }),
    )
    try {
      await Promise.all(servers.map(ready))
      const { JWT_SECRET: _, ...withoutSecret } = shared
      const line = await refusal(withoutSecret, CONFIG_EXIT_CODE)
      expect(line).toMatch(/JWT_SECRET is not the one .* npm run admin -- network accept\n$/)
      expect(line.trimEnd().split('\n')).toHaveLength(1)
      const accept = run([ADMIN, 'network', 'accept'], { env: shared })
      expect(await accept.ended).toBe(1)
      expect(accept.output()).toContain('stop every server first')
    } finally {
      for (const { child } of servers) child.kill('SIGTERM')
      expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0, 0])
      const accept = run([ADMIN, 'network', 'accept'], {
        env: { DATABASE_URL, DATA_DIR: path.join(folder, 'd') },
      })
      expect(await accept.ended).toBe(0)
      const other = run([SERVER], { env: { DATABASE_URL, DATA_DIR: path.join(folder, 'd') } })
      await ready(other)
      other.child.kill('SIGTERM')
      await other.ended
      await owner.query(`drop database ${name} with (force)`)
      await owner.close()
    }
  })
})

describe('a node that is away', () => {
  it('does not keep the server from starting, and is checked before it is used', async () => {
    let isAway = true
    // Listens on its port from the start: a port that is freed can be taken by another process.
    const node = createServer((socket) => {
      if (isAway) {
        socket.destroy()
        return
      }
      const upstream = connect(chain.port, '127.0.0.1')
      pipeline(socket, upstream, socket, () => undefined)
    })
    node.listen(0, '127.0.0.1')
    await once(node, 'listening')
    const address = node.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const command = run([SERVER], {
      env: {
        DATA_DIR: path.join(folder, 'away'),
        DATABASE_URL: database.ownerUrl,
        SOLANA_RPC_URL: `http://127.0.0.1:${port}/?api-key=hush`,
        SOLANA_NETWORK: 'devnet',
        RECEIVER_WALLET: WALLET,
      },
    })
    await ready(command)
    expect(command.output()).toMatch(/SOLANA_RPC_URL: (?!.*hush)127\.0\.0\.1:\d+ does not answer/)
    const url = await command.printed(/open +(http\S+)/)
    const readyz = async () => {
      const answer = await fetch(`${url}/readyz`)
      return { status: answer.status, body: (await answer.json()) as unknown }
    }
    expect(await readyz()).toMatchObject({
      status: 200,
      body: {
        status: 'ready',
        checks: { database: 'ok', chain: 'degraded' },
        problems: { chain: expect.stringContaining('SOLANA_RPC_URL') as unknown },
      },
    })
    isAway = false
    try {
      await readyz()
      await expect
        .poll(() => command.output(), { timeout: 20_000 })
        .toContain(
          'SOLANA_NETWORK: is devnet, but SOLANA_RPC_URL answers with the genesis hash of another',
        )
      expect(await readyz()).toMatchObject({ status: 200, body: { checks: { chain: 'degraded' } } })
    } finally {
      command.child.kill('SIGTERM')
      await command.ended
      node.close()
    }
  })
})
