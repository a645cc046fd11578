import { randomUUID } from 'node:crypto'
import { createSolanaRpc, type SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { checkPayments } from '#server/modules/payments/audit/payment-check.ts'
import { build, transferOf } from '#tests/server/modules/payments/raw-transactions.ts'
import { startMortal, type MortalProcess } from './mortal-process.ts'
import { brokenLaws, type Outcome, type StoryOrder, type StoryPayment } from './payment-laws.ts'
import { newPlayer, request, signIn, type Player } from './payment-players.ts'
import { randomFrom } from './seeded-random.ts'

const POINT = 10_000_000n
const SOL = 1_000_000_000n
const MINUTE = 60_000
const SETTINGS = {
  jwtSecret: 'a secret of the story, forty characters..',
  origin: 'http://desk.test:3000',
}
/** After so many steps everything is brought to rest and judged. */
const JUDGE_EVERY = 100

export type StoryOptions = {
  db: Database
  databaseUrl: string
  rpcUrl: string
  /** The treasury, which holds its rent already. */
  receiver: string
  /** A mint to pay analyses of. */
  mint: string
  seed: number
  steps: number
  onProgress?: (step: number) => void
}

/** Counts of each event, which prove that a story is not empty. */
export type StoryReport = Record<
  | 'orders'
  | 'payments'
  | 'credited'
  | 'kept'
  | 'kills'
  | 'reversals'
  | 'charges'
  | 'refunds'
  | 'judged',
  number
>

type Deal = {
  player: Player
  paymentId: string
  orderId: string
  reference: string
  blockhash: string
  lamports: bigint
  signatures: string[]
}
type StoredOrder = Pick<StoryOrder, 'id' | 'payer' | 'reference' | 'lamports'> & {
  status: string
  slot: bigint
  userId: string
}
type Spend = { player: Player; key: string; id: string | null; isReturning: boolean }

/**
 * Lives a random story of orders, payments, verifications, cancellations, expiries, charges, refunds, RPC trouble,
 * vanishing transactions, kill -9 at any step and restarts, against two real server processes on one database and chain;
 * throws when a law is broken.
 */
export async function tellStory(options: StoryOptions): Promise<StoryReport> {
  const { db, databaseUrl, rpcUrl, receiver, mint, seed, steps } = options
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[random(list.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }
  const rpc: SolanaRpc = createSolanaRpc({ url: rpcUrl, timeoutMs: 10_000 })
  const cheat = (method: string, params: readonly unknown[]) => rpc.call(method, params)
  const start = () => startMortal({ ...SETTINGS, databaseUrl, rpcUrl, receiver })
  const report: StoryReport = {
    orders: 0,
    payments: 0,
    credited: 0,
    kept: 0,
    kills: 0,
    reversals: 0,
    charges: 0,
    refunds: 0,
    judged: 0,
  }
  const players = [true, true, true, false, false].map((isLinked, index) =>
    newPlayer(index, isLinked),
  )
  const deals: Deal[] = []
  const payments: StoryPayment[] = []
  const spends: Spend[] = []
  const forgotten = new Set<string>()
  let offsetMs = 0
  let pending: Promise<unknown>[] = []
  const servers: MortalProcess[] = [await start(), await start()]
  const opening = await rpc.getBalance(receiver)

  const reviving = new Map<number, Promise<MortalProcess>>()
  async function server(index = random(servers.length)): Promise<MortalProcess> {
    const current = servers[index]
    if (current?.isAlive()) return current
    const underWay = reviving.get(index) ?? revive(index).finally(() => reviving.delete(index))
    reviving.set(index, underWay)
    return underWay
  }

  async function revive(index: number): Promise<MortalProcess> {
    report.kills += 1
    const fresh = await start()
    servers[index] = fresh
    await fresh.tell({ kind: 'clock', offsetMs })
    await fresh.tell({ kind: 'forget', signatures: [...forgotten] })
    return fresh
  }
  const tellAll = async (order: Parameters<MortalProcess['tell']>[0]) => {
    for (const each of servers) if (each.isAlive()) await each.tell(order)
  }

  async function call(
    player: Player,
    method: string,
    path: string,
    extra: { body?: object; key?: string } = {},
    at?: MortalProcess,
  ) {
    const target = at ?? (await server())
    const { token } = player
    const answer = await request(target.url, method, path, { ...extra, token })
    if (answer.status !== 401) return answer
    await signIn(target.url, player)
    return request(target.url, method, path, { ...extra, token: player.token })
  }

  async function open(): Promise<void> {
    const player = pick(players)
    const lamports = POINT * BigInt(1 + random(3)) + BigInt(random(40))
    const body = {
      amount_lamports: Number(lamports),
      payer_wallet: player.wallet.publicKey.toBase58(),
    }
    const answer = await call(player, 'POST', '/web3/solana/create-payment', { body })
    if (answer.status !== 200) return
    const { data } = answer.body as {
      data: { payment_id: string; order_id: string; reference: string; recentBlockhash: string }
    }
    const known = deals.find(({ paymentId }) => paymentId === data.payment_id)
    if (known !== undefined) {
      known.blockhash = data.recentBlockhash
      return
    }
    report.orders += 1
    deals.push({
      player,
      paymentId: data.payment_id,
      orderId: data.order_id,
      reference: data.reference,
      blockhash: data.recentBlockhash,
      lamports,
      signatures: [],
    })
  }

  async function pay(deal: Deal): Promise<void> {
    const payer = random(10) === 0 ? pick(players) : deal.player
    const lamports = deal.lamports + BigInt(pick([0, 0, 0, 0, 0, -1, 5]))
    const own = deal.reference
    const other = pick(deals).reference
    const references = pick([[own], [own], [own], [], [], [other], [own, other]])
    const from = payer.wallet.publicKey.toBase58()
    const instructions = [
      transferOf(from, from, BigInt(1 + random(1_000_000_000))),
      transferOf(from, receiver, lamports, references),
      // One in ten takes more than there is and fails on the chain.
      ...(random(10) === 0 ? [transferOf(from, receiver, 10n ** 15n)] : []),
    ]
    const isFresh = random(4) !== 0
    const blockhash = isFresh ? (await rpc.getLatestBlockhash()).blockhash : deal.blockhash
    const { base64, signature } = build(instructions, { feePayer: payer.wallet, blockhash })
    await cheat('sendTransaction', [base64, { encoding: 'base64', skipPreflight: true }])
    if (random(3) !== 0) await cheat('chain_warp', [{ slots: 2 }])
    report.payments += 1
    deal.signatures.push(signature)
    payments.push({ signature, payer: from, lamports, references, landed: null })
  }

  async function verify(deal: Deal, signature: string): Promise<void> {
    const body = {
      payment_id: deal.paymentId,
      order_id: deal.orderId,
      transaction_signature: signature,
    }
    const { status } = await call(deal.player, 'POST', '/web3/solana/verify-payment', { body })
    if (![0, 200, 503].includes(status)) throw new Error(`verify-payment answered ${status}`)
  }

  /** False when it is known to be refused. */
  async function charge(spend: Spend): Promise<boolean> {
    const { player, key } = spend
    const body = { contract_address: mint }
    const answer = await call(player, 'POST', '/analysis/ca', { body, key })
    if (answer.status === 202) {
      const { id } = (answer.body as { data: { id: string } }).data
      if (spend.id !== null && spend.id !== id) throw new Error(`two reports under key ${key}`)
      if (spend.id === null) report.charges += 1
      spend.id = id
    }
    return answer.status !== 402
  }

  async function giveBack(spend: Spend): Promise<void> {
    spend.isReturning = true
    const { status } = await call(spend.player, 'DELETE', `/analysis/reports/${spend.id}`)
    if (status !== 200 && status !== 404) return
    const index = spends.indexOf(spend)
    if (index === -1) return
    spends.splice(index, 1)
    report.refunds += 1
  }

  const reconcile = async (at?: MortalProcess) =>
    (at ?? (await server())).tell({ kind: 'reconcile' })

  async function advance(ms: number): Promise<void> {
    offsetMs += ms
    await cheat('chain_warp', [{ seconds: ms / 1_000 }])
    await tellAll({ kind: 'clock', offsetMs })
  }

  async function vanish(): Promise<void> {
    // Only what has been seen can vanish; a fork that never had it is a payment that has not landed yet.
    const credited = await db.query<{ signature: string }>(
      `select signature from payment_receipt where state = 'CREDITED' and settled_at is null
       order by recorded_at`,
    )
    if (credited.length > 0) forgotten.add(pick(credited).signature)
    await tellAll({ kind: 'forget', signatures: [...forgotten] })
    await reconcile()
    await advance(3 * MINUTE)
    const answer = await reconcile()
    const reversed = (answer as { reversed?: number } | null)?.reversed ?? 0
    report.reversals += reversed
  }

  async function step(): Promise<void> {
    const choice = random(100)
    const deal = deals.length === 0 ? undefined : pick(deals.slice(-8))
    if (deal === undefined || choice < 14) pending.push(open())
    else if (choice < 40) pending.push(pay(deal))
    else if (choice < 62) {
      const signature = deal.signatures.at(-1) ?? payments.at(-1)?.signature
      const which = random(4) === 0 ? payments.at(-1 - random(5))?.signature : signature
      if (which === undefined) return
      for (let times = 1 + random(3); times > 0; times -= 1) pending.push(verify(deal, which))
    } else if (choice < 70) pending.push(reconcile())
    else if (choice < 74) {
      const body = { payment_id: deal.paymentId }
      pending.push(call(deal.player, 'POST', '/web3/solana/cancel-payment', { body }))
    } else if (choice < 82) {
      const spend = { player: pick(players), key: randomUUID(), id: null, isReturning: false }
      spends.push(spend)
      pending.push(charge(spend), ...(random(3) === 0 ? [charge(spend)] : []))
    } else if (choice < 87) {
      const done = spends.filter(({ id, isReturning }) => id !== null && !isReturning)
      if (done.length > 0) pending.push(giveBack(pick(done)))
    } else if (choice < 92) {
      const methods = [
        'getTransaction',
        'getSignaturesForAddress',
        'getSignatureStatuses',
        'getSlot',
      ]
      const fault = { method: pick(methods), mode: pick(['error', '429', '500', 'null']) }
      await cheat('chain_fault', [{ ...fault, times: 1 + random(3) }])
    } else if (choice < 94) await advance(pick([1, 5, 16]) * MINUTE)
    else if (choice < 96) await cheat('chain_warp', [{ slots: 33 }])
    else if (choice < 97) {
      await atRest()
      await vanish()
    } else if (choice < 98) await servers[random(servers.length)]?.kill()
    else if (choice < 99) await (await server()).tell({ kind: 'die', afterSteps: 1 + random(60) })
    if (pending.length > 6) await atRest()
  }

  async function atRest(): Promise<void> {
    const running = pending
    pending = []
    await Promise.all(running)
  }

  /** Nothing in the way any more: all is remembered, alive and asked once more. */
  async function judge(): Promise<void> {
    await atRest()
    await cheat('chain_fault', [null])
    forgotten.clear()
    for (const index of servers.keys())
      await (await server(index)).tell({ kind: 'die', afterSteps: 1e9 })
    await tellAll({ kind: 'forget', signatures: [] })
    await cheat('chain_warp', [{ slots: 2 }])
    await db.query(
      `update idempotent_answer set claimed_at = claimed_at - interval '2 minutes' where body is null`,
    )
    const ready = await server(0)
    // Only now, with nothing under way, does a refusal mean that it was not charged before either.
    for (const spend of spends.filter(({ id }) => id === null)) {
      if (!(await charge(spend))) spends.splice(spends.indexOf(spend), 1)
    }
    for (const spend of spends.filter(({ isReturning }) => isReturning)) await giveBack(spend)
    for (let round = 0; ; round += 1) {
      const done = (await reconcile(ready)) as { isComplete?: boolean } | null
      if (done?.isComplete === true && round > 0) break
      if (round > 5)
        throw new Error(`the reconciler does not come to an end: ${JSON.stringify(done)}`)
      // References are looked up a few seconds apart.
      await advance(MINUTE)
    }
    report.judged += 1
    const broken = [...brokenLaws(await storyEnd()), ...(await violations())]
    if (broken.length > 0) throw new Error(`seed ${seed}: ${broken.join('; ')}`)
  }

  const violations = async () =>
    [...(await createLedger(db).check()), ...(await checkPayments(db))].map(
      ({ invariant, subject, detail }) => `${invariant}: ${subject}: ${detail}`,
    )

  async function storyEnd() {
    const unknown = payments.filter(({ landed }) => landed === null)
    for (let from = 0; from < unknown.length; from += 256) {
      const chunk = unknown.slice(from, from + 256)
      const statuses = await rpc.getSignatureStatuses(
        chunk.map(({ signature }) => signature),
        { searchTransactionHistory: true },
      )
      for (const [index, payment] of chunk.entries()) {
        const status = statuses[index]
        if (!status) continue
        payment.landed = { slot: status.slot, hasFailed: (status.err ?? null) !== null }
      }
    }
    const outcomes = await db.query<Outcome>(
      `select signature, state, payment_id as "orderId", credited_lamports as credited from payment_receipt`,
    )
    const rows = await db.query<StoredOrder>(
      `select id, status, created_slot as slot, user_id as "userId", payer_wallet as payer, reference,
         amount_lamports as lamports from payment_order`,
    )
    // Only the database knows an order whose server died before it could answer.
    const dealOf = new Map(deals.map((deal) => [deal.paymentId, deal]))
    const orders = rows.flatMap((row): StoryOrder[] => {
      const player = players.find(({ userId }) => userId === row.userId)
      if (player === undefined) return []
      const { reference, lamports } = dealOf.get(row.id) ?? row
      const { index, isLinked } = player
      const createdSlot = Number(row.slot)
      const { id, payer } = row
      return [
        { id, payer, player: index, isPayerLinked: isLinked, lamports, reference, createdSlot },
      ]
    })
    const spentBy = (player: Player) =>
      POINT * BigInt(spends.filter((spend) => spend.player === player).length)
    const ledger = createLedger(db)
    report.credited = outcomes.filter(({ state }) => state === 'CREDITED').length
    report.kept = outcomes.length - report.credited
    return {
      orders,
      payments,
      outcomes,
      paid: new Set(rows.filter(({ status }) => status === 'PAID').map(({ id }) => id)),
      balances: await Promise.all(players.map(({ userId }) => ledger.getBalance(userId))),
      spent: players.map(spentBy),
      treasuryGain: (await rpc.getBalance(receiver)) - opening,
    }
  }

  try {
    for (const player of players) {
      await signIn((await server()).url, player)
      await cheat('requestAirdrop', [player.wallet.publicKey.toBase58(), Number(9_000n * SOL)])
    }
    await reconcile(await server(0))
    for (let done = 1; done <= steps; done += 1) {
      await step()
      if (done % JUDGE_EVERY === 0 || done === steps) {
        await judge()
        options.onProgress?.(done)
      }
    }
    return report
  } finally {
    await Promise.allSettled([...pending, ...reviving.values()])
    for (const each of servers) await each.kill()
  }
}
