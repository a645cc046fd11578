import * as z from 'zod/mini'
import { SignatureInfo } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { runIsolated } from '#server/jobs/run-isolated.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import type { DepositIntake } from '#server/modules/payments/deposits/deposit-intake.ts'
import { hasSucceeded } from '#server/modules/payments/deposits/fetch-transaction.ts'
import {
  toTreasuryAddress,
  type PaymentOrder,
} from '#server/modules/payments/orders/payment-order.ts'
import {
  findUnmatchedFor,
  postponeWatch,
  recordTried,
  takeDueOrders,
  type UnmatchedDeposit,
} from './scan-repository.ts'
import type { ScanResult } from './treasury-scan.ts'
import { DAY_MS } from '#server/lib/durations.ts'

const SECOND = 1_000
/** Every round while a payment is likely. Later, an hour-old order waits 72 s and a day-old one 29 minutes. */
const FRESH_EVERY_MS = 2.5 * SECOND
const EXPIRED_EVERY_MS = 30 * SECOND
const PART_OF_AGE = 0.02
const WATCHED_FOR_MS = 7 * DAY_MS
const AGAIN_AFTER_MS = 30 * SECOND

const ORDERS_PER_ROUND = 200
const UNMATCHED_PER_ORDER = 100
const PAGE = 1_000

const Page = z.array(SignatureInfo)

type Parts = {
  db: Database
  rpc: Pick<SolanaRpc, 'batch' | 'getSignaturesForAddress'>
  intake: DepositIntake
  network: string
  now: () => number
  onFailure: FailureHandler
}

/**
 * Looks up the references of unpaid orders. Reads all pages, because anyone can add transactions to a reference.
 * Finds payments that the treasury's history doesn't list, such as those to another token account, and matches
 * unmatched deposits again, because their order may be newer or unpaid again.
 */
export const createReferenceScan = (parts: Parts) => (signal?: AbortSignal) => scan(parts, signal)

async function scan(parts: Parts, signal?: AbortSignal): Promise<ScanResult> {
  const { db, rpc, network, now } = parts
  const orders = await takeDueOrders(db, network, watchPlan(now()), ORDERS_PER_ROUND)
  const result: ScanResult = { isComplete: true, credited: 0, unmatched: 0, failed: 0 }
  if (orders.length === 0) return result
  const ids = orders.map(({ paymentId }) => paymentId)
  const unmatchedByOrder = Map.groupBy(
    await findUnmatchedFor(db, ids, UNMATCHED_PER_ORDER),
    ({ paymentId }) => paymentId,
  )
  try {
    const outcomes = await rpc.batch(
      orders.map(({ reference }) => ({
        method: 'getSignaturesForAddress',
        params: [reference, { limit: PAGE, commitment: 'confirmed' }],
      })),
      { signal },
    )
    for (const [index, order] of orders.entries()) {
      const outcome = outcomes[index]
      const page = outcome?.ok ? Page.safeParse(outcome.result) : undefined
      const found = {
        firstPage: page?.data,
        unmatched: unmatchedByOrder.get(order.paymentId) ?? [],
      }
      const isRead = await readOrder(parts, order, found, result, signal)
      // A failure that isn't the chain's must not keep orders from expiring.
      if (isRead === false) result.isComplete = false
      if (isRead !== true) await postpone(parts, [order])
    }
  } catch (error) {
    await postpone(parts, orders)
    throw error
  }
  return result
}

const watchPlan = (at: number) => ({
  now: new Date(at),
  nextFresh: new Date(at + FRESH_EVERY_MS),
  nextExpired: new Date(at + EXPIRED_EVERY_MS),
  partOfAge: PART_OF_AGE,
  watchedAfter: new Date(at - WATCHED_FOR_MS),
})

/** Returns true if everything was read, false if the node lacks something, and undefined after a failure. */
const readOrder = (
  parts: Parts,
  order: PaymentOrder,
  found: {
    firstPage: readonly SignatureInfo[] | undefined
    unmatched: readonly UnmatchedDeposit[]
  },
  result: ScanResult,
  signal?: AbortSignal,
): Promise<boolean | undefined> =>
  runIsolated(
    async () => {
      const { firstPage, unmatched } = found
      const isFound =
        firstPage !== undefined && (await readReference(parts, order, firstPage, result, signal))
      const isReread = await readAgain(parts, order, unmatched, result, signal)
      return isFound && isReread
    },
    (error) => {
      result.failed += 1
      parts.onFailure(error, { paymentId: order.paymentId })
    },
    signal,
  )

async function readReference(
  { rpc, intake }: Parts,
  order: PaymentOrder,
  firstPage: readonly SignatureInfo[],
  result: ScanResult,
  signal?: AbortSignal,
): Promise<boolean> {
  const newestFirst = [...firstPage]
  for (let page = firstPage; page.length === PAGE;) {
    const before = newestFirst.at(-1)?.signature
    page = await rpc.getSignaturesForAddress(order.reference, { limit: PAGE, before, signal })
    newestFirst.push(...page)
  }
  const succeeded = newestFirst.filter(hasSucceeded)
  const signatures = succeeded.map(({ signature }) => signature).toReversed()
  const { credited, unmatched, unread, failed } = await intake.take(
    toTreasuryAddress(order),
    signatures,
    signal,
  )
  result.credited += credited
  result.unmatched += unmatched
  result.failed += failed.size
  return unread.size === 0
}

/**
 * Retries a deposit that the node doesn't know any longer (vanished, or older than its history) when the order is
 * due next. It must not delay the round, because this may last as long as the order is watched.
 */
async function readAgain(
  { db, intake }: Parts,
  order: PaymentOrder,
  unmatched: readonly UnmatchedDeposit[],
  result: ScanResult,
  signal?: AbortSignal,
): Promise<boolean> {
  if (unmatched.length === 0) return true
  const { credited, unread, unknown, failed } = await intake.takeAgain(
    toTreasuryAddress(order),
    unmatched.map(({ signature }) => signature),
    signal,
  )
  result.credited += credited
  result.failed += failed.size
  const tried = unmatched.filter(
    ({ signature }) => !unread.has(signature) && !failed.has(signature),
  )
  await db.transaction((tx) => recordTried(tx, tried))
  return unread.size === unknown.size
}

async function postpone({ db, now }: Parts, orders: readonly PaymentOrder[]): Promise<void> {
  const ids = orders.map(({ paymentId }) => paymentId)
  await postponeWatch(db, ids, new Date(now() + AGAIN_AFTER_MS))
}
