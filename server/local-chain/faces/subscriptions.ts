import type { Chain } from '#server/local-chain/chain.ts'
import {
  slotReaching,
  slotWithCommitment,
  type Commitment,
} from '#server/local-chain/chain-time.ts'
import type { HistoryEntry } from '#server/local-chain/history.ts'
import { ChainRpcError, RPC_ERROR, invalidParams } from '#server/local-chain/rpc-error.ts'
import { accountFilter, viewAccount } from '#server/local-chain/rpc/account-methods.ts'
import type { RpcNode } from '#server/local-chain/rpc/node.ts'
import {
  accountViewOf,
  addressParam,
  commitmentOf,
  configParam,
  signatureParam,
  type Params,
} from '#server/local-chain/rpc/params.ts'

/** Longest sleep between looks at the clock; a warp or a new transaction wakes earlier. */
const MAX_SLEEP_MS = 1000

type Push = (notification: { method: string; subscription: number; result: unknown }) => void

type Subscription = {
  id: number
  method: string
  commitment: Commitment
  push: Push
  /** The notification a transaction is worth once it has the commitment, or null. */
  about: (entry: HistoryEntry) => { value: unknown; isLast: boolean } | null
}

type SlotSubscription = {
  id: number
  method: string
  push: Push
  commitment: Commitment
  last: number
}

export type Subscriptions = {
  /** Gives the subscription's id. Throws ChainRpcError on bad parameters or an unknown kind. */
  subscribe(kind: string, params: Params, push: Push): number
  unsubscribe(id: number): boolean
  close(): void
}

/**
 * Notifications by commitment. A transaction waits until its slot is old enough; one timer sleeps until the next such
 * moment, and none runs while nobody listens.
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
      if (chain.hasReached(entry, subscription.commitment)) notify(subscription, entry)
      else notYet.push(each)
    }
    waiting = notYet
    for (const each of slotSubscriptions.values()) announceSlot(chain, each)
    sleep()
  }

  function notify(subscription: Subscription, entry: HistoryEntry): void {
    const notice = subscription.about(entry)
    if (notice === null) return
    const slot = slotWithCommitment(chain.slot(), subscription.commitment)
    const result = { context: { slot: Math.max(slot, entry.slot) }, value: notice.value }
    subscription.push({ method: subscription.method, subscription: subscription.id, result })
    if (notice.isLast) subscriptions.delete(subscription.id)
  }

  function sleep(): void {
    clearTimeout(timer)
    const delays = waiting.map(({ entry, subscription }) =>
      chain.time.msUntil(slotReaching(entry.slot, subscription.commitment)),
    )
    if (slotSubscriptions.size > 0) delays.push(chain.time.msUntil(chain.time.slot() + 1))
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
        const last = slotWithCommitment(chain.slot(), commitment)
        slotSubscriptions.set(id, { id, method: `${kind}Notification`, push, commitment, last })
      } else {
        const subscription = { id, push, ...readSubscription(node, kind, params) }
        subscriptions.set(id, subscription)
        const known =
          kind === 'signature' ? chain.history.get(signatureParam(params[0])) : undefined
        if (known !== undefined) {
          waiting.push({ entry: known, subscription })
          // Not before the caller has learned the id.
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

function announceSlot(chain: Chain, each: SlotSubscription): void {
  const slot = slotWithCommitment(chain.slot(), each.commitment)
  if (slot <= each.last) return
  each.last = slot
  const result =
    each.commitment === 'finalized'
      ? slot
      : { parent: slot - 1, root: slotWithCommitment(slot, 'finalized'), slot }
  each.push({ method: each.method, subscription: each.id, result })
}

function readSubscription(node: RpcNode, kind: string, params: Params) {
  const config = configParam(params[1])
  const commitment = commitmentOf(config)
  switch (kind) {
    case 'signature': {
      const signature = signatureParam(params[0])
      const about = (entry: HistoryEntry) =>
        entry.signature === signature ? { value: { err: entry.error }, isLast: true } : null
      return { method: 'signatureNotification', commitment, about }
    }
    case 'account': {
      const address = addressParam(params[0])
      const options = accountViewOf(config)
      const gone = accountGone(options.encoding)
      const about = (entry: HistoryEntry) =>
        entry.keys.includes(address)
          ? { value: viewAccount(node, address, options) ?? gone, isLast: false }
          : null
      return { method: 'accountNotification', commitment, about }
    }
    case 'program': {
      const program = addressParam(params[0])
      const options = accountViewOf(config)
      const matches = accountFilter(config)
      const about = (entry: HistoryEntry) => {
        const address = entry.keys.find((key) => {
          const account = node.chain.bank.account(key)
          return account !== null && account.owner === program && matches(account)
        })
        return address === undefined
          ? null
          : {
              value: { pubkey: address, account: viewAccount(node, address, options) },
              isLast: false,
            }
      }
      return { method: 'programNotification', commitment, about }
    }
    case 'logs': {
      const concerns = logsFilter(params[0])
      const about = (entry: HistoryEntry) =>
        concerns(entry)
          ? {
              value: { signature: entry.signature, err: entry.error, logs: entry.logs },
              isLast: false,
            }
          : null
      return { method: 'logsNotification', commitment, about }
    }
    default:
      throw new ChainRpcError(RPC_ERROR.methodNotFound, 'Method not found')
  }
}

function logsFilter(filter: unknown): (entry: HistoryEntry) => boolean {
  if (filter === 'all' || filter === 'allWithVotes') return () => true
  const { mentions } = configParam(filter)
  if (!Array.isArray(mentions) || mentions.length !== 1) {
    throw invalidParams('Invalid Request: Only 1 address supported')
  }
  const address = addressParam(mentions[0])
  return (entry) => entry.keys.includes(address)
}

const accountGone = (encoding: string) => ({
  data: ['', encoding === 'jsonParsed' || encoding === 'binary' ? 'base64' : encoding],
  executable: false,
  lamports: 0,
  owner: '11111111111111111111111111111111',
  rentEpoch: 0,
  space: 0,
})
