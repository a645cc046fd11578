import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LocalChainHandle } from '#localnet/index.ts'
import { openLocalChain } from '#server/boot/chain/open-local-chain.ts'
import { rpcResult } from '#tests/support/chain.ts'

let root: string
let dir: string
const opened: LocalChainHandle[] = []

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'open-chain-'))
  dir = path.join(root, 'chain')
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((chain) => chain.stop()))
  rmSync(root, { recursive: true })
})

async function open() {
  const chain = await openLocalChain({ dir, port: 0 })
  opened.push(chain)
  return chain
}

it('refuses a folder in use until its chain stops', async () => {
  const first = await open()
  await expect(open()).rejects.toThrow(`${dir} is already in use by another process`)
  await first.stop()
  expect((await open()).genesisHash).toBe(first.genesisHash)
})

it('releases the folder when the chain refuses to start', async () => {
  mkdirSync(dir)
  const journal = path.join(dir, 'chain.journal')
  writeFileSync(journal, 'something else\n')
  await expect(open()).rejects.toThrow('is not a journal of the local chain')
  rmSync(journal)
  expect(await rpcResult(await open(), 'getHealth')).toBe('ok')
})
