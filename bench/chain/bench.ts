import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Account, FailedTransactionMetadata } from 'litesvm/dist/internal.js'
import { createSvm } from '#localnet/svm/bank.ts'
import { startLocalChain, type LocalChainHandle } from '#localnet/start-local-chain.ts'
import { createTransferInstruction } from '#solana/system-instructions.ts'
import { signTransaction } from '#solana/sign-transaction.ts'
import { createSignerFromText } from '#solana/keys.ts'

/**
 * Transactions a second through the embedded chain's HTTP port, 16 clients each waiting for its answer, every one synced
 * to the journal before it is answered; beside bare LiteSVM executing the same kind of transaction in the same run. Then
 * the time from start to first answer with 1,000 and 10,000 transactions in the journal. Clients and chain share the
 * machine's cores.
 */

const CLIENTS = 16
const TRANSACTIONS = 10_000
const SMALL_JOURNAL = 1_000
const BATCH = 1_000
const START_LAMPORTS = 10_000_000_000_000n
const BUDGET = { perSecond: 300, restartMs: 200 }
const RESTARTS = 5

const payer = createSignerFromText('bench payer')
const receiver = createSignerFromText('bench receiver').address

export async function run(): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'bench-chain-'))
  try {
    const bare = bareLiteSvm()
    const first = await throughput(dir, SMALL_JOURNAL, 1)
    const restartSmall = await restartMs(dir)
    const rest = await throughput(dir, TRANSACTIONS - SMALL_JOURNAL, SMALL_JOURNAL + 1)
    const restartLarge = await restartMs(dir)
    const overHttp = Math.max(first, rest)
    console.table({
      'bare LiteSVM, in process': { 'transactions/s': Math.round(bare) },
      [`HTTP, ${CLIENTS} clients, synced journal`]: { 'transactions/s': Math.round(overHttp) },
    })
    console.table({
      [`start with ${SMALL_JOURNAL} transactions`]: { ms: Math.round(restartSmall) },
      [`start with ${TRANSACTIONS} transactions`]: { ms: Math.round(restartLarge) },
    })
    console.log(
      `budget: ${BUDGET.perSecond}/s over HTTP, ${BUDGET.restartMs} ms with ${SMALL_JOURNAL} transactions`,
    )
    if (overHttp < BUDGET.perSecond || restartSmall > BUDGET.restartMs) {
      throw new Error('The embedded chain misses its budget')
    }
  } finally {
    rmSync(dir, { recursive: true })
  }
}

function transfers(count: number, firstAmount: number, blockhash: string): Uint8Array[] {
  return Array.from({ length: count }, (_, index) =>
    signTransaction({
      instructions: [
        createTransferInstruction(payer.address, receiver, BigInt(firstAmount + index)),
      ],
      recentBlockhash: blockhash,
      signers: [payer],
    }),
  )
}

function bareLiteSvm(): number {
  const svm = createSvm()
  svm.setAccount(
    payer.publicKey,
    new Account(START_LAMPORTS, new Uint8Array(), new Uint8Array(32), false, 0n),
  )
  const list = transfers(2 * BATCH, 1_000_000, svm.latestBlockhash())
  const from = performance.now()
  for (const bytes of list) {
    if (svm.sendVersionedTransaction(bytes) instanceof FailedTransactionMetadata) {
      throw new Error('LiteSVM refused a transfer')
    }
  }
  return (list.length * 1000) / (performance.now() - from)
}

async function throughput(dir: string, count: number, firstAmount: number): Promise<number> {
  const chain = await startLocalChain({ dir, port: 0 })
  try {
    await call(chain, 'requestAirdrop', [payer.address, Number(START_LAMPORTS / 100n)])
    let spentMs = 0
    for (let sent = 0; sent < count; sent += BATCH) {
      const size = Math.min(BATCH, count - sent)
      const { value } = (await call(chain, 'getLatestBlockhash', [
        { commitment: 'processed' },
      ])) as {
        value: { blockhash: string }
      }
      const queue = transfers(size, 1_000_000 + firstAmount + sent, value.blockhash)
      const from = performance.now()
      await Promise.all(Array.from({ length: CLIENTS }, () => sendAll(chain, queue)))
      spentMs += performance.now() - from
    }
    return (count * 1000) / spentMs
  } finally {
    await chain.stop()
  }
}

async function sendAll(chain: LocalChainHandle, queue: Uint8Array[]): Promise<void> {
  for (let bytes = queue.pop(); bytes !== undefined; bytes = queue.pop()) {
    const encoded = Buffer.from(bytes).toString('base64')
    await call(chain, 'sendTransaction', [encoded, { encoding: 'base64' }])
  }
}

async function restartMs(dir: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < RESTARTS; round += 1) {
    const from = performance.now()
    const chain = await startLocalChain({ dir, port: 0 })
    await call(chain, 'getHealth', [])
    times.push(performance.now() - from)
    await chain.stop()
  }
  return Math.min(...times)
}

async function call(
  { rpcUrl }: LocalChainHandle,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: unknown; error?: unknown }
  if (error !== undefined) throw new Error(JSON.stringify(error))
  return result
}
