import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { startLocalChain } from '#localnet/start-local-chain.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { registerPaymentRoutes } from '#server/modules/payments/payment-routes.ts'
import { BENCH_LIMITS, serveApp, startDatabase } from '#bench/support/server.ts'
import { quantile } from '#bench/support/figures.ts'

/**
 * How long verify-payment takes for a confirmed transaction: HTTP, the transaction's bytes from the chain, the rule, the
 * receipt, the ledger and the order in one commit with fsync. First one caller at a time, then 16 at once; and the same
 * question again, answered from the receipt. Everything shares the machine's cores.
 */

type Measure = { p50Ms: number; p95Ms: number; p99Ms: number }

const PAYMENTS = 200
const TOGETHER = 16
const P95_BUDGET_MS = 150
const LAMPORTS = 10_000_000

type Order = { payment_id: string; order_id: string; receiver: string; reference: string }
type Payment = Order & { signature: string }

export async function run(): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'soldesk-bench-verify-'))
  const undo: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })]
  try {
    const { db, stop } = await startDatabase(path.join(dir, 'postgres'))
    undo.push(stop)
    const chain = await startLocalChain({ dir: path.join(dir, 'chain'), port: 0 })
    undo.push(() => chain.stop())
    const rpc = createSolanaRpc({ url: chain.rpcUrl, timeoutMs: 4_000 })
    const treasury = Keypair.generate().publicKey.toBase58()
    const ask = await serve(db, rpc, treasury, undo)

    const prepare = async () => {
      const wallet = Keypair.generate()
      for (const address of [treasury, wallet.publicKey.toBase58()]) {
        await rpc.call('requestAirdrop', [address, 1_000_000_000 + LAMPORTS * PAYMENTS])
      }
      const payments: Payment[] = []
      for (let index = 0; index < PAYMENTS; index += 1) {
        const body = {
          amount_lamports: LAMPORTS + index,
          payer_wallet: wallet.publicKey.toBase58(),
        }
        const { data } = await ask<{ data: Order }>('create-payment', body)
        payments.push({ ...data, signature: await pay(rpc, wallet, data, body.amount_lamports) })
      }
      await rpc.call('chain_warp', [{ slots: 2 }])
      return payments
    }
    const verify = async ({ signature, ...order }: Payment) => {
      const body = { ...order, transaction_signature: signature }
      const { data } = await ask<{ data: { verified: boolean } }>('verify-payment', body)
      if (!data.verified) throw new Error(`payment ${order.payment_id} was not verified`)
    }

    const first = await prepare()
    const second = await prepare()
    const alone = await measure(first, 1, verify)
    const together = await measure(second, TOGETHER, verify)
    const repeated = await measure(first, 1, verify)
    console.table({ 'one at a time': alone, '16 at once': together, 'asked again': repeated })
    console.log(`${first.length + second.length} payments verified; p95 budget ${P95_BUDGET_MS} ms`)
    if (alone.p95Ms > P95_BUDGET_MS) throw new Error('verify-payment is over its budget')
  } finally {
    for (const end of undo.toReversed()) await end()
  }
}

async function serve(
  db: Database,
  rpc: ReturnType<typeof createSolanaRpc>,
  receiver: string,
  undo: (() => unknown)[],
) {
  const server = await serveApp(db, [
    (app) =>
      registerPaymentRoutes(app, {
        db,
        ledger: createLedger(db),
        rpc,
        receiver,
        network: 'localnet',
        now: Date.now,
        dustBelowLamports: 0n,
        caps: BENCH_LIMITS,
        limits: { minPaymentLamports: BigInt(LAMPORTS), maxPaymentLamports: 1_000_000_000n },
      }),
  ])
  undo.push(() => server.close())
  const { accessToken } = await server.signUp('bench')
  return async <T>(call: string, body: object): Promise<T> => {
    const response = await fetch(`${server.url}/api/web3/solana/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(body),
    })
    if (response.status !== 200) throw new Error(await response.text())
    return (await response.json()) as T
  }
}

async function pay(
  rpc: ReturnType<typeof createSolanaRpc>,
  wallet: Keypair,
  { receiver, reference }: Order,
  lamports: number,
): Promise<string> {
  const { blockhash, lastValidBlockHeight } = await rpc.getLatestBlockhash()
  const transfer = SystemProgram.transfer({
    fromPubkey: wallet.publicKey,
    toPubkey: new PublicKey(receiver),
    lamports,
  })
  transfer.keys.push({ pubkey: new PublicKey(reference), isSigner: false, isWritable: false })
  const transaction = new Transaction({
    feePayer: wallet.publicKey,
    blockhash,
    lastValidBlockHeight,
  }).add(transfer)
  transaction.sign(wallet)
  const config = { encoding: 'base64', skipPreflight: true }
  return String(
    await rpc.call('sendTransaction', [transaction.serialize().toString('base64'), config]),
  )
}

async function measure(
  payments: readonly Payment[],
  clients: number,
  verify: (payment: Payment) => Promise<void>,
): Promise<Measure> {
  const queue = [...payments]
  const latencies: number[] = []
  const client = async () => {
    for (let payment = queue.pop(); payment !== undefined; payment = queue.pop()) {
      const startedAt = performance.now()
      await verify(payment)
      latencies.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const at = (share: number) => Number(quantile(latencies, share).toFixed(1))
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}
