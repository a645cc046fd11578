import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  LocalChainError,
  startLocalChain,
  type LocalChainHandle,
} from '#localnet/start-local-chain.ts'
import { rpcResult } from '#tests/support/chain.ts'

let root: string
const started: LocalChainHandle[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'chain-start-'))
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((chain) => chain.stop()))
  rmSync(root, { recursive: true })
})

async function start(options: Partial<Parameters<typeof startLocalChain>[0]> = {}) {
  const chain = await startLocalChain({ port: 0, ...options })
  started.push(chain)
  return chain
}

/** Something else that listens; gives its port. */
async function squat(port = 0) {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { port: address.port, free: () => new Promise((resolve) => server.close(resolve)) }
}

/** A pair of free ports below those that the system gives to other tests and to connections. */
async function findQuietPair() {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    const taken = await Promise.allSettled([squat(port), squat(port + 1)])
    const squatters = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    await Promise.all(squatters.map(({ free }) => free()))
    if (squatters.length === 2) return port
  }
}

describe('startLocalChain', () => {
  it('answers on a pair of free ports and names its network', async () => {
    const chain = await start()
    expect(chain.rpcUrl).toBe(`http://127.0.0.1:${chain.port}`)
    expect(chain.wsUrl).toBe(`ws://127.0.0.1:${chain.port + 1}`)
    expect(await rpcResult(chain, 'getGenesisHash')).toBe(chain.genesisHash)
  })

  it('is a new network each time without a folder', async () => {
    expect((await start()).genesisHash).not.toBe((await start()).genesisHash)
  })

  it('makes its folder and files private to the owner', async () => {
    const dir = join(root, 'a', 'chain')
    mkdirSync(dir, { recursive: true, mode: 0o755 })
    const chain = await start({ dir })
    await rpcResult(chain, 'chain_import', [{ lines: [] }])
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dir, 'chain.journal')).mode & 0o777).toBe(0o600)
    expect(statSync(join(dir, 'archive.jsonl')).mode & 0o777).toBe(0o600)
  })

  it('names a taken port and the key that changes it', async () => {
    const other = await squat()
    const failed = start({ port: other.port })
    await expect(failed).rejects.toThrow(LocalChainError)
    await expect(failed).rejects.toThrow(String(other.port))
    await expect(failed).rejects.toThrow('SOLANA_LOCAL_PORT')
    await other.free()
  })

  it('names the WebSocket port when that one is taken', async () => {
    const port = await findQuietPair()
    const other = await squat(port + 1)
    const dir = join(root, 'chain')
    await expect(start({ dir, port })).rejects.toThrow(
      `Port ${other.port} on 127.0.0.1, which the local chain needs for WebSockets`,
    )
    await other.free()
    // Neither the folder nor the lower port stays occupied.
    const chain = await start({ dir, port })
    expect(await rpcResult(chain, 'getHealth')).toBe('ok')
  })

  it('refuses a journal that is not its own in one line', async () => {
    const dir = join(root, 'chain')
    mkdirSync(dir)
    writeFileSync(join(dir, 'chain.journal'), 'something else\n')
    for (let round = 0; round < 2; round += 1) {
      await expect(start({ dir })).rejects.toThrow(
        new LocalChainError(
          `${join(dir, 'chain.journal')} is not a journal of the local chain; move it away to start a new chain`,
        ),
      )
    }
  })

  it('stops while calls hang, and its ports are free again', async () => {
    const chain = await start({ port: await findQuietPair() })
    await rpcResult(chain, 'chain_fault', [{ method: 'getSlot', mode: 'hang', times: 100 }])
    const hanging = rpcResult(chain, 'getSlot').catch((error: unknown) => error)
    await rpcResult(chain, 'getHealth')
    const from = performance.now()
    await chain.stop()
    // A second is the promise; the rest is for a machine busy with other tests. The calls hang for ever.
    expect(performance.now() - from).toBeLessThan(8_000)
    expect(await hanging).toBeInstanceOf(Error)
    const next = await start({ port: chain.port })
    expect(next.port).toBe(chain.port)
  })

  it('can be stopped twice', async () => {
    const chain = await start({ dir: join(root, 'chain') })
    await chain.stop()
    await chain.stop()
  })

  it('shifts its clock by the given time', async () => {
    const dir = join(root, 'chain')
    const first = await start({ dir })
    const slot = await rpcResult<number>(first, 'getSlot', [{ commitment: 'processed' }])
    await first.stop()
    const later = await start({ dir, clockOffsetMs: 3_600_000 })
    expect(
      await rpcResult<number>(later, 'getSlot', [{ commitment: 'processed' }]),
    ).toBeGreaterThanOrEqual(slot + 9000)
  })
})
