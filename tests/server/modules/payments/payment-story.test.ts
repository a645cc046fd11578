import { Keypair } from '@solana/web3.js'
import { afterAll, expect, it } from 'vitest'
import { compareWithChain } from '#server/modules/payments/audit/chain-check.ts'
import { TOKEN_PROGRAM } from '#solana/programs.ts'
import { tellStory } from '#tests/support/payment-story.ts'
import { paymentDesk } from './payment-desk.ts'
import { createMint } from './token-mint.ts'

const STEPS = 200
const SEED = 20_261_120

const desk = await paymentDesk()
const issuer = await desk.user()
const key = Keypair.generate()
await desk.send(createMint(issuer.wallet, key, TOKEN_PROGRAM, 6), {
  feePayer: issuer.wallet,
  signers: [key],
})
const mint = key.publicKey.toBase58()
afterAll(() => desk.close())

it('rows 28, 57: no story of payments, faults, kills and restarts loses or doubles a lamport', async () => {
  const report = await tellStory({
    db: desk.db,
    databaseUrl: desk.database.url,
    rpcUrl: desk.chain.rpcUrl,
    receiver: desk.receiver,
    mint,
    seed: SEED,
    steps: STEPS,
  })
  const { db, rpc } = desk
  const compared = await compareWithChain({ db, rpc, network: 'localnet' })
  expect(compared).toMatchObject({ violations: [], waiting: 0, payments: report.credited })
  // The story must not be empty.
  for (const part of ['orders', 'payments', 'credited', 'kept', 'kills', 'charges'] as const) {
    expect({ part, count: report[part] }).not.toEqual({ part, count: 0 })
  }
}, 300_000)
