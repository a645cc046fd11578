import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, describe, expect, it } from 'vitest'
import { paymentDesk, SOL, type Order, type User } from './payment-desk.ts'
import { build, transferOf } from './raw-transactions.ts'

const HALF = SOL / 2n

const desk = await paymentDesk()
afterAll(() => desk.close())

async function newOrder(options: { linked?: boolean; lamports?: bigint } = {}) {
  const caller = await desk.user(options)
  const order = await desk.createOrder(caller, options.lamports ?? HALF)
  return { caller, order }
}

async function expectPaid(caller: User, order: Order, signature: string, lamports = HALF) {
  const { status, body } = await desk.verify(caller, order, signature)
  expect(body).toMatchObject({ success: true, data: { verified: true, status: 'PAID' } })
  expect(status).toBe(200)
  expect(body.errors).toBeUndefined()
  expect(await desk.balance(caller)).toBe(lamports)
}

async function expectRejected(caller: User, order: Order, signature: string, key: string) {
  const { status, body } = await desk.verify(caller, order, signature)
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: false, data: { verified: false } })
  expect(Object.keys(body.errors ?? {})).toEqual([key])
  expect(body.errors?.[key]).toBe(body.message)
  return body
}

const transferTo = (caller: User, to: string, lamports: bigint, keys: string[] = []) =>
  transferOf(desk.addressOf(caller), to, lamports, keys)

describe('a payment on the chain', () => {
  it('row 1: is credited once with a reference, and without one from a linked wallet', async () => {
    const first = await newOrder()
    await expectPaid(first.caller, first.order, await desk.pay(first.caller, first.order))
    const second = await newOrder()
    const plain = await desk.pay(second.caller, second.order, { keys: [] })
    await expectPaid(second.caller, second.order, plain)
    const third = await newOrder({ linked: false })
    await expectPaid(third.caller, third.order, await desk.pay(third.caller, third.order))
  })

  it('row 2: is credited among instructions that a wallet added before and after', async () => {
    const { caller, order } = await newOrder()
    const signature = await desk.send(
      [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }),
        transferTo(caller, order.receiver, HALF, [order.reference]),
        transferTo(caller, desk.addressOf(caller), 1n),
      ],
      { feePayer: caller.wallet },
    )
    await expectPaid(caller, order, signature)
  })

  it('row 3: that failed leaves the order open for another attempt', async () => {
    const { caller, order } = await newOrder()
    const failed = await desk.send(
      [
        transferTo(caller, order.receiver, HALF, [order.reference]),
        transferTo(caller, Keypair.generate().publicKey.toBase58(), 900n * SOL),
      ],
      { feePayer: caller.wallet, skipPreflight: true },
    )
    await expectRejected(caller, order, failed, 'execution')
    expect(await desk.statusOf(caller, order)).toBe('PENDING')
    await expectPaid(caller, order, await desk.pay(caller, order))
  })

  it('row 4: one lamport short, also in two parts, is kept as a deposit and pays nothing', async () => {
    const { caller, order } = await newOrder()
    const short = await desk.pay(caller, order, { lamports: HALF - 1n })
    const rest = await desk.pay(caller, order, { lamports: 1n })
    const { message } = await expectRejected(caller, order, short, 'amount')
    expect(message).toBe('The transaction pays 0.499999999 SOL, the order is for 0.5 SOL')
    await expectRejected(caller, order, rest, 'amount')
    expect(await desk.balance(caller)).toBe(0n)
    expect(await desk.statusOf(caller, order)).toBe('PENDING')
    expect(await desk.unmatchedSignatures()).toEqual(expect.arrayContaining([short, rest]))
  })

  it('row 5: above the amount is credited whole', async () => {
    const { caller, order } = await newOrder()
    const signature = await desk.pay(caller, order, { lamports: HALF + 12_345n })
    await expectPaid(caller, order, signature, HALF + 12_345n)
  })

  it('row 6: to another receiver is rejected, also when ours is mentioned', async () => {
    const { caller, order } = await newOrder()
    const elsewhere = Keypair.generate().publicKey.toBase58()
    const other = await desk.pay(caller, order, { to: elsewhere })
    await expectRejected(caller, order, other, 'receiver')
    const keys = [order.reference, order.receiver]
    const mentioned = await desk.pay(caller, order, { to: elsewhere, keys })
    await expectRejected(caller, order, mentioned, 'receiver')
    expect(await desk.balance(caller)).toBe(0n)
  })

  it("row 7: of another user is not claimed, and another user's order is not found", async () => {
    const { caller, order } = await newOrder()
    const thief = await newOrder()
    const signature = await desk.pay(caller, order, { keys: [] })
    await expectRejected(thief.caller, thief.order, signature, 'payer')
    expect(await desk.verify(thief.caller, order, signature)).toMatchObject({
      status: 404,
      body: { code: 'PAYMENT_NOT_FOUND' },
    })
    expect(await desk.balance(thief.caller)).toBe(0n)
    await expectPaid(caller, order, signature)
  })

  it("row 7: of a stranger's wallet is never caught by naming that wallet", async () => {
    const victim = await desk.user()
    const thief = await desk.user()
    const trap = await desk.createOrder(thief, HALF, { payer_wallet: desk.addressOf(victim) })
    const order = await desk.createOrder(victim, HALF)
    const signature = await desk.pay(victim, order, { keys: [] })
    await expectRejected(thief, trap, signature, 'reference')
    await desk.reconciler.runOnce()
    expect(await desk.balance(thief)).toBe(0n)
    expect(await desk.balance(victim)).toBe(HALF)
  })

  it('row 8: with lamports from another wallet than the fee payer is rejected and kept', async () => {
    const { caller, order } = await newOrder()
    const other = await desk.user()
    const signature = await desk.send(
      [transferTo(other, order.receiver, HALF, [order.reference])],
      {
        feePayer: caller.wallet,
        signers: [other.wallet],
      },
    )
    await expectRejected(caller, order, signature, 'payer')
    expect(await desk.unmatchedSignatures()).toContain(signature)
  })

  it('row 9: whose fee a sponsor pays is credited', async () => {
    const { caller, order } = await newOrder()
    const sponsor = await desk.user()
    const signature = await desk.send(
      [transferTo(caller, order.receiver, HALF, [order.reference])],
      {
        feePayer: sponsor.wallet,
        signers: [caller.wallet],
      },
    )
    await expectPaid(caller, order, signature)
  })

  it('row 10: pays no second order, of the same user or of another', async () => {
    const { caller, order } = await newOrder()
    const second = await desk.createOrder(caller, HALF - 1n)
    const signature = await desk.pay(caller, order, { keys: [] })
    await expectPaid(caller, order, signature)
    await expectRejected(caller, second, signature, 'signature')
    const other = await newOrder()
    await expectRejected(other.caller, other.order, signature, 'signature')
    expect(await desk.balance(caller)).toBe(HALF)
    expect(await desk.balance(other.caller)).toBe(0n)
  })

  it('row 11: is credited once by 20 calls in turn and 50 at once at two servers', async () => {
    const { caller, order } = await newOrder()
    const other = await desk.startServer()
    const signature = await desk.pay(caller, order)
    const together = await Promise.all([
      ...Array.from({ length: 25 }, () => desk.verify(caller, order, signature)),
      ...Array.from({ length: 25 }, () => desk.verify(caller, order, signature, other)),
      desk.reconciler.runOnce().then(() => desk.verify(caller, order, signature)),
    ])
    for (let turn = 0; turn < 20; turn += 1) {
      together.push(await desk.verify(caller, order, signature))
    }
    expect(together.map(({ body }) => body.data.verified)).toEqual(together.map(() => true))
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('row 12: that names two orders pays one', async () => {
    const { caller, order } = await newOrder()
    const second = await desk.createOrder(caller, HALF - 5n)
    const keys = [order.reference, second.reference]
    const signature = await desk.pay(caller, order, { keys })
    await expectPaid(caller, order, signature)
    await expectRejected(caller, second, signature, 'signature')
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it("row 13: with another order's reference pays that one only", async () => {
    const { caller, order } = await newOrder()
    const second = await desk.createOrder(caller, HALF - 5n)
    const signature = await desk.pay(caller, order)
    await expectRejected(caller, second, signature, 'reference')
    expect(await desk.statusOf(caller, second)).toBe('PENDING')
    await expectPaid(caller, order, signature)
  })

  it('row 14: older than the order is rejected', async () => {
    const caller = await desk.user()
    const early = await desk.send([transferTo(caller, desk.receiver, HALF)], {
      feePayer: caller.wallet,
    })
    const order = await desk.createOrder(caller)
    await expectRejected(caller, order, early, 'time')
    expect(await desk.unmatchedSignatures()).toContain(early)
  })

  it('row 15: given back in the same transaction pays nothing, and the receiver is no payer', async () => {
    const { caller, order } = await newOrder()
    const signature = await desk.send(
      [
        transferTo(caller, order.receiver, HALF, [order.reference]),
        transferOf(order.receiver, desk.addressOf(caller), HALF),
      ],
      { feePayer: caller.wallet, signers: [desk.treasury] },
    )
    await expectRejected(caller, order, signature, 'amount')
    expect(
      await desk.call(caller, 'POST', 'create-payment', {
        body: { amount_lamports: Number(HALF), payer_wallet: order.receiver },
      }),
    ).toMatchObject({ status: 400, body: { code: 'INVALID_ADDRESS' } })
  })

  it('row 16: of two halves in one transaction is credited by their sum', async () => {
    const { caller, order } = await newOrder()
    const signature = await desk.send(
      [
        transferTo(caller, order.receiver, HALF / 2n, [order.reference]),
        transferTo(caller, order.receiver, HALF / 2n),
      ],
      { feePayer: caller.wallet },
    )
    await expectPaid(caller, order, signature)
  })

  it('row 17: by nonce withdrawal is stored as a deposit', async () => {
    const { caller, order } = await newOrder()
    const nonce = await openNonce(caller, HALF)
    const signature = await desk.send(
      [
        SystemProgram.nonceWithdraw({
          noncePubkey: nonce.publicKey,
          authorizedPubkey: caller.wallet.publicKey,
          toPubkey: new PublicKey(order.receiver),
          lamports: Number(HALF),
        }),
      ],
      { feePayer: caller.wallet },
    )
    await expectRejected(caller, order, signature, 'receiver')
    const deposits = await desk.unmatched.listUnmatched({ limit: 1_000 })
    expect(deposits.find((deposit) => deposit.signature === signature)).toMatchObject({
      problem: 'unmatched',
      received: HALF,
    })
  })

  it('row 18: in a version 0 transaction with the receiver in a lookup table is credited', async () => {
    const { caller, order } = await newOrder()
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: caller.wallet.publicKey,
      payer: caller.wallet.publicKey,
      recentSlot: (await desk.rpc.getSlot()) - 1,
    })
    const addresses = [order.receiver, order.reference].map((key) => new PublicKey(key))
    const extend = AddressLookupTableProgram.extendLookupTable({
      authority: caller.wallet.publicKey,
      payer: caller.wallet.publicKey,
      lookupTable: table,
      addresses,
    })
    await desk.send([create, extend], { feePayer: caller.wallet })
    await desk.confirmed()
    const { base64, keys } = build([transferTo(caller, order.receiver, HALF, [order.reference])], {
      version: 0,
      feePayer: caller.wallet,
      blockhash: (await desk.rpc.getLatestBlockhash()).blockhash,
      tables: [
        {
          key: table,
          state: {
            addresses,
            deactivationSlot: 2n ** 64n - 1n,
            lastExtendedSlot: 0,
            lastExtendedSlotStartIndex: 0,
          },
          isActive: () => true,
        },
      ],
    })
    expect(keys.indexOf(order.receiver)).toBe(2)
    await expectPaid(caller, order, await desk.sendRaw(base64))
  })

  it('row 19: by durable nonce that lands after expiry is credited as late', async () => {
    const { caller, order } = await newOrder()
    const nonce = await openNonce(caller, 0n)
    const account = await desk.rpc.getAccountInfo(nonce.publicKey.toBase58())
    const { base64 } = build(
      [
        SystemProgram.nonceAdvance({
          noncePubkey: nonce.publicKey,
          authorizedPubkey: caller.wallet.publicKey,
        }),
        transferTo(caller, order.receiver, HALF, [order.reference]),
      ],
      {
        feePayer: caller.wallet,
        blockhash: new PublicKey(account!.data.slice(40, 72)).toBase58(),
      },
    )
    await desk.advance(16 * 60_000)
    await desk.reconciler.runOnce()
    expect(await desk.statusOf(caller, order)).toBe('EXPIRED')
    const signature = await desk.sendRaw(base64)
    await expectPaid(caller, order, signature)
    expect((await desk.verify(caller, order, signature)).body.data.late).toBe(true)
  })

  it('row 20: of a cancelled order is credited, flagged late, without anybody asking', async () => {
    const { caller, order } = await newOrder()
    const cancel = () =>
      desk.call(caller, 'POST', 'cancel-payment', { body: { payment_id: order.payment_id } })
    expect(await cancel()).toMatchObject({ status: 200, body: { data: { status: 'CANCELLED' } } })
    expect(await cancel()).toMatchObject({ status: 200, body: { data: { status: 'CANCELLED' } } })
    const signature = await desk.pay(caller, order, { keys: [] })
    await desk.reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
    const { body } = await desk.verify(caller, order, signature)
    expect(body.data).toMatchObject({ verified: true, status: 'PAID', late: true })
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  it('row 21: made twice is credited once, and the second is kept', async () => {
    const { caller, order } = await newOrder()
    const first = await desk.pay(caller, order)
    await expectPaid(caller, order, first)
    const second = await desk.pay(caller, order, { keys: [order.reference, desk.receiver] })
    await expectRejected(caller, order, second, 'order')
    expect(await desk.balance(caller)).toBe(HALF)
    expect(await desk.unmatchedSignatures()).toContain(second)
    await expectPaid(caller, order, first)
  })
})

describe('at the end of all that', () => {
  it('row 57: the ledger balances, and users were credited what receipts say', async () => {
    await desk.reconciler.runOnce()
    expect(await desk.violations()).toEqual([])
    const [sums] = await desk.db.query<{ topups: string; receipts: string; orders: string }>(
      `select (select sum(lamports) from transfer where kind = 'topup')::text as topups,
         (select sum(credited_lamports) from payment_receipt where state = 'CREDITED')::text as receipts,
         (select sum(credited_lamports) from payment_order where status = 'PAID')::text as orders`,
    )
    expect(sums?.topups).toBe(sums?.receipts)
    expect(sums?.topups).toBe(sums?.orders)
  })

  it('row 57: every lamport that the treasury gained is credited or kept', async () => {
    const [sum] = await desk.db.query<{ received: string }>(
      'select sum(received)::text as received from payment_receipt',
    )
    // The treasury began with 1 SOL, and the transaction of row 15 left it unchanged.
    expect((await desk.rpc.getBalance(desk.receiver)) - SOL).toBe(BigInt(sum!.received))
  })
})

/** A nonce account of the user's with so many lamports above its rent. */
async function openNonce(caller: User, lamports: bigint): Promise<Keypair> {
  const nonce = Keypair.generate()
  const instructions: TransactionInstruction[] = SystemProgram.createNonceAccount({
    fromPubkey: caller.wallet.publicKey,
    noncePubkey: nonce.publicKey,
    authorizedPubkey: caller.wallet.publicKey,
    lamports: 10_000_000 + Number(lamports),
  }).instructions
  expect(NONCE_ACCOUNT_LENGTH).toBe(80)
  await desk.send(instructions, { feePayer: caller.wallet, signers: [nonce] })
  return nonce
}
