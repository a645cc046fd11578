import {
  AddressLookupTableProgram,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, describe, expect, it } from 'vitest'
import { controlledChain, toBase64, transferOf } from './chain-client.ts'

const receiver = Keypair.generate()

const client = await controlledChain()
const payer = await client.wallet(100_000_000_000)
await client.transfer(payer, receiver, 1_000_000_000)
afterAll(() => client.chain.stop())

describe('sendTransaction', () => {
  it('moves lamports and charges the payer', async () => {
    const before = await client.balance(payer.publicKey)
    const signature = await client.transfer(payer, receiver, 123_456_789)
    expect(await client.balance(payer.publicKey)).toBe(before - 123_456_789 - 5000)
    client.tick(1)
    const { meta, transaction } = (await client.landed(signature))!
    expect(meta).toMatchObject({ err: null, fee: 5000, rewards: [] })
    expect(meta.postBalances[1]! - meta.preBalances[1]!).toBe(123_456_789)
    expect(transaction.signatures).toEqual([signature])
  })

  it('executes a transaction only once, even long after it landed', async () => {
    const bytes = await client.signed([transferOf(payer, receiver, 7)], [payer])
    const signature = await client.send(bytes)
    for (let lamports = 100; lamports < 200; lamports += 1) {
      await client.transfer(payer, receiver, lamports)
    }
    const before = await client.balance(receiver.publicKey)
    const again = await client.reply('sendTransaction', [toBase64(bytes), { encoding: 'base64' }])
    expect(again.error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: { err: 'AlreadyProcessed' },
    })
    expect(await client.send(bytes, { skipPreflight: true })).toBe(signature)
    expect(await client.balance(receiver.publicKey)).toBe(before)
  })

  it('accepts a blockhash for 150 slots and no longer', async () => {
    const blockhash = await client.blockhash()
    const bytes = (lamports: number) =>
      client.signed([transferOf(payer, receiver, lamports)], [payer], blockhash)
    client.tick(150)
    expect((await client.call<{ value: boolean }>('isBlockhashValid', [blockhash])).value).toBe(
      true,
    )
    await client.send(await bytes(1))
    client.tick(1)
    expect((await client.call<{ value: boolean }>('isBlockhashValid', [blockhash])).value).toBe(
      false,
    )
    await expect(client.send(await bytes(2))).rejects.toThrow('Blockhash not found')
  })

  it('returns a signature for a transaction that cannot land if preflight is skipped', async () => {
    const unknown = Keypair.generate().publicKey.toBase58()
    const bytes = await client.signed([transferOf(payer, receiver, 1)], [payer], unknown)
    const signature = await client.send(bytes, { skipPreflight: true })
    client.tick(1)
    expect(await client.landed(signature)).toBeNull()
  })

  it('refuses a signature that does not fit the message', async () => {
    const bytes = await client.signed([transferOf(payer, receiver, 3)], [payer])
    bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20)
    const reply = await client.reply('sendTransaction', [toBase64(bytes), { encoding: 'base64' }])
    expect(reply.error).toMatchObject({ code: -32003 })
  })

  it('charges for a transaction that fails on the chain, and keeps its error', async () => {
    const before = await client.balance(payer.publicKey)
    const bytes = await client.signed([transferOf(payer, receiver, 10 ** 15)], [payer])
    await expect(client.send(bytes)).rejects.toThrow('custom program error: 0x1')
    expect(await client.balance(payer.publicKey)).toBe(before)
    const signature = await client.send(bytes, { skipPreflight: true })
    expect(await client.balance(payer.publicKey)).toBe(before - 5000)
    client.tick(1)
    const err = { InstructionError: [0, { Custom: 1 }] }
    expect((await client.landed(signature))!.meta).toMatchObject({ err, status: { Err: err } })
    const statuses = await client.call<{ value: object[] }>('getSignatureStatuses', [[signature]])
    expect(statuses.value[0]).toMatchObject({ err, confirmationStatus: 'confirmed' })
  })

  it('refuses to leave a new account below its rent', async () => {
    const bytes = await client.signed([transferOf(payer, Keypair.generate(), 890_879)], [payer])
    await expect(client.send(bytes)).rejects.toThrow('insufficient funds for rent')
    await client.transfer(payer, Keypair.generate(), 890_880)
  })

  it.each([
    ['no text', 17],
    ['no base64', '%%%'],
    ['too long', Buffer.alloc(1233).toString('base64')],
    ['no transaction', Buffer.alloc(64).toString('base64')],
  ])('answers a parameter that is %s with -32602', async (_name, value) => {
    const reply = await client.reply('sendTransaction', [value, { encoding: 'base64' }])
    expect(reply.error?.code).toBe(-32602)
  })

  it('also accepts base58', async () => {
    const { encodeBase58 } = await import('#solana/base58.ts')
    const bytes = await client.signed([transferOf(payer, receiver, 4)], [payer])
    const signature = await client.call<string>('sendTransaction', [encodeBase58(bytes)])
    client.tick(1)
    expect((await client.landed(signature))!.meta.err).toBeNull()
  })
})

describe('durable nonces', () => {
  const advance = (nonce: PublicKey) =>
    SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: payer.publicKey })

  async function nonceAccount() {
    const account = Keypair.generate()
    const { instructions } = SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: account.publicKey,
      authorizedPubkey: payer.publicKey,
      lamports: await client.call<number>('getMinimumBalanceForRentExemption', [
        NONCE_ACCOUNT_LENGTH,
      ]),
    })
    await client.send(await client.signed(instructions, [payer, account]))
    client.tick(1)
    return account.publicKey
  }

  async function storedNonce(account: PublicKey): Promise<string> {
    const answer = await client.call<{
      value: { data: { parsed: { info: { blockhash: string } } } }
    }>('getAccountInfo', [account.toBase58(), { encoding: 'jsonParsed' }])
    return answer.value.data.parsed.info.blockhash
  }

  it('let a transaction land once after any number of slots', async () => {
    const account = await nonceAccount()
    const nonce = await storedNonce(account)
    const bytes = (lamports: number) =>
      client.signed([advance(account), transferOf(payer, receiver, lamports)], [payer], nonce)
    client.tick(10_000)
    await client.send(await bytes(5000))
    expect(await storedNonce(account)).not.toBe(nonce)
    await expect(client.send(await bytes(5001))).rejects.toThrow('Blockhash not found')
  })

  it('are spent by a transaction that fails, too', async () => {
    const account = await nonceAccount()
    const nonce = await storedNonce(account)
    const bytes = await client.signed(
      [advance(account), transferOf(payer, receiver, 10 ** 15)],
      [payer],
      nonce,
    )
    await client.send(bytes, { skipPreflight: true })
    expect(await storedNonce(account)).not.toBe(nonce)
  })

  it('cannot be used in the slot they were stored in', async () => {
    const account = await nonceAccount()
    await client.send(await client.signed([advance(account)], [payer]))
    const nonce = await storedNonce(account)
    const early = await client.signed([advance(account)], [payer], nonce)
    await expect(client.send(early)).rejects.toThrow('Blockhash not found')
    client.tick(1)
    await client.send(early)
  })

  it("require the advance as the first instruction and the authority's signature", async () => {
    const account = await nonceAccount()
    const nonce = await storedNonce(account)
    const late = await client.signed(
      [transferOf(payer, receiver, 1), advance(account)],
      [payer],
      nonce,
    )
    await expect(client.send(late)).rejects.toThrow('Blockhash not found')
    const thief = await client.wallet()
    const theft = SystemProgram.nonceAdvance({
      noncePubkey: account,
      authorizedPubkey: thief.publicKey,
    })
    await expect(client.send(await client.signed([theft], [thief], nonce))).rejects.toThrow(
      'Blockhash not found',
    )
  })
})

describe('lookup tables', () => {
  it('provide addresses to version 0 transactions', async () => {
    client.tick(40)
    const recentSlot = await client.call<number>('getSlot', [{ commitment: 'finalized' }])
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      recentSlot,
    })
    const extend = AddressLookupTableProgram.extendLookupTable({
      payer: payer.publicKey,
      authority: payer.publicKey,
      lookupTable: table,
      addresses: [receiver.publicKey],
    })
    await client.send(await client.signed([create, extend], [payer]))
    client.tick(1)
    const account = await client.call<{ value: { data: [string, string] } }>('getAccountInfo', [
      table.toBase58(),
      { encoding: 'base64' },
    ])
    const { AddressLookupTableAccount } = await import('@solana/web3.js')
    const state = AddressLookupTableAccount.deserialize(
      Buffer.from(account.value.data[0], 'base64'),
    )
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: await client.blockhash(),
      instructions: [transferOf(payer, receiver, 3000)],
    }).compileToV0Message([new AddressLookupTableAccount({ key: table, state })])
    expect(message.addressTableLookups).toHaveLength(1)
    const transaction = new VersionedTransaction(message)
    transaction.sign([payer])
    const signature = await client.send(transaction.serialize())
    client.tick(1)

    const parsed = (await client.landed(signature, { encoding: 'jsonParsed' }))!
    const keys = parsed.transaction.message.accountKeys as { pubkey: string; source: string }[]
    const index = keys.findIndex(({ pubkey }) => pubkey === receiver.publicKey.toBase58())
    expect(keys[index]).toMatchObject({ source: 'lookupTable', writable: true, signer: false })
    expect(parsed.meta.postBalances[index]! - parsed.meta.preBalances[index]!).toBe(3000)
    expect(parsed.version).toBe(0)

    const plain = (await client.landed(signature))!
    expect(plain.meta.loadedAddresses).toEqual({
      writable: [receiver.publicKey.toBase58()],
      readonly: [],
    })
    const legacyReader = await client.reply('getTransaction', [
      signature,
      { commitment: 'confirmed' },
    ])
    expect(legacyReader.error?.code).toBe(-32015)
  })

  it('count as missing if they do not exist', async () => {
    const { AddressLookupTableAccount } = await import('@solana/web3.js')
    const table = new AddressLookupTableAccount({
      key: Keypair.generate().publicKey,
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [receiver.publicKey],
      },
    })
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: await client.blockhash(),
      instructions: [transferOf(payer, receiver, 3000)],
    }).compileToV0Message([table])
    const transaction = new VersionedTransaction(message)
    transaction.sign([payer])
    await expect(client.send(transaction.serialize())).rejects.toThrow('address table')
  })
})

describe('simulateTransaction', () => {
  it('returns the result without changing anything', async () => {
    const before = await client.balance(receiver.publicKey)
    const bytes = await client.signed([transferOf(payer, receiver, 555)], [payer])
    const answer = await client.call<{ value: Record<string, unknown> }>('simulateTransaction', [
      toBase64(bytes),
      {
        encoding: 'base64',
        sigVerify: true,
        accounts: { encoding: 'base64', addresses: [receiver.publicKey.toBase58()] },
      },
    ])
    expect(answer.value).toMatchObject({
      err: null,
      unitsConsumed: 150,
      accounts: [{ lamports: before + 555 }],
    })
    expect(await client.balance(receiver.publicKey)).toBe(before)
  })

  it('runs unsigned transactions and replaces a stale blockhash when asked', async () => {
    const transaction = new Transaction({
      feePayer: payer.publicKey,
      blockhash: Keypair.generate().publicKey.toBase58(),
      lastValidBlockHeight: 1,
    }).add(transferOf(payer, receiver, 1))
    const bytes = toBase64(
      transaction.serialize({ requireAllSignatures: false, verifySignatures: false }),
    )
    const run = (options: object) =>
      client.call<{ value: { err: unknown; replacementBlockhash: unknown } }>(
        'simulateTransaction',
        [bytes, { encoding: 'base64', ...options }],
      )
    expect((await run({})).value.err).toBe('BlockhashNotFound')
    expect((await run({ replaceRecentBlockhash: true })).value).toMatchObject({
      err: null,
      replacementBlockhash: { blockhash: await client.blockhash() },
    })
    const signed = await client.reply('simulateTransaction', [
      bytes,
      { encoding: 'base64', sigVerify: true, replaceRecentBlockhash: true },
    ])
    expect(signed.error?.code).toBe(-32602)
    // Signatures are checked again by everything that follows.
    const forged = await client.signed([transferOf(payer, receiver, 2)], [payer])
    forged.writeUInt8(forged.readUInt8(9) ^ 1, 9)
    await expect(client.send(forged)).rejects.toThrow('signature verification')
  })
})

describe('memos', () => {
  it('are listed beside the signature with their length', async () => {
    const memo = (text: string) =>
      new TransactionInstruction({
        programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
        keys: [],
        data: Buffer.from(text),
      })
    await client.send(
      await client.signed([transferOf(payer, receiver, 1), memo('order:42'), memo('é')], [payer]),
    )
    client.tick(1)
    const [row] = await client.call<{ memo: string }[]>('getSignaturesForAddress', [
      receiver.publicKey.toBase58(),
      { limit: 1, commitment: 'confirmed' },
    ])
    expect(row!.memo).toBe('[8] order:42; [2] é')
  })
})

describe('requestAirdrop', () => {
  it('grants the same amount to an address again', async () => {
    const address = Keypair.generate().publicKey
    for (let round = 0; round < 3; round += 1) {
      await client.call('requestAirdrop', [address.toBase58(), 1_000_000_000])
    }
    expect(await client.balance(address)).toBe(3_000_000_000)
  })

  it.each([0, -1, 1.5, 10_000_000_000_001, '5'])('refuses %j lamports', async (lamports) => {
    const address = Keypair.generate().publicKey.toBase58()
    const reply = await client.reply('requestAirdrop', [address, lamports])
    expect(reply.error?.code).toBe(-32602)
  })
})
