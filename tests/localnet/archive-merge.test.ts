import { Keypair } from '@solana/web3.js'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlledChain } from './chain-client.ts'

/** Recorded slots are far above those of a young local chain, as mainnet's do. */
const RECORDED_SLOT = 300_000_000
const RECORDED_TIME = 1_700_000_000
const mint = Keypair.generate().publicKey.toBase58()
const holder = Keypair.generate().publicKey.toBase58()
const holding = Keypair.generate().publicKey.toBase58()

let client: Awaited<ReturnType<typeof controlledChain>>
let shared: Keypair
const live: string[] = []
const recorded: string[] = []
let dir: string

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'chain-merge-'))
  // The same transactions come once live on another chain, whose answers are the recording.
  const source = await controlledChain()
  shared = await source.wallet()
  const lines: string[] = []
  for (let index = 0; index < 4; index += 1) {
    const signature = await source.transfer(shared, Keypair.generate(), 1_000_000 + index)
    source.tick(1)
    const answer = (await source.landed(signature))!
    recorded.push(signature)
    lines.push(
      JSON.stringify({
        ...answer,
        slot: RECORDED_SLOT + index,
        blockTime: RECORDED_TIME + index,
        version: index === 1 ? 0 : 'legacy',
        meta: {
          ...answer.meta,
          postTokenBalances: [
            {
              accountIndex: 1,
              mint,
              owner: holder,
              programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
              uiTokenAmount: {
                amount: String(500 + index),
                decimals: 3,
                uiAmount: null,
                uiAmountString: '',
              },
            },
          ],
        },
        transaction: {
          ...answer.transaction,
          message: {
            ...answer.transaction.message,
            accountKeys: answer.transaction.message.accountKeys.map((key, at) =>
              at === 1 ? holding : key,
            ),
          },
        },
      }),
    )
  }
  await source.chain.stop()

  client = await controlledChain({ dir })
  await client.call('requestAirdrop', [shared.publicKey.toBase58(), 10_000_000_000])
  for (let index = 0; index < 3; index += 1) {
    live.push(await client.transfer(shared, Keypair.generate(), 2_000_000 + index))
  }
  client.tick(40)
  const path = join(dir, 'recording.jsonl')
  writeFileSync(path, [...lines.toReversed(), lines[0], 'no JSON', ''].join('\n'))
  expect(await client.call('chain_import', [{ path }])).toMatchObject({
    added: 4,
    duplicates: 1,
    rejected: 1,
  })
  expect(await client.call('chain_import', [{ lines }])).toMatchObject({ added: 0, duplicates: 4 })
})
afterAll(async () => {
  await client.chain.stop()
  rmSync(dir, { recursive: true })
})

const page = async (options: object = {}) => {
  const rows = await client.call<{ signature: string }[]>('getSignaturesForAddress', [
    shared.publicKey.toBase58(),
    options,
  ])
  return rows.map(({ signature }) => signature)
}

describe('recorded history', () => {
  it('comes after live history, newest first, and pages across both', async () => {
    const all = await page()
    // The airdrop is the oldest of the live ones.
    expect(all).toHaveLength(live.length + 1 + recorded.length)
    expect(all.slice(0, live.length)).toEqual(live.toReversed())
    expect(all.slice(live.length + 1)).toEqual(recorded.toReversed())
    const pages: string[] = []
    for (let before: string | undefined; ; before = pages.at(-1)) {
      const next = await page({ limit: 3, before })
      if (next.length === 0) break
      pages.push(...next)
    }
    expect(pages).toEqual(all)
    expect(await page({ until: recorded[1] })).toEqual(all.slice(0, -2))
    expect(await page({ until: live[1] })).toEqual([live[2]])
    expect(await page({ before: recorded[2] })).toEqual([recorded[1], recorded[0]])
  })

  it('returns its transactions, statuses and block times', async () => {
    expect(await client.landed(recorded[0]!)).toMatchObject({ slot: RECORDED_SLOT })
    const { value } = await client.call<{ value: unknown[] }>('getSignatureStatuses', [recorded])
    expect(value[3]).toMatchObject({
      slot: RECORDED_SLOT + 3,
      confirmationStatus: 'finalized',
      err: null,
    })
    expect(await client.call('getBlockTime', [RECORDED_SLOT + 2])).toBe(RECORDED_TIME + 2)
  })

  it('returns a versioned transaction only to a caller that supports it', async () => {
    const ask = (config: object) => client.reply('getTransaction', [recorded[1], config])
    expect(await ask({})).toMatchObject({ error: { code: -32015 } })
    expect(await ask({ maxSupportedTransactionVersion: 0 })).toMatchObject({
      result: { slot: RECORDED_SLOT + 1 },
    })
  })

  it('returns mints and token accounts with their last balances', async () => {
    expect(await client.call('getTokenAccountBalance', [holding])).toMatchObject({
      value: { amount: '503', decimals: 3 },
    })
    expect(await client.call('getTokenLargestAccounts', [mint])).toMatchObject({
      value: [{ address: holding, amount: '503', uiAmountString: '0.503' }],
    })
    expect(
      await client.call('getMultipleAccounts', [[holding, mint], { encoding: 'jsonParsed' }]),
    ).toMatchObject({
      value: [
        { data: { parsed: { info: { owner: holder, tokenAmount: { uiAmountString: '0.503' } } } } },
        { data: { parsed: { type: 'mint', info: { decimals: 3 } } } },
      ],
    })
  })

  it('is available after a restart', async () => {
    await client.chain.stop()
    client = await controlledChain({ dir }, client.clock.ms)
    expect(await page({ limit: 1, before: live[0] })).toHaveLength(1)
    expect(await client.landed(recorded[3]!)).toMatchObject({ slot: RECORDED_SLOT + 3 })
  })

  it('names a file that cannot be read', async () => {
    const reply = await client.reply('chain_import', [{ path: join(dir, 'absent.jsonl') }])
    expect(reply.error?.message).toContain('absent.jsonl')
    expect((await client.reply('chain_import', [{}])).error?.code).toBe(-32602)
  })
})
