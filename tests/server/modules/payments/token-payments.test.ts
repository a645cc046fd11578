import { Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, describe, expect, it } from 'vitest'
import { compareWithChain } from '#server/modules/payments/audit/chain-check.ts'
import type { PaymentToken } from '#server/modules/payments/orders/create-payment.ts'
import { loadPaymentToken } from '#server/modules/payments/orders/payment-token.ts'
import { deriveAssociatedTokenAddress } from '#solana/program-address.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import type { TestServer } from '#tests/support/server.ts'
import { paymentDesk, POINT, type Order } from './payment-desk.ts'
import { transferOf } from './raw-transactions.ts'
import {
  approve,
  checkedTransfer,
  createMint,
  mintTo,
  openAccount,
  openPlainAccount,
  plainTransfer,
} from './token-mint.ts'

const DECIMALS = 6
/** 2.5 tokens for a POINT. */
const RAW_PER_POINT = 2_500_000n

const tokens: Record<string, { token: PaymentToken; server: TestServer }> = {}

const desk = await paymentDesk()
const issuer = await desk.user()
for (const program of [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]) {
  const mint = await newMint(program)
  const loaded = await loadPaymentToken(desk.rpc, {
    mint,
    rawPerPoint: RAW_PER_POINT,
    receiver: desk.receiver,
  })
  if (!loaded.ok) throw new Error(loaded.reason)
  const server = await desk.startServer({ token: loaded.token })
  tokens[program] = { token: loaded.token, server }
}
afterAll(() => desk.close())

async function newMint(program: string): Promise<string> {
  const mint = Keypair.generate()
  const instructions = createMint(issuer.wallet, mint, program, DECIMALS)
  await desk.send(instructions, { feePayer: issuer.wallet, signers: [mint] })
  return mint.publicKey.toBase58()
}

/** Mints tokens to the wallet and returns its token account. */
async function fund(owner: string, mint: string, program: string, amount = 10n ** 12n) {
  const to = deriveAssociatedTokenAddress({ owner, mint, program })
  const authority = desk.addressOf(issuer)
  await desk.send(
    [
      openAccount(authority, owner, mint, program),
      mintTo({ mint, to, authority }, amount, program),
    ],
    { feePayer: issuer.wallet },
  )
  return to
}

async function newOrder(program: string, lamports = 7n * POINT) {
  const { token, server } = tokens[program]!
  const caller = await desk.user()
  const from = await fund(desk.addressOf(caller), token.mint, program)
  const { body } = await desk.call<{ data: Order }>(caller, 'POST', 'create-payment', {
    body: {
      amount_lamports: Number(lamports),
      payer_wallet: desk.addressOf(caller),
      currency: 'TOKEN',
    },
    at: server,
  })
  const order = body.data
  const rawAmount = BigInt(order.token!.raw_amount)
  const owner = desk.addressOf(caller)
  const side = { from, to: token.destination, owner, keys: [order.reference] }
  const open = openAccount(owner, desk.receiver, token.mint, program)
  const verify = async (signature: string) =>
    (await desk.verify(caller, order, signature, server)).body
  return { caller, order, rawAmount, side, open, verify, mint: token.mint, owner }
}

describe.each([
  ['Token', TOKEN_PROGRAM],
  ['Token-2022', TOKEN_2022_PROGRAM],
])('a payment in the product’s own token (%s)', (_, program) => {
  it('asks for the raw amount at the configured rate, rounded up', async () => {
    const { order, mint } = await newOrder(program, 10_000_001n)
    expect(order).toMatchObject({
      amount_lamports: 10_000_001,
      currency: 'TOKEN',
      token: {
        mint,
        raw_amount: '2500001',
        decimals: DECIMALS,
        program,
        destination: tokens[program]!.token.destination,
      },
    })
  })

  it('row 39: is credited by transferChecked and by transfer', async () => {
    const checked = await newOrder(program)
    const first = await desk.send(
      [
        checked.open,
        checkedTransfer(
          { ...checked.side, mint: checked.mint },
          checked.rawAmount,
          program,
          DECIMALS,
        ),
      ],
      { feePayer: checked.caller.wallet },
    )
    expect(await checked.verify(first)).toMatchObject({ data: { verified: true } })
    expect(await desk.balance(checked.caller)).toBe(7n * POINT)
    const plain = await newOrder(program)
    const second = await desk.send(
      [plain.open, plainTransfer({ ...plain.side, keys: [] }, plain.rawAmount * 2n, program)],
      { feePayer: plain.caller.wallet },
    )
    expect(await plain.verify(second)).toMatchObject({ data: { verified: true } })
    expect(await desk.balance(plain.caller)).toBe(14n * POINT)
  })

  it('row 40: in a fake of the same decimals is rejected', async () => {
    const { caller, rawAmount, side, verify, owner } = await newOrder(program)
    const fake = await newMint(program)
    const from = await fund(owner, fake, program)
    const to = deriveAssociatedTokenAddress({ owner: desk.receiver, mint: fake, program })
    const signature = await desk.send(
      [
        openAccount(owner, desk.receiver, fake, program),
        checkedTransfer({ ...side, from, to, mint: fake }, rawAmount, program, DECIMALS),
      ],
      { feePayer: caller.wallet },
    )
    expect((await verify(signature)).errors).toHaveProperty('receiver')
    expect(await desk.balance(caller)).toBe(0n)
  })

  it('row 41: to a stranger, one unit short, or in SOL is rejected', async () => {
    const { caller, order, rawAmount, side, open, verify, mint, owner } = await newOrder(program)
    const stranger = Keypair.generate().publicKey.toBase58()
    const to = deriveAssociatedTokenAddress({ owner: stranger, mint, program })
    const elsewhere = await desk.send(
      [
        openAccount(owner, stranger, mint, program),
        checkedTransfer({ ...side, to, mint }, rawAmount, program, DECIMALS),
      ],
      { feePayer: caller.wallet },
    )
    expect((await verify(elsewhere)).errors).toHaveProperty('receiver')
    const short = await desk.send(
      [open, checkedTransfer({ ...side, mint }, rawAmount - 1n, program, DECIMALS)],
      { feePayer: caller.wallet },
    )
    expect((await verify(short)).errors).toHaveProperty('amount')
    const inSol = await desk.send(
      [transferOf(owner, desk.receiver, BigInt(order.amount_lamports), [order.reference])],
      { feePayer: caller.wallet },
    )
    expect((await verify(inSol)).errors).toHaveProperty('receiver')
    expect(await desk.balance(caller)).toBe(0n)
  })

  it('row 43: to a further account of the treasury, opened by the payment, is credited', async () => {
    const { caller, rawAmount, side, verify, mint, owner } = await newOrder(program)
    const account = Keypair.generate()
    const open = openPlainAccount(caller.wallet, account, { mint, owner: desk.receiver, program })
    const to = account.publicKey.toBase58()
    const signature = await desk.send(
      [...open, checkedTransfer({ ...side, to, owner, mint }, rawAmount, program, DECIMALS)],
      { feePayer: caller.wallet, signers: [account] },
    )
    expect(await verify(signature)).toMatchObject({ data: { verified: true } })
  })

  it('row 44: by a delegate counts as the owner’s', async () => {
    const { caller, rawAmount, side, open, verify, mint, owner } = await newOrder(program)
    const delegate = await desk.user()
    const spender = { source: side.from, delegate: desk.addressOf(delegate), owner }
    await desk.send([approve(spender, rawAmount, program)], { feePayer: caller.wallet })
    const signature = await desk.send(
      [
        openAccount(desk.addressOf(delegate), desk.receiver, mint, program),
        checkedTransfer(
          { ...side, owner: desk.addressOf(delegate), mint },
          rawAmount,
          program,
          DECIMALS,
        ),
      ],
      { feePayer: delegate.wallet },
    )
    expect(open).toBeDefined()
    expect(await verify(signature)).toMatchObject({ data: { verified: true } })
    expect(await desk.balance(caller)).toBe(7n * POINT)
  })

  it('row 26: is found by the reconciler at the treasury’s token account', async () => {
    const { caller, rawAmount, side, open } = await newOrder(program)
    const { token } = tokens[program]!
    const reconciler = desk.reconcilerOn(desk.db, { token })
    await desk.send([open, plainTransfer({ ...side, keys: [] }, rawAmount, program)], {
      feePayer: caller.wallet,
    })
    await reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(7n * POINT)
    const stray = await fund(desk.receiver, token.mint, program, 9n)
    expect(stray).toBe(token.destination)
    await reconciler.runOnce()
    const deposits = await desk.unmatched.listUnmatched({ limit: 1_000 })
    expect(deposits).toContainEqual(
      expect.objectContaining({ currency: 'TOKEN', tokenMint: token.mint, received: 9n }),
    )
  })
})

describe('a server whose token was exchanged for another', () => {
  it('opens another order for the same amount, and takes the one before up again when it is back', async () => {
    const before = await newOrder(TOKEN_PROGRAM)
    const ask = async (program: string) => {
      const { body } = await desk.call<{ data: Order }>(before.caller, 'POST', 'create-payment', {
        body: {
          amount_lamports: before.order.amount_lamports,
          payer_wallet: before.owner,
          currency: 'TOKEN',
        },
        at: tokens[program]!.server,
      })
      return body.data
    }
    const after = await ask(TOKEN_2022_PROGRAM)
    expect(after.token).toMatchObject({ program: TOKEN_2022_PROGRAM })
    expect(after.payment_id).not.toBe(before.order.payment_id)
    expect(await ask(TOKEN_2022_PROGRAM)).toMatchObject({ payment_id: after.payment_id })
    expect(await ask(TOKEN_PROGRAM)).toMatchObject({ payment_id: before.order.payment_id })
  })

  it.each([
    ['by its reference', (order: Order) => [order.reference]],
    ['as the only open order of the wallet', () => []],
  ])('takes the new token for no order in the old one, %s', async (_, keysOf) => {
    const { caller, order, rawAmount, owner } = await newOrder(TOKEN_PROGRAM)
    const { token } = tokens[TOKEN_2022_PROGRAM]!
    const reconciler = desk.reconcilerOn(desk.db, { token })
    await reconciler.runOnce()
    const from = await fund(owner, token.mint, token.program)
    const side = { from, to: token.destination, owner, keys: keysOf(order) }
    const open = openAccount(owner, desk.receiver, token.mint, token.program)
    const signature = await desk.send([open, plainTransfer(side, rawAmount, token.program)], {
      feePayer: caller.wallet,
    })
    await reconciler.runOnce()
    await desk.advance(60_000)
    await reconciler.runOnce()
    expect(await desk.balance(caller)).toBe(0n)
    expect(await desk.unmatchedSignatures()).toContain(signature)
  })
})

describe('loadPaymentToken', () => {
  it('agrees with the chain on where a wallet’s tokens lie', async () => {
    const owner = Keypair.generate().publicKey.toBase58()
    const { mint } = tokens[TOKEN_PROGRAM]!.token
    const [expected] = PublicKey.findProgramAddressSync(
      [owner, TOKEN_PROGRAM, mint].map((key) => new PublicKey(key).toBytes()),
      new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
    )
    expect(deriveAssociatedTokenAddress({ owner, mint, program: TOKEN_PROGRAM })).toBe(
      expected.toBase58(),
    )
  })

  it('refuses an address that is not a mint', async () => {
    const settings = { rawPerPoint: 1n, receiver: desk.receiver }
    const missing = Keypair.generate().publicKey.toBase58()
    expect(await loadPaymentToken(desk.rpc, { ...settings, mint: missing })).toEqual({
      ok: false,
      reason: 'missing',
    })
    for (const mint of [desk.receiver, tokens[TOKEN_PROGRAM]!.token.destination]) {
      expect(await loadPaymentToken(desk.rpc, { ...settings, mint })).toEqual({
        ok: false,
        reason: 'not_a_mint',
      })
    }
  })

  it('row 57: leaves a ledger that balances, and that the chain confirms by owner and mint', async () => {
    expect(await desk.violations()).toEqual([])
    const { db, rpc } = desk
    const compared = await compareWithChain({ db, rpc, network: 'localnet' })
    expect(compared).toMatchObject({ violations: [], unknown: new Set() })
    const [booked] = await db.query<{ payments: bigint; lamports: bigint }>(
      `select count(*) as payments, sum(lamports)::bigint as lamports from transfer where kind = 'topup'`,
    )
    expect(booked?.payments).toBeGreaterThan(5n)
    expect(compared).toMatchObject({
      payments: Number(booked?.payments),
      lamports: booked?.lamports,
    })
  })
})
