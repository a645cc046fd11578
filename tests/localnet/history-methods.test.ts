import { Keypair } from '@solana/web3.js'
import { afterAll, describe, expect, it } from 'vitest'
import { controlledChain, transferOf } from './chain-client.ts'

type Row = { signature: string; slot: number; confirmationStatus: string; blockTime: number }

const receiver = Keypair.generate()
const sent: string[] = []

const client = await controlledChain()
const payer = await client.wallet()
for (let lamports = 1_000_000; lamports < 1_000_012; lamports += 1) {
  sent.push(await client.transfer(payer, receiver, lamports))
  client.tick(1)
}
client.tick(40)
afterAll(() => client.chain.stop())

const page = async (options: object = {}) => {
  const rows = await client.call<Row[]>('getSignaturesForAddress', [
    receiver.publicKey.toBase58(),
    options,
  ])
  return rows.map(({ signature }) => signature)
}

describe('getSignaturesForAddress', () => {
  const newestFirst = () => sent.toReversed()

  it('lists newest first and pages by limit, before and until', async () => {
    const all = newestFirst()
    expect(await page()).toEqual(all)
    expect(await page({ limit: 5 })).toEqual(all.slice(0, 5))
    expect(await page({ limit: 5, before: all[4] })).toEqual(all.slice(5, 10))
    expect(await page({ until: all[3] })).toEqual(all.slice(0, 3))
    expect(await page({ before: all[2], until: all[7] })).toEqual(all.slice(3, 7))
  })

  it('accepts bounds of other addresses', async () => {
    const stranger = Keypair.generate()
    const other = await client.transfer(payer, stranger, 1_000_000)
    const late = await client.transfer(payer, receiver, 2_000_000)
    client.tick(40)
    expect(await page({ until: other })).toEqual([late])
    expect(await page({ before: other })).toEqual(newestFirst())
    sent.push(late)
  })

  it('returns nothing before an unknown signature, and everything until an unknown one', async () => {
    const unknown = '1'.repeat(64)
    expect(await page({ before: unknown })).toEqual([])
    expect(await page({ until: unknown })).toEqual(newestFirst())
  })

  it('waits for the requested commitment', async () => {
    const signature = await client.transfer(payer, receiver, 3_000_000)
    expect(await page({ commitment: 'confirmed' })).not.toContain(signature)
    client.tick(1)
    expect(await page({ commitment: 'confirmed' })).toContain(signature)
    expect(await page()).not.toContain(signature)
    client.tick(31)
    expect(await page()).toContain(signature)
    sent.push(signature)
  })

  it.each([0, 1001, -1, 2.5, '3'])('refuses a limit of %j', async (limit) => {
    const reply = await client.reply('getSignaturesForAddress', [
      receiver.publicKey.toBase58(),
      { limit },
    ])
    expect(reply.error?.code).toBe(-32602)
  })

  it('finds references that only appear as keys', async () => {
    const reference = Keypair.generate().publicKey
    const transfer = transferOf(payer, receiver, 4_000_000)
    transfer.keys.push({ pubkey: reference, isSigner: false, isWritable: false })
    const signature = await client.send(await client.signed([transfer], [payer]))
    const blockTime = Math.floor(client.clock.ms / 1000)
    client.tick(1)
    const rows = await client.call<Row[]>('getSignaturesForAddress', [
      reference.toBase58(),
      { commitment: 'confirmed' },
    ])
    expect(rows).toEqual([
      {
        signature,
        slot: expect.any(Number),
        err: null,
        memo: null,
        blockTime,
        confirmationStatus: 'confirmed',
      },
    ])
    sent.push(signature)
  })
})

describe('commitment of a transaction', () => {
  it('grows with the age of its slot', async () => {
    const signature = await client.transfer(payer, receiver, 5_000_000)
    const status = async () => {
      const answer = await client.call<{ value: ({ confirmations: number | null } | null)[] }>(
        'getSignatureStatuses',
        [[signature, '1'.repeat(64)]],
      )
      expect(answer.value[1]).toBeNull()
      return answer.value[0]
    }
    expect(await status()).toMatchObject({ confirmationStatus: 'processed', confirmations: 0 })
    expect(await client.landed(signature)).toBeNull()
    client.tick(1)
    expect(await status()).toMatchObject({ confirmationStatus: 'confirmed', confirmations: 1 })
    expect(await client.landed(signature)).not.toBeNull()
    expect(await client.landed(signature, { commitment: 'finalized' })).toBeNull()
    client.tick(31)
    expect(await status()).toMatchObject({ confirmationStatus: 'finalized', confirmations: null })
    expect(await client.landed(signature, { commitment: 'finalized' })).not.toBeNull()
  })

  it('refuses commitments below confirmed for history', async () => {
    const reply = await client.reply('getTransaction', [sent[0], { commitment: 'processed' }])
    expect(reply.error).toMatchObject({ code: -32602 })
  })
})

describe('blocks', () => {
  it('hold their transactions, hashes and time', async () => {
    client.tick(1)
    const signature = await client.transfer(payer, receiver, 6_000_000)
    client.tick(1)
    const { slot, blockTime } = (await client.landed(signature))!
    const block = await client.call<{
      blockTime: number
      blockhash: string
      previousBlockhash: string
      transactions: { transaction: { signatures: string[] } }[]
    }>('getBlock', [slot, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 }])
    expect(block.blockTime).toBe(blockTime)
    expect(await client.call('getBlockTime', [slot])).toBe(blockTime)
    expect(block.transactions.map((each) => each.transaction.signatures[0])).toEqual([signature])
    const parent = await client.call<{ blockhash: string }>('getBlock', [
      slot - 1,
      { commitment: 'confirmed', transactionDetails: 'none' },
    ])
    expect(parent.blockhash).toBe(block.previousBlockhash)
    expect(parent).not.toHaveProperty('transactions')
  })

  it('do not exist before their time', async () => {
    const slot = await client.call<number>('getSlot', [{ commitment: 'processed' }])
    expect((await client.reply('getBlock', [slot + 1])).error?.code).toBe(-32004)
    expect((await client.reply('getBlockTime', [slot + 1])).error?.code).toBe(-32004)
    expect((await client.reply('getBlock', [slot, { commitment: 'confirmed' }])).error?.code).toBe(
      -32004,
    )
  })

  it('return slots by commitment', async () => {
    const slots = await Promise.all(
      ['processed', 'confirmed', 'finalized'].map((commitment) =>
        client.call<number>('getSlot', [{ commitment }]),
      ),
    )
    expect(slots.map((slot) => slots[0]! - slot)).toEqual([0, 1, 32])
    expect(
      await client.call('getBlocks', [slots[0]! - 3, slots[0]! - 1, { commitment: 'confirmed' }]),
    ).toEqual([slots[0]! - 3, slots[0]! - 2, slots[0]! - 1])
  })
})

describe('minContextSlot', () => {
  it('refuses a slot that the node has not reached', async () => {
    const slot = await client.call<number>('getSlot', [{ commitment: 'processed' }])
    const address = receiver.publicKey.toBase58()
    const ahead = await client.reply('getBalance', [address, { minContextSlot: slot + 1 }])
    expect(ahead.error).toMatchObject({ code: -32016, data: { contextSlot: slot } })
    expect((await client.reply('getBalance', [address, { minContextSlot: slot }])).error).toBe(
      undefined,
    )
  })
})

describe('fees lately paid', () => {
  it('are known per slot for the last 150 slots', async () => {
    const { ComputeBudgetProgram } = await import('@solana/web3.js')
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 4242 })
    await client.send(await client.signed([price, transferOf(payer, receiver, 1)], [payer]))
    const fees = async (addresses: string[]) =>
      client.call<{ slot: number; prioritizationFee: number }[]>('getRecentPrioritizationFees', [
        addresses,
      ])
    const newest = (await fees([receiver.publicKey.toBase58()])).at(-1)
    expect(newest).toEqual({
      slot: await client.call('getSlot', [{ commitment: 'processed' }]),
      prioritizationFee: 4242,
    })
    const elsewhere = await fees([Keypair.generate().publicKey.toBase58()])
    expect(elsewhere.at(-1)!.prioritizationFee).toBe(0)
    client.tick(200)
    expect(await fees([])).toHaveLength(150)
  })
})
