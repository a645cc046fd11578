import type { SignatureInfo } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { isolated } from '#server/jobs/isolate.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import type { DepositIntake } from '#server/modules/payments/deposits/deposit-intake.ts'
import {
  advanceScan,
  type DustDeposit,
  type ListedDust,
} from '#server/modules/payments/deposits/dust-repository.ts'
import type { TreasuryAddress } from '#server/modules/payments/orders/payment-order.ts'
import { findScan, openScan, type ScanState } from './scan-repository.ts'
import type { Settlement } from '#server/modules/payments/deposits/settle-deposit.ts'

const PAGE = 1_000
/** After a long downtime progress is stored in steps of this many transactions. */
const STEP = 200
/**
 * A final transaction that the node lists but can't return goes to the operator after this many attempts over this
 * time.
 */
const UNREADABLE_AFTER_MS = 10 * 60 * 1000
const UNREADABLE_AFTER_TRIES = 20
/**
 * Slots read before the product's first slot, because an order may be paid in the slot of the first look. Only orders
 * are credited from there; other deposits are ignored.
 */
const START_MARGIN_SLOTS = 32

export type ScanResult = {
  isComplete: boolean
  credited: number
  unmatched: number
  failed: number
}

type Dependencies = {
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
export function createTreasuryScan({
  db,
  rpc,
  intake,
  settlement,
  network,
  now,
  onFailure,
}: Dependencies) {
  const failures = new Map<string, { since: number; tries: number }>()

  async function scan(treasury: TreasuryAddress, signal?: AbortSignal): Promise<ScanResult> {
    const place = { network, address: treasury.scannedAddress }
    const state = (await findScan(db, place)) ?? (await openScan(db, place, await nextSlot(signal)))
    const oldestFirst = (await listSince(treasury.scannedAddress, state, signal)).toReversed()
    const result: ScanResult = { isComplete: true, credited: 0, unmatched: 0, failed: 0 }
    let canAdvance = true
    let cursor = state.cursorSignature
    for (let start = 0; start < oldestFirst.length; start += STEP) {
      const step = oldestFirst.slice(start, start + STEP)
      const { open, dust } = await takeStep(treasury, step, result, signal)
      const firstOpen = step.findIndex((info) => open.has(info.signature) || !isFinal(info))
      const passed = firstOpen === -1 ? step : step.slice(0, firstOpen)
      const last = passed.at(-1)
      if (canAdvance && last !== undefined) {
        const passedDust = passed.flatMap(({ signature, slot }): ListedDust[] => {
          const deposit = slot < state.startSlot ? undefined : dust.get(signature)
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

  /** Deposits before the first look are ignored unless an order was open. */
  const nextSlot = async (signal?: AbortSignal): Promise<number> =>
    (await rpc.getSlot({ commitment: 'processed', signal })) + 1

  async function takeStep(
    treasury: TreasuryAddress,
    step: readonly SignatureInfo[],
    result: ScanResult,
    signal?: AbortSignal,
  ): Promise<{ open: Set<string>; dust: ReadonlyMap<string, DustDeposit> }> {
    const succeeded = step.filter(({ err }) => err === null || err === undefined)
    const { credited, unmatched, unread, failed, dust } = await intake.take(
      treasury,
      succeeded.map(({ signature }) => signature),
      signal,
    )
    result.credited += credited
    result.unmatched += unmatched
    result.failed += failed.size
    for (const { signature, slot } of succeeded) {
      const read = dust.get(signature)
      if (read === undefined || read.slot === slot) continue
      // It was read on an abandoned fork and may have another amount now.
      intake.forget(treasury, signature)
      unread.set(signature, 'the node does not show it in its slot')
    }
    const open = new Set<string>()
    for (const info of succeeded) {
      const reason = unread.get(info.signature) ?? failed.get(info.signature)
      if (reason === undefined) {
        failures.delete(info.signature)
        continue
      }
      const keep = async () => {
        await settlement.keepUnreadable(treasury, { ...info, reason })
        return true
      }
      const onKeepFailure = (error: unknown) => onFailure(error, { signature: info.signature })
      const isHandedOver =
        isFinal(info) && isHopeless(info.signature) && (await isolated(keep, onKeepFailure, signal))
      if (isHandedOver === true) continue
      open.add(info.signature)
      if (unread.has(info.signature)) result.isComplete = false
    }
    return { open, dust }
  }

  /** Newest first. Stops at the slot too, for nodes that don't know the cursor's transaction. */
  async function listSince(
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

  function isHopeless(signature: string): boolean {
    const { since, tries } = failures.get(signature) ?? { since: now(), tries: 0 }
    failures.set(signature, { since, tries: tries + 1 })
    return tries >= UNREADABLE_AFTER_TRIES && now() - since > UNREADABLE_AFTER_MS
  }

  return scan
}

const isFinal = ({ confirmationStatus }: SignatureInfo): boolean =>
  confirmationStatus === 'finalized'
