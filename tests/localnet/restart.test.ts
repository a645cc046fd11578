import {
  AddressLookupTableProgram,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  SystemProgram,
} from '@solana/web3.js'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDemoToken, grantDemoToken } from '#server/boot/chain/prepare-localnet.ts'
import { clientOf, controlledChain, transferOf } from './chain-client.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'chain-restart-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

type Running = Awaited<ReturnType<typeof controlledChain>>

const restart = async (running: Running, laterMs = 0): Promise<Running> => {
  await running.chain.stop()
  return controlledChain({ dir }, running.clock.ms + laterMs)
}

const open = () => controlledChain({ dir })

describe('a restarted chain', () => {
  it('has a full faucet even without transactions', async () => {
    let running = await open()
    running = await restart(running)
    running = await restart(running)
    const wallet = await running.wallet(1_000_000_000)
    expect(await running.balance(wallet.publicKey)).toBe(1_000_000_000)
    const faucet = { toBase58: () => running.chain.faucet }
    const left = await running.balance(faucet)
    running = await restart(running)
    expect(await running.balance(faucet)).toBe(left)
    await running.chain.stop()
  })

  it('continues with the same network, accounts, history and refusals', async () => {
    let running = await open()
    const payer = await running.wallet()
    const receiver = Keypair.generate()
    const bytes = await running.signed([transferOf(payer, receiver, 1_000_000_000)], [payer])
    const signature = await running.send(bytes)
    const { rpcUrl } = running.chain
    const token = await createDemoToken({ rpcUrl, authoritySeed: 'restart' })
    const { account } = await grantDemoToken({
      rpcUrl,
      authoritySeed: 'restart',
      owner: payer.publicKey.toBase58(),
      rawAmount: 777n,
    })
    running.tick(1)
    const look = async ({ landed, call, balance, chain }: Running) => ({
      genesis: chain.genesisHash,
      transaction: await landed(signature, { encoding: 'jsonParsed' }),
      page: await call('getSignaturesForAddress', [
        receiver.publicKey.toBase58(),
        { commitment: 'confirmed' },
      ]),
      balance: await balance(receiver.publicKey),
      mint: await call('getAccountInfo', [token.mint, { encoding: 'jsonParsed' }]),
      tokens: await call('getTokenAccountBalance', [account]),
      slot: await call('getSlot', [{ commitment: 'processed' }]),
      blockhash: await call('getLatestBlockhash'),
      count: await call('getTransactionCount', [{ commitment: 'processed' }]),
    })
    const before = await look(running)
    running = await restart(running)
    expect(await look(running)).toEqual(before)
    await expect(running.send(bytes)).rejects.toThrow('already been processed')
    await running.chain.stop()
  })

  it('keeps warps, and closed accounts closed', async () => {
    let running = await open()
    const payer = await running.wallet()
    const rest = (await running.balance(payer.publicKey)) - 5000
    await running.transfer(payer, Keypair.generate(), rest)
    const slot = await running.call<number>('chain_warp', [{ slots: 500 }])
    running = await restart(running)
    expect(await running.call('getSlot', [{ commitment: 'processed' }])).toBe(slot)
    const closed = await running.call('getAccountInfo', [payer.publicKey.toBase58()])
    expect(closed).toMatchObject({ value: null })
    await running.chain.stop()
  })

  it('accepts earlier durable nonces and lookup tables, and refuses used nonces', async () => {
    let running = await open()
    const payer = await running.wallet()
    const nonce = Keypair.generate()
    const { instructions } = SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: payer.publicKey,
      lamports: await running.call<number>('getMinimumBalanceForRentExemption', [
        NONCE_ACCOUNT_LENGTH,
      ]),
    })
    await running.send(await running.signed(instructions, [payer, nonce]))
    running.tick(3)
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      recentSlot: 1,
    })
    await running.send(await running.signed([create], [payer]))
    const stored = async () => {
      const answer = await running.call<{
        value: { data: { parsed: { info: { blockhash: string } } } }
      }>('getAccountInfo', [nonce.publicKey.toBase58(), { encoding: 'jsonParsed' }])
      return answer.value.data.parsed.info.blockhash
    }
    const first = await stored()
    const advance = SystemProgram.nonceAdvance({
      noncePubkey: nonce.publicKey,
      authorizedPubkey: payer.publicKey,
    })
    const withNonce = (lamports: number) =>
      running.signed([advance, transferOf(payer, payer, lamports)], [payer], first)
    running = await restart(running, 86_400_000)
    expect(await stored()).toBe(first)
    await running.send(await withNonce(1))
    running = await restart(running, 86_400_000)
    await expect(running.send(await withNonce(2))).rejects.toThrow('Blockhash not found')
    const lookup = await running.call('getAccountInfo', [
      table.toBase58(),
      { encoding: 'jsonParsed' },
    ])
    expect(lookup).toMatchObject({ value: { data: { parsed: { type: 'lookupTable' } } } })
    await running.chain.stop()
  })

  it('never goes back in time', async () => {
    let running = await open()
    const wallet = await running.wallet()
    running.tick(1000)
    await running.transfer(wallet, Keypair.generate(), 1_000_000)
    const slot = await running.call<number>('getSlot', [{ commitment: 'processed' }])
    running = await restart(running, -200_000)
    expect(await running.call('getSlot', [{ commitment: 'processed' }])).toBe(slot)
    await running.chain.stop()
  })

  it('keeps its first slot length', async () => {
    const running = await open()
    await running.chain.stop()
    const again = await controlledChain({ dir, slotMs: 50 }, 1_800_000_004_000)
    expect(await again.call('getSlot', [{ commitment: 'processed' }])).toBe(11)
    await again.chain.stop()
  })

  it('loses a transaction only if its line was cut', async () => {
    const running = await open()
    const wallet = await running.wallet(5_000_000_000)
    const receiver = Keypair.generate()
    for (let lamports = 1_000_000; lamports < 1_000_004; lamports += 1) {
      await running.transfer(wallet, receiver, lamports)
    }
    await running.chain.stop()
    const path = join(dir, 'chain.journal')
    const whole = readFileSync(path)
    const lineEnds = [...whole].flatMap((byte, index) => (byte === 0x0a ? [index + 1] : []))
    const [from = 0, middle = 0, end = 0] = lineEnds.slice(-3)
    const cuts = [
      from,
      from + 1,
      from + 8,
      from + 500,
      middle - 2,
      middle - 1,
      middle,
      middle + 1,
      end - 1,
      end,
    ]
    for (const cut of cuts) {
      writeFileSync(path, whole.subarray(0, cut))
      const torn = await controlledChain({ dir }, running.clock.ms)
      const client = clientOf(torn.chain)
      const kept = lineEnds.filter((lineEnd) => lineEnd <= cut).length - 2
      const sum = [1_000_000, 1_000_001, 1_000_002, 1_000_003].slice(0, kept)
      expect(await client.balance(receiver.publicKey)).toBe(sum.reduce((a, b) => a + b, 0))
      expect(await client.call('getTransactionCount', [{ commitment: 'processed' }])).toBe(kept + 1)
      await torn.chain.stop()
    }
  })
})
