import type { SignatureInfo } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { runIsolated } from '#server/jobs/run-isolated.ts'
import { MINUTE_MS } from '#server/lib/durations.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import type { DepositIntake, Intake } from '#server/modules/payments/deposits/deposit-intake.ts'
import { advanceScan, type ListedDust } from '#server/modules/payments/deposits/dust-repository.ts'
import { hasSucceeded } from '#server/modules/payments/deposits/fetch-transaction.ts'
import type { TreasuryAddress } from '#server/modules/payments/orders/payment-order.ts'
import { findScan, openScan, type ScanState } from './scan-repository.ts'
import type { Settlement } from '#server/modules/payments/deposits/settle-deposit.ts'

const PAGE = 1_000
/** After a long downtime progress is stored in steps of this many transactions. */
const STEP = 200
/** A final transaction that the node can't return goes to the operator after so many attempts in this time. */
const UNREADABLE_AFTER_MS = 10 * MINUTE_MS
const UNREADABLE_AFTER_TRIES = 20
/**
 * Slots read before the product's first slot, because an order may be paid in the slot of the first scan. Only orders
 * are credited from there; other deposits are ignored.
 */
const START_MARGIN_SLOTS = 32

export type ScanResult = {
  /** False if a listed transaction could not be read yet. */
  isComplete: boolean
  credited: number
  unmatched: number
  failed: number
}

type Parts = {
  db: Database
  rpc: Pick<SolanaRpc, 'getSignaturesForAddress' | 'getSlot'>
  intake: DepositIntake
  settlement: Settlement
  network: string
  now: () => number
  onFailure: FailureHandler
}

/**
 * Reads the history of a treasury address from the stored cursor to its newest confirmed transaction. The cursor
 * passes only final and processed transactions, so others are read again. Throws if the node can't answer.
 */
export function createTreasuryScan(parts: Parts) {
  const unreadable = createUnreadable(parts.now)
  return (treasury: TreasuryAddress, signal?: AbortSignal): Promise<ScanResult> =>
    scan(parts, treasury, unreadable, signal)
}

async function scan(
  parts: Parts,
  treasury: TreasuryAddress,
  unreadable: Unreadable,
  signal?: AbortSignal,
): Promise<ScanResult> {
  const { db, rpc, network, now } = parts
  const place = { network, address: treasury.scannedAddress }
  const state =
    (await findScan(db, place)) ?? (await openScan(db, place, await nextSlot(rpc, signal)))
  const listed = await listSince(parts, treasury.scannedAddress, state, signal)
  const oldestFirst = listed.toReversed()
  const result: ScanResult = { isComplete: true, credited: 0, unmatched: 0, failed: 0 }
  let canAdvance = true
  let cursor = state.cursorSignature
  for (let start = 0; start < oldestFirst.length; start += STEP) {
    const step = oldestFirst.slice(start, start + STEP)
    const taken = await takeStep(parts, treasury, step, signal)
    const open = await findOpen(parts, treasury, taken, unreadable, signal)
    result.credited += taken.credited
    result.unmatched += taken.unmatched
    result.failed += taken.failed.size
    result.isComplete &&= ![...open].some((signature) => taken.unread.has(signature))
    const firstOpen = step.findIndex((info) => open.has(info.signature) || !isFinal(info))
    const passed = firstOpen === -1 ? step : step.slice(0, firstOpen)
    const last = passed.at(-1)
    if (canAdvance && last !== undefined) {
      const passedDust = passed.flatMap(({ signature, slot }): ListedDust[] => {
        const deposit = slot < state.startSlot ? undefined : taken.dust.get(signature)
        return deposit === undefined ? [] : [{ ...deposit, signature }]
      })
      const at = new Date(now())
      // Another instance counted the same dust first.
      canAdvance = await advanceScan(db, place, { from: cursor, to: last, dust: passedDust, at })
      cursor = last.signature
    }
    if (firstOpen !== -1) canAdvance = false
  }
  return result
}

/** Deposits before the first scan are ignored unless an order was open. */
const nextSlot = async (rpc: Parts['rpc'], signal?: AbortSignal): Promise<number> =>
  (await rpc.getSlot({ commitment: 'processed', signal })) + 1

type Taken = Intake & { succeeded: readonly SignatureInfo[] }

async function takeStep(
  { intake }: Parts,
  treasury: TreasuryAddress,
  step: readonly SignatureInfo[],
  signal?: AbortSignal,
): Promise<Taken> {
  const succeeded = step.filter(hasSucceeded)
  const signatures = succeeded.map(({ signature }) => signature)
  const taken = await intake.take(treasury, signatures, signal)
  for (const { signature, slot } of succeeded) {
    const read = taken.dust.get(signature)
    if (read === undefined || read.slot === slot) continue
    // It was read on an abandoned fork and may have another amount now.
    intake.forget(treasury, signature)
    taken.unread.set(signature, 'the node does not show it in its slot')
  }
  return { ...taken, succeeded }
}

/** Returns the signatures to read again. Those that stay unreadable go to the operator. */
async function findOpen(
  { settlement, onFailure }: Parts,
  treasury: TreasuryAddress,
  { succeeded, unread, failed }: Taken,
  unreadable: Unreadable,
  signal?: AbortSignal,
): Promise<Set<string>> {
  const open = new Set<string>()
  for (const info of succeeded) {
    const { signature } = info
    const reason = unread.get(signature) ?? failed.get(signature)
    if (reason === undefined) {
      unreadable.forget(signature)
      continue
    }
    const handOver = async () => {
      await settlement.storeUnreadable(treasury, { ...info, reason })
      return true
    }
    const onHandOverFailure = (error: unknown) => onFailure(error, { signature })
    const isHandedOver =
      isFinal(info) &&
      unreadable.isHopeless(signature) &&
      (await runIsolated(handOver, onHandOverFailure, signal))
    if (isHandedOver !== true) open.add(signature)
  }
  return open
}

/** Returns entries after the cursor, newest first. Stops at its slot if the node does not know its transaction. */
async function listSince(
  { rpc }: Parts,
  address: string,
  { cursorSignature, cursorSlot, startSlot }: ScanState,
  signal?: AbortSignal,
): Promise<SignatureInfo[]> {
  const floorSlot = Math.max(cursorSlot, startSlot - START_MARGIN_SLOTS)
  const found: SignatureInfo[] = []
  for (;;) {
    const page = await rpc.getSignaturesForAddress(address, {
      limit: PAGE,
      until: cursorSignature ?? undefined,
      before: found.at(-1)?.signature,
      signal,
    })
    found.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE || last.slot < floorSlot) break
  }
  return found.filter(({ slot }) => slot >= floorSlot)
}

type Unreadable = ReturnType<typeof createUnreadable>

function createUnreadable(now: () => number) {
  const failures = new Map<string, { since: number; tries: number }>()
  return {
    forget: (signature: string): void => void failures.delete(signature),
    /** Counts one more attempt. True if the transaction should go to the operator. */
    isHopeless: (signature: string): boolean => {
      const { since, tries } = failures.get(signature) ?? { since: now(), tries: 0 }
      failures.set(signature, { since, tries: tries + 1 })
      return tries >= UNREADABLE_AFTER_TRIES && now() - since > UNREADABLE_AFTER_MS
    },
  }
}

const isFinal = ({ confirmationStatus }: SignatureInfo): boolean =>
  confirmationStatus === 'finalized'
