import {
  ComputeBudgetProgram,
  Ed25519Program,
  Keypair,
  PublicKey,
  StakeProgram,
  TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, describe, expect, it } from 'vitest'
import { controlledChain, transferOf } from '#tests/localnet/chain-client.ts'

const payer = Keypair.generate()
const other = Keypair.generate()
const memo = new TransactionInstruction({
  programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  keys: [],
  data: Buffer.from('note'),
})
const nothing = () => transferOf(payer, other, 0)
const price = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports })
const limit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units })
const failing = new TransactionInstruction({
  programId: StakeProgram.programId,
  keys: [],
  data: Buffer.alloc(4),
})

const client = await controlledChain()
for (const wallet of [payer, other]) {
  await client.call('requestAirdrop', [wallet.publicKey.toBase58(), 1e10])
}
afterAll(() => client.chain.stop())

describe('the fee in meta', () => {
  it.each([
    ['one signature', [nothing()], 5000],
    ['a price over built-in programs only', [price(1_000_000), nothing()], 11_000],
    ['a price over a deployed program', [price(1_000_000), nothing(), memo], 211_000],
    ['a price and a limit, rounded up', [price(1_234_567), limit(77_777), nothing()], 101_021],
    ['a limit above the maximum', [price(1_000_000), limit(5_000_000), nothing()], 1_405_000],
    [
      'default limits that reach the maximum',
      [price(1), ...Array.from({ length: 9 }, () => memo)],
      5002,
    ],
    [
      'a precompiled signature check',
      [
        Ed25519Program.createInstructionWithPrivateKey({
          privateKey: payer.secretKey,
          message: Buffer.from('text'),
        }),
        nothing(),
      ],
      10_000,
    ],
    ['a transaction that fails', [price(1_000_000), failing], 208_000],
  ])('is what the payer lost: %s', async (_name, instructions, fee) => {
    const bytes = await client.signed(instructions, [payer])
    const signature = await client.send(bytes, { skipPreflight: true })
    client.tick(1)
    const { meta } = (await client.landed(signature))!
    expect(meta.fee).toBe(fee)
    expect(meta.preBalances[0]! - meta.postBalances[0]!).toBe(fee)
  })

  it('counts every signer', async () => {
    const bytes = await client.signed([transferOf(other, payer, 0)], [payer, other])
    const signature = await client.send(bytes)
    client.tick(1)
    expect((await client.landed(signature))!.meta.fee).toBe(10_000)
  })
})
