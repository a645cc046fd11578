import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { afterAll, describe, expect, it } from 'vitest'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { loadPaymentToken } from '#server/modules/payments/orders/payment-token.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WSOL_MINT } from '#solana/programs.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { paymentDesk, POINT, SOL, type Order, type User } from './payment-desk.ts'
import { build, transferOf } from './raw-transactions.ts'
import {
  associatedOf,
  checkedTransfer,
  createFeeMint,
  mintTo,
  openAccount,
  openWrappedSol,
  closeAccountTo,
} from './token-mint.ts'

const HALF = SOL / 2n

const desk = await paymentDesk()
afterAll(() => desk.close())

const transferFrom = (caller: User, to: string, lamports: bigint, keys: string[] = []) =>
  transferOf(desk.addressOf(caller), to, lamports, keys)

async function newOrder() {
  const caller = await desk.user()
  return { caller, order: await desk.createOrder(caller, HALF) }
}

const kept = async (signature: string) =>
  (await desk.unmatched.listUnmatched({ limit: 1_000 })).find(
    (deposit) => deposit.signature === signature,
  )

describe('lamports that come by another way than a transfer', () => {
  it('row 17: of createAccountWithSeed are kept as a deposit', async () => {
    const treasury = await createSeededTreasury()
    const { caller } = await newOrder()
    const server = await desk.startServer({ receiver: treasury.address })
    const { body } = await desk.call<{ data: Order }>(caller, 'POST', 'create-payment', {
      body: { amount_lamports: Number(HALF), payer_wallet: desk.addressOf(caller) },
      at: server,
    })
    const reconciler = desk.reconcilerOn(desk.db, { receiver: treasury.address })
    await reconciler.runOnce()
    const signature = await desk.send([treasury.create(caller)], {
      feePayer: caller.wallet,
      signers: [treasury.base],
    })
    const answer = await desk.verify(caller, body.data, signature, server)
    expect(Object.keys(answer.body.errors ?? {})).toEqual(['receiver'])
    await reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(0n)
    expect(await kept(signature)).toMatchObject({ problem: 'unmatched', received: HALF })
  })

  it('row 17: of a token account that is closed to the receiver are kept as a deposit', async () => {
    const { caller, order } = await newOrder()
    const account = Keypair.generate()
    const from = desk.addressOf(caller)
    await desk.send(openWrappedSol(caller.wallet, account, HALF), {
      feePayer: caller.wallet,
      signers: [account],
    })
    const close = closeAccountTo(account.publicKey.toBase58(), order.receiver, from)
    const signature = await desk.send([close], { feePayer: caller.wallet })
    const { body } = await desk.verify(caller, order, signature)
    expect(Object.keys(body.errors ?? {})).toEqual(['receiver'])
    expect(await desk.balance(caller)).toBe(0n)
    expect((await kept(signature))?.received).toBeGreaterThanOrEqual(HALF)
  })

  /** An address that only createAccountWithSeed can open, as the treasury. */
  async function createSeededTreasury() {
    const base = Keypair.generate()
    const program = SystemProgram.programId
    const key = await PublicKey.createWithSeed(base.publicKey, 'till', program)
    const create = (caller: User) =>
      SystemProgram.createAccountWithSeed({
        fromPubkey: caller.wallet.publicKey,
        newAccountPubkey: key,
        basePubkey: base.publicKey,
        seed: 'till',
        lamports: Number(HALF),
        space: 0,
        programId: program,
      })
    return { address: key.toBase58(), base, create }
  }
})

describe('a transfer made by a program on behalf of the payer', () => {
  it('row 16: is credited, since inner instructions count', async () => {
    const caller = await desk.user()
    const payer = desk.addressOf(caller)
    // The associated token program transfers what an account that holds something lacks of its rent.
    const owner = Keypair.generate().publicKey.toBase58()
    const receiver = associatedOf(owner, WSOL_MINT, TOKEN_PROGRAM)
    const held = await rentOf(0)
    await desk.airdrop(receiver, held)
    const lamports = (await rentOf(165)) - held
    const limits = { minPaymentLamports: 1n, maxPaymentLamports: SOL }
    const server = await desk.startServer({ receiver, limits })
    const { body } = await desk.call<{ data: Order }>(caller, 'POST', 'create-payment', {
      body: { amount_lamports: Number(lamports), payer_wallet: payer },
      at: server,
    })
    const open = openAccount(payer, owner, WSOL_MINT, TOKEN_PROGRAM)
    const signature = await desk.send([open], { feePayer: caller.wallet })
    const answer = await desk.verify(caller, body.data, signature, server)
    expect(answer.body).toMatchObject({ data: { verified: true } })
    expect(await desk.balance(caller)).toBe(lamports)
  })

  const rentOf = async (bytes: number): Promise<bigint> =>
    BigInt(await rpcResult<number>(desk.chain, 'getMinimumBalanceForRentExemption', [bytes]))
})

describe('a token that keeps a fee for itself', () => {
  it('row 42: pays less than was sent, and so not the order', async () => {
    const issuer = await desk.user()
    const mintKey = Keypair.generate()
    await desk.send(createFeeMint(issuer.wallet, mintKey, 6, 100), {
      feePayer: issuer.wallet,
      signers: [mintKey],
    })
    const mint = mintKey.publicKey.toBase58()
    const program = TOKEN_2022_PROGRAM
    const rate = { mint, rawPerPoint: 1_000_000n, receiver: desk.receiver }
    const loaded = await loadPaymentToken(desk.rpc, rate)
    if (!loaded.ok) throw new Error(loaded.reason)
    const { token } = loaded
    const server = await desk.startServer({ token })
    const caller = await desk.user()
    const owner = desk.addressOf(caller)
    const authority = desk.addressOf(issuer)
    const from = associatedOf(owner, mint, program)
    await desk.send(
      [
        openAccount(authority, owner, mint, program),
        openAccount(authority, desk.receiver, mint, program),
        mintTo({ mint, to: from, authority }, 10n ** 12n, program),
      ],
      { feePayer: issuer.wallet },
    )
    const ask = async () => {
      const { body } = await desk.call<{ data: Order }>(caller, 'POST', 'create-payment', {
        body: { amount_lamports: Number(7n * POINT), payer_wallet: owner, currency: 'TOKEN' },
        at: server,
      })
      return body.data
    }
    const order = await ask()
    const rawAmount = BigInt(order.token!.raw_amount)
    const side = { from, to: token.destination, owner, mint, keys: [order.reference] }
    const short = await desk.send([checkedTransfer(side, rawAmount, program, 6)], {
      feePayer: caller.wallet,
    })
    const answer = await desk.verify(caller, order, short, server)
    expect(Object.keys(answer.body.errors ?? {})).toEqual(['amount'])
    expect(await desk.balance(caller)).toBe(0n)
    await desk.reconcilerOn(desk.db, { token }).runOnce()
    expect(await kept(short)).toMatchObject({
      currency: 'TOKEN',
      received: rawAmount - rawAmount / 100n,
    })
    const enough = BigInt(order.token!.transfer_amount!)
    expect(enough).toBe((rawAmount * 100n + 98n) / 99n)
    const full = await desk.send([checkedTransfer(side, enough, program, 6)], {
      feePayer: caller.wallet,
    })
    expect((await desk.verify(caller, order, full, server)).body.data.verified).toBe(true)
    expect(await desk.balance(caller)).toBe(7n * POINT)
  })
})

describe('a wallet that does not do what it was asked', () => {
  it('row 55: rejects, and the order stays payable', async () => {
    const { caller, order } = await newOrder()
    await desk.reconciler.runOnce()
    expect(await desk.statusOf(caller, order)).toBe('PENDING')
    const again = await desk.createOrder(caller, HALF)
    expect(again).toMatchObject({ payment_id: order.payment_id, reference: order.reference })
    const paid = await desk.pay(caller, again)
    expect((await desk.verify(caller, order, paid)).body.data.verified).toBe(true)
  })

  it('row 55: is switched in mid-payment: the other account’s money is kept, the order stays payable', async () => {
    const { caller, order } = await newOrder()
    const other = await desk.user()
    const signature = await desk.send(
      [transferFrom(other, order.receiver, HALF, [order.reference])],
      { feePayer: other.wallet },
    )
    const { body } = await desk.verify(caller, order, signature)
    expect(Object.keys(body.errors ?? {})).toEqual(['payer'])
    expect(await kept(signature)).toMatchObject({ received: HALF })
    const paid = await desk.pay(caller, order)
    expect((await desk.verify(caller, order, paid)).body.data.verified).toBe(true)
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('rows 31, 56: sends on another network: pending, then a hint, never a credit', async () => {
    const { caller, order } = await newOrder()
    const elsewhere = await testChain()
    try {
      const from = desk.addressOf(caller)
      await rpcResult(elsewhere, 'requestAirdrop', [from, Number(10n * SOL)])
      await rpcResult(elsewhere, 'requestAirdrop', [order.receiver, Number(SOL)])
      const there = createSolanaRpc({ url: elsewhere.rpcUrl, timeoutMs: 4_000 })
      const { blockhash } = await there.getLatestBlockhash()
      const { base64, signature } = build(
        [transferOf(from, order.receiver, HALF, [order.reference])],
        { feePayer: caller.wallet, blockhash },
      )
      await rpcResult(elsewhere, 'sendTransaction', [base64, { encoding: 'base64' }])
      await rpcResult(elsewhere, 'chain_warp', [{ slots: 2 }])
      expect(await there.getTransaction(signature, { encoding: 'base64' })).not.toBeNull()
      const first = await desk.verify(caller, order, signature)
      expect(first.body).toMatchObject({ success: true, data: { can_pay_again: false } })
      await desk.reconciler.runOnce()
      for (let warp = 0; warp < 8; warp += 1) await desk.finalized()
      const later = await desk.verify(caller, order, signature)
      expect(later.body).toMatchObject({
        success: true,
        message: expect.stringContaining("check your wallet's network"),
        data: { verified: false, can_pay_again: true, status: 'PENDING' },
      })
      expect(await desk.balance(caller)).toBe(0n)
    } finally {
      await elsewhere.stop()
    }
  })
})

describe('a node that tells half the truth', () => {
  it('row 45: about token amounts for people: only raw amounts count', async () => {
    const { caller, order } = await newOrder()
    const paid = await desk.pay(caller, order)
    const lying = desk.lyingRpc((text) =>
      text.replaceAll(/"uiAmountString":"[^"]*"/g, '"uiAmountString":"999999"'),
    )
    const at = await desk.startServer({ rpc: lying })
    expect((await desk.verify(caller, order, paid, at)).body.data.verified).toBe(true)
    expect(await desk.balance(caller)).toBe(HALF)
  })

  it('row 25: by hanging: the reconciler’s round ends, and the next one credits', async () => {
    const { caller, order } = await newOrder()
    await desk.pay(caller, order, { keys: [] })
    await desk.fault('getSignaturesForAddress', 'hang', 1)
    const rpc = createSolanaRpc({ url: desk.chain.rpcUrl, timeoutMs: 2_000, retries: 0 })
    const impatient = desk.reconcilerOn(desk.db, { rpc })
    expect(await impatient.runOnce()).toMatchObject({ isComplete: false })
    await desk.clearFaults()
    await impatient.runOnce()
    expect(await desk.balance(caller)).toBe(HALF)
  })
})

it('row 57: leaves a ledger that balances', async () => {
  expect(await desk.violations()).toEqual([])
})
