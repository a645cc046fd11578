import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { WalletFinderReport } from '#contract/analysis/finder.ts'
import { market } from '#tests/support/demo-market.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { lateJobs, openTools, testAnalysis, testJobs } from '#tests/support/paid-tools.ts'
import { testServer } from '#tests/support/server.ts'
import { addressOf, recordedLine } from '#tests/support/token-fixtures.ts'

const { lines, mints } = market
const [mint, otherMint] = mints
const quietMint = addressOf('a token that only moves')
const scratch = mkdtempSync(path.join(tmpdir(), 'soldesk-analyse-test-'))
const [first, second] = ['first.jsonl', 'second.jsonl'].map((name) => path.join(scratch, name))

const transfer = recordedLine({
  name: 'a transfer',
  slot: 371_400_000,
  keys: [
    { address: addressOf('sender'), signer: true, before: 10_000_000n, after: 9_995_000n },
    ...['sender', 'receiver'].map((owner, at) => ({
      address: addressOf(`account of ${owner}`),
      before: 2_039_280n,
      holdsBefore: { mint: quietMint, owner: addressOf(owner), amount: at === 0 ? 100n : 0n },
      holdsAfter: { mint: quietMint, owner: addressOf(owner), amount: at === 0 ? 60n : 40n },
    })),
  ],
})

writeFileSync(first!, lines.slice(0, 700).join('\n'))
writeFileSync(second!, [...lines.slice(700), transfer].join('\n'))
const chain = await testChain()
for (const file of [first, second]) await rpcResult(chain, 'chain_import', [{ path: file }])
const server = await testServer({
  rpcUrl: chain.rpcUrl,
  modules: (parts) => [
    openTools([testAnalysis(parts)], { ...parts, jobs: lateJobs(() => jobs) }).routes,
  ],
})
const { db, ledger, rpc } = server
const jobs = testJobs(db)
await jobs.open(openTools([testAnalysis({ rpc })], { db, ledger }).jobs)
await jobs.work()
const user = await server.signIn()
await server.grant(user.userId, 100_000_000n)

afterAll(async () => {
  await jobs.stop({ graceMs: 0 })
  await server.close()
  await chain.stop()
  rmSync(scratch, { recursive: true, force: true })
})

/** The answer to `.json`, which is the report as the server made it. */
async function reportOf(call: string, body: object): Promise<string> {
  const started = await user.call<{ data: { id: string } }>('POST', `/analysis/${call}`, { body })
  for (let attempt = 0; attempt < 600; attempt++) {
    const answer = await user.call('GET', `/analysis/reports/${started.body.data.id}.json`)
    if (answer.status === 200) return answer.text
    await sleep(100)
  }
  throw new Error('the report did not end')
}

const command = path.resolve('server/cli/analyse.ts')
const analyse = async (...words: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words], {
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, INIT_CWD: scratch },
  })
  return stdout
}

// Each run starts a process and reads a whole token.
describe('npm run analyse', { timeout: 240_000 }, () => {
  it('prints the bytes of the server’s report, from a node and from recordings', async () => {
    const expected = await reportOf('ca', { contract_address: mint })
    expect(await analyse('--mint', mint, '--rpc', chain.rpcUrl, '--json')).toBe(`${expected}\n`)
    const fromFiles = await analyse('--mint', mint, '--json', '--file', 'first.jsonl', second!)
    expect(fromFiles).toBe(`${expected}\n`)
  })

  it('prints the bytes of the wallet finder, which names a token without trades', async () => {
    const addresses = [mint, quietMint, otherMint]
    const expected = await reportOf('wallet-finder', { contract_addresses: addresses })
    const { mints: compared, wallets } = WalletFinderReport.parse(JSON.parse(expected))
    expect(compared.map(({ error }) => error)).toEqual([null, 'No trades found', null])
    expect(wallets[0]?.hits).toHaveLength(2)
    const own = await analyse('--rpc', chain.rpcUrl, '--json', '--finder', ...addresses)
    expect(own).toBe(`${expected}\n`)
  })

  it('prints a short table for people', async () => {
    const table = await analyse('--mint', mint, '--rpc', chain.rpcUrl)
    expect(table).toContain('Complete: every transaction is read')
    expect(table.split('\n').length).toBeLessThan(30)
  })

  it.each([
    [['--mint', 'hello', '--rpc', 'http://127.0.0.1:9'], 'This is not a Solana address'],
    [['--mint', mint], 'Name a node with --rpc'],
    [['--finder', mint, '--rpc', 'http://127.0.0.1:9'], 'at least two with --finder'],
    [['--mint', mint, '--file', 'missing.jsonl'], 'There is no file'],
  ])('refuses %j in one line', async (words, text) => {
    await expect(analyse(...words)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(text) as string,
    })
  })
})
