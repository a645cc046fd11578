import type { Chain } from '#localnet/svm/chain.ts'
import {
  getSlotReaching,
  getSlotWithCommitment,
  type Commitment,
} from '#localnet/svm/chain-time.ts'
import type { HistoryEntry } from '#localnet/archive/history.ts'
import type { RpcNode } from '#localnet/rpc/rpc-method.ts'
import { parseSignatureParam, type Params } from '#localnet/rpc/params.ts'
import { parseSubscription, type Interest } from './subscription-filters.ts'

/** Maximum sleep between clock checks; a warp or a new transaction wakes earlier. */
const MAX_SLEEP_MS = 1000

type Push = (notification: { method: string; subscription: number; result: unknown }) => void

type Subscription = Interest & { id: number; push: Push }

type SlotSubscription = {
  id: number
  method: string
  push: Push
  commitment: Commitment
  last: number
}

export type Subscriptions = {
  subscribe(kind: string, params: Params, push: Push): number
  unsubscribe(id: number): boolean
  close(): void
}

/**
 * Sends notifications by commitment. A transaction waits until its slot is old enough. One timer waits for the next
 * such transaction; without subscribers, no timer runs.
 */
export function createSubscriptions(node: RpcNode): Subscriptions {
  const { chain } = node
  const subscriptions = new Map<number, Subscription>()
  const slotSubscriptions = new Map<number, SlotSubscription>()
  let waiting: { entry: HistoryEntry; subscription: Subscription }[] = []
  let nextId = 1
  let timer: NodeJS.Timeout | undefined

  function deliver(): void {
    const notYet: typeof waiting = []
    for (const each of waiting) {
      const { entry, subscription } = each
      if (!subscriptions.has(subscription.id)) continue
      if (!chain.hasReached(entry, subscription.commitment)) notYet.push(each)
      else if (notify(chain, subscription, entry)) subscriptions.delete(subscription.id)
    }
    waiting = notYet
    for (const each of slotSubscriptions.values()) announceSlot(chain, each)
    sleep()
  }

  function sleep(): void {
    clearTimeout(timer)
    const delays = waiting.map(({ entry, subscription }) =>
      chain.time.computeMsUntil(getSlotReaching(entry.slot, subscription.commitment)),
    )
    if (slotSubscriptions.size > 0) delays.push(chain.time.computeMsUntil(chain.time.getSlot() + 1))
    if (delays.length === 0) return
    const delayMs = Math.min(MAX_SLEEP_MS, Math.max(1, Math.ceil(Math.min(...delays))))
    timer = setTimeout(deliver, delayMs)
    timer.unref()
  }

  chain.onChange((change) => {
    if (change.kind === 'landed') {
      const { entry } = change
      for (const subscription of subscriptions.values()) {
        if (subscription.about(entry) !== null) waiting.push({ entry, subscription })
      }
    }
    if (waiting.length > 0 || slotSubscriptions.size > 0) deliver()
  })

  return {
    subscribe(kind, params, push) {
      const id = nextId
      if (kind === 'slot' || kind === 'root') {
        const commitment = kind === 'slot' ? 'processed' : 'finalized'
        const last = getSlotWithCommitment(chain.getSlot(), commitment)
        slotSubscriptions.set(id, { id, method: `${kind}Notification`, push, commitment, last })
      } else {
        const subscription = { id, push, ...parseSubscription(node, kind, params) }
        subscriptions.set(id, subscription)
        const known =
          kind === 'signature' ? chain.history.find(parseSignatureParam(params[0])) : undefined
        if (known !== undefined) {
          waiting.push({ entry: known, subscription })
          // Sent after the caller has received the id.
          setImmediate(deliver)
        }
      }
      nextId += 1
      sleep()
      return id
    },
    unsubscribe: (id) => subscriptions.delete(id) || slotSubscriptions.delete(id),
    close() {
      clearTimeout(timer)
      subscriptions.clear()
      slotSubscriptions.clear()
      waiting = []
    },
  }
}

/** Returns true after the last notification of a subscription. */
function notify(chain: Chain, subscription: Subscription, entry: HistoryEntry): boolean {
  const notice = subscription.about(entry)
  if (notice === null) return false
  const slot = getSlotWithCommitment(chain.getSlot(), subscription.commitment)
  const result = { context: { slot: Math.max(slot, entry.slot) }, value: notice.value }
  subscription.push({ method: subscription.method, subscription: subscription.id, result })
  return notice.isLast
}

function announceSlot(chain: Chain, each: SlotSubscription): void {
  const slot = getSlotWithCommitment(chain.getSlot(), each.commitment)
  if (slot <= each.last) return
  each.last = slot
  const result =
    each.commitment === 'finalized'
      ? slot
      : { parent: slot - 1, root: getSlotWithCommitment(slot, 'finalized'), slot }
  each.push({ method: each.method, subscription: each.id, result })
}
