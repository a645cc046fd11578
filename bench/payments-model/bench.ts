import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Keypair } from '@solana/web3.js'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { startLocalChain } from '#localnet/start-local-chain.ts'
import { createDemoToken } from '#server/boot/chain/prepare-localnet.ts'
import { compareWithChain } from '#server/modules/payments/audit/chain-check.ts'
import { tellStory, type StoryReport } from '#tests/support/payment-story.ts'
import { readNumber } from '#bench/support/options.ts'
import { startDatabase } from '#bench/support/server.ts'

/**
 * A story of 10,000 random steps: orders, payments, verifications, cancellations, expiries, charges, refunds, RPC trouble,
 * vanishing transactions, kill -9 at any step and restarts, against two server processes on one real database and chain.
 * After every hundred steps, the invariants of the product are checked. The first broken one ends the run with its seed.
 * Each run plays another story, unless `--seed` names one.
 */
const STEPS = 10_000

export async function run(options: readonly string[]): Promise<void> {
  const steps = readNumber(options, '--steps', STEPS)
  const seed = readNumber(options, '--seed', Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}, ${steps} steps`)
  const startedAt = performance.now()
  const report = await inFreshWorld((world) =>
    tellStory({
      ...world,
      seed,
      steps,
      onProgress(step) {
        if (step % 500 === 0) console.log(`${step} steps, every invariant holds`)
      },
    }),
  )
  console.table(report)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(`seed ${seed}: ${steps} steps in ${seconds} s, 0 double credits, 0 lost payments`)
}

type World = Pick<
  Parameters<typeof tellStory>[0],
  'db' | 'databaseUrl' | 'rpcUrl' | 'receiver' | 'mint'
>

async function inFreshWorld(tell: (world: World) => Promise<StoryReport>): Promise<StoryReport> {
  const dir = mkdtempSync(path.join(tmpdir(), 'soldesk-bench-model-'))
  const undo: (() => unknown)[] = []
  try {
    const { db, url, stop } = await startDatabase(dir, { poolSize: 4 })
    undo.push(stop)
    const chain = await startLocalChain({ dir: path.join(dir, 'chain'), port: 0, slotMs: 100 })
    undo.push(() => chain.stop())
    const { rpcUrl } = chain
    const receiver = Keypair.generate().publicKey.toBase58()
    const rpc = createSolanaRpc({ url: rpcUrl, timeoutMs: 4_000 })
    await rpc.call('requestAirdrop', [receiver, 1_000_000_000])
    await rpc.call('chain_warp', [{ slots: 2 }])
    const { mint } = await createDemoToken({ rpcUrl, authoritySeed: 'bench' })
    const report = await tell({ db, databaseUrl: url, rpcUrl, receiver, mint })
    const { violations, payments } = await compareWithChain({ db, rpc, network: 'localnet' })
    if (violations.length > 0 || payments !== report.credited) {
      throw new Error(`the chain confirms ${payments} payments: ${JSON.stringify(violations)}`)
    }
    undo.unshift(() => rmSync(dir, { recursive: true, force: true }))
    return report
  } catch (error) {
    console.log(`what is left of it: ${dir}`)
    throw error
  } finally {
    for (const end of undo.toReversed()) await end()
  }
}
