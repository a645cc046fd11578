import { setTimeout as sleep } from 'node:timers/promises'
import { Keypair, type TransactionInstruction } from '@solana/web3.js'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import {
  registerPaymentRoutes,
  type PaymentServices,
} from '#server/modules/payments/payment-routes.ts'
import {
  createReconciler,
  type ReconcilerDependencies,
} from '#server/modules/payments/reconcile/reconciler.ts'
import { checkPayments } from '#server/modules/payments/audit/payment-check.ts'
import { createUnmatchedDeposits } from '#server/modules/payments/deposits/unmatched-deposits.ts'
import { rpcReply, rpcResult, testChain } from '#tests/support/chain.ts'
import { testDatabase } from '#tests/support/database.ts'
import { withoutTransactions } from '#tests/support/forgetful-node.ts'
import { LONE_RECONCILER } from '#tests/support/lone-reconciler.ts'
import { signerOf } from '#tests/support/payment-players.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { testWallet } from '#tests/support/wallet.ts'
import { build, transferOf } from './raw-transactions.ts'

export const POINT = 10_000_000n
export const SOL = 1_000_000_000n

export type Order = {
  payment_id: string
  order_id: string
  receiver: string
  recentBlockhash: string
  reference: string
  amount_lamports: number
  expires_at: string
  last_valid_block_height: number
  token?: {
    mint: string
    raw_amount: string
    transfer_amount?: string
    destination: string
    program: string
  }
}
export type Verification = {
  success: boolean
  message: string
  errors?: Record<string, string>
  data: {
    verified: boolean
    status: string
    can_pay_again?: boolean
    late?: boolean
    settled?: boolean
  }
}
export type User = { id: string; token: string; wallet: Keypair }
export type PaymentDesk = Awaited<ReturnType<typeof paymentDesk>>

export type SendOptions = {
  feePayer?: Keypair
  signers?: readonly Keypair[]
  blockhash?: string
  skipPreflight?: boolean
}

/** The payment calls over a real chain and database, with accounts that own a funded wallet each. */
export async function paymentDesk() {
  const [chain, database] = await Promise.all([testChain(), testDatabase()])
  const treasury = Keypair.generate()
  const receiver = treasury.publicKey.toBase58()
  const rpcCalls: string[] = []
  let clockOffsetMs = 0
  const now = () => Date.now() + clockOffsetMs
  const rpc = createSolanaRpc({
    url: chain.rpcUrl,
    timeoutMs: 4_000,
    fetch: (input, init) => {
      rpcCalls.push(textOf(init))
      return fetch(input, init)
    },
  })
  /** A node whose answers to getTransaction are changed on the way. */
  const lyingRpc = (change: (text: string) => string) =>
    createSolanaRpc({
      url: chain.rpcUrl,
      timeoutMs: 4_000,
      fetch: async (input, init) => {
        const request = textOf(init)
        const isLied = request.includes('"getTransaction"')
        const response = await fetch(input, { ...init, body: isLied ? change(request) : request })
        const text = await response.text()
        return new Response(isLied ? change(text) : text, { status: response.status })
      },
    })
  /** A node that does not know the transactions in `forgotten`, as after a fork that had them was given up. */
  const forgetfulRpc = (forgotten: ReadonlySet<string>) =>
    createSolanaRpc({
      url: chain.rpcUrl,
      timeoutMs: 4_000,
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        const text = await response.text()
        const changed = response.ok ? withoutTransactions(textOf(init), text, forgotten) : text
        return new Response(changed, { status: response.status })
      },
    })
  const ledger = createLedger(database.db)
  const services = { network: 'localnet', receiver, now, dustBelowLamports: 0n }
  const closing: (() => Promise<unknown>)[] = []

  /** A server of its own: its connections to the database, nothing shared in memory. */
  async function startServer(overrides: Partial<PaymentServices> = {}): Promise<TestServer> {
    const db = await openDatabase({ url: database.url, poolSize: 4 })
    const server = await testServer({
      rpcUrl: chain.rpcUrl,
      db,
      modules: (parts) => [
        (app) =>
          registerPaymentRoutes(app, {
            ...services,
            db,
            ledger: parts.ledger,
            rpc,
            limits: { minPaymentLamports: POINT, maxPaymentLamports: 1_000n * SOL },
            ...overrides,
          }),
      ],
    })
    closing.push(
      () => db.close(),
      () => server.close(),
    )
    return server
  }

  const reconcilerOn = (db: Database, overrides: Partial<ReconcilerDependencies> = {}) =>
    createReconciler({ ...services, ...LONE_RECONCILER, db, rpc, ledger, ...overrides })

  const server = await startServer()
  const reconciler = reconcilerOn(database.db)
  async function airdrop(to: string, lamports: bigint): Promise<void> {
    await rpcResult(chain, 'requestAirdrop', [to, Number(lamports)])
  }

  /** Skips a slot, so that everything sent is confirmed. */
  const confirmed = () => rpcResult<number>(chain, 'chain_warp', [{ slots: 2 }])
  const finalized = () => rpcResult<number>(chain, 'chain_warp', [{ slots: 33 }])

  /** Signed in with a funded wallet; one that is not linked pays with another than it signed in with. */
  async function user({ linked = true }: { linked?: boolean } = {}): Promise<User> {
    const wallet = Keypair.generate()
    const signedIn = await server.signIn(linked ? signerOf(wallet) : testWallet())
    await airdrop(wallet.publicKey.toBase58(), 20n * SOL)
    return { id: signedIn.userId, token: signedIn.accessToken, wallet }
  }

  const call = <T>(
    caller: Pick<User, 'token'>,
    method: 'GET' | 'POST',
    path: string,
    { body, key, at = server }: { body?: unknown; key?: string; at?: TestServer } = {},
  ) =>
    at.call<T>(method, `/web3/solana/${path}`, {
      token: caller.token,
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })

  const addressOf = (caller: User) => caller.wallet.publicKey.toBase58()

  async function createOrder(
    caller: User,
    lamports: bigint = SOL / 2n,
    extra: Record<string, unknown> = {},
  ): Promise<Order> {
    const body = { amount_lamports: Number(lamports), payer_wallet: addressOf(caller), ...extra }
    const { status, body: answer } = await call<{ data: Order; message: string }>(
      caller,
      'POST',
      'create-payment',
      { body },
    )
    if (status !== 200) throw new Error(`create-payment: ${status} ${answer.message}`)
    return answer.data
  }

  const verify = (caller: User, order: Order, signature: unknown, at?: TestServer) =>
    call<Verification>(caller, 'POST', 'verify-payment', {
      body: {
        payment_id: order.payment_id,
        order_id: order.order_id,
        transaction_signature: signature,
      },
      ...(at === undefined ? {} : { at }),
    })

  /** Signs, sends and confirms; gives the signature. */
  async function send(
    instructions: TransactionInstruction[],
    {
      feePayer,
      signers = [],
      blockhash,
      skipPreflight = false,
    }: SendOptions & { feePayer: Keypair },
  ): Promise<string> {
    const recent = blockhash ?? (await rpc.getLatestBlockhash()).blockhash
    const { base64 } = build(instructions, { feePayer, signers, blockhash: recent })
    return sendRaw(base64, skipPreflight)
  }

  async function sendRaw(base64: string, skipPreflight = false): Promise<string> {
    const config = { encoding: 'base64', skipPreflight }
    const { result, error } = await rpcReply(chain, 'sendTransaction', [base64, config])
    if (error !== undefined) throw new Error(`sendTransaction: ${error.message}`)
    await confirmed()
    return String(result)
  }

  /** Pays as the browser does: a plain transfer of the payer, by default with the reference. */
  const pay = (
    caller: User,
    order: Order,
    {
      lamports = BigInt(order.amount_lamports),
      to = order.receiver,
      keys = [order.reference],
    }: {
      lamports?: bigint
      to?: string
      keys?: readonly string[]
    } = {},
  ): Promise<string> =>
    send([transferOf(addressOf(caller), to, lamports, keys)], {
      feePayer: caller.wallet,
      blockhash: order.recentBlockhash,
    })

  await airdrop(receiver, SOL)
  await confirmed()
  await reconciler.runOnce()
  // The first look counts deposits from the next slot on.
  await confirmed()

  const unmatched = createUnmatchedDeposits({ db: database.db, ledger, network: 'localnet', now })

  return {
    chain,
    db: database.db,
    database,
    ledger,
    rpc,
    rpcCalls,
    lyingRpc,
    forgetfulRpc,
    treasury,
    receiver,
    now,
    server,
    startServer,
    reconciler,
    reconcilerOn,
    unmatched,
    user,
    addressOf,
    airdrop,
    confirmed,
    finalized,
    call,
    createOrder,
    verify,
    send,
    sendRaw,
    pay,
    /** Every invariant of the ledger, and of payments against it. */
    violations: async () => [...(await ledger.check()), ...(await checkPayments(database.db))],
    balance: (caller: Pick<User, 'id'>) => ledger.getBalance(caller.id),
    /** Moves the server's clock and the chain's. */
    async advance(ms: number): Promise<void> {
      clockOffsetMs += ms
      await rpcResult(chain, 'chain_warp', [{ seconds: ms / 1000 }])
    },
    fault: (method: string, mode: string, times = 1) =>
      rpcResult(chain, 'chain_fault', [{ method, mode, times }]),
    clearFaults: () => rpcResult(chain, 'chain_fault', [null]),
    async statusOf(caller: User, order: Order): Promise<string | undefined> {
      const { body } = await call<{ data: { order_id: string; status: string }[] }>(
        caller,
        'GET',
        'recharge-history?limit=100',
      )
      return body.data.find(({ order_id }) => order_id === order.order_id)?.status
    },
    unmatchedSignatures: async () =>
      (await unmatched.listUnmatched({ limit: 10_000 })).map(({ signature }) => signature),
    async close() {
      for (const end of closing.toReversed()) await end()
      await database.drop()
      await chain.stop()
    },
  }
}

const textOf = (init: RequestInit | undefined): string =>
  typeof init?.body === 'string' ? init.body : ''

/** Repeats a look until it gives something, at most for `withinMs`. */
export async function eventually<T>(
  look: () => Promise<T | undefined>,
  withinMs: number,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (performance.now() > deadline) throw new Error(`nothing within ${withinMs} ms`)
    await sleep(100)
  }
}
