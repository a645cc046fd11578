import { getLastValidBlockHeight } from '#localnet/svm/submit.ts'
import { SLOTS_PER_EPOCH, getSlotWithCommitment } from '#localnet/svm/chain-time.ts'
import type { HistoryEntry } from '#localnet/archive/history.ts'
import { ChainRpcError, RPC_ERROR, invalidParams } from './rpc-error.ts'
import { buildTransactionView } from '#localnet/views/transaction-view.ts'
import { wrapInContext, type RpcMethods, type RpcNode } from './rpc-method.ts'
import {
  parseAddressListParam,
  readCommitment,
  parseConfigParam,
  readHistoryCommitment,
  parseSlotParam,
  readTransactionView,
  parseWholeNumber,
  type Config,
  type Params,
} from './params.ts'

const MAX_BLOCK_RANGE = 500_000
const PRIORITY_FEE_SLOTS = 150
const MAX_PERFORMANCE_SAMPLES = 720
const PERFORMANCE_SAMPLE_SECONDS = 60

export const blockMethods: RpcMethods = {
  getSlot: getCurrentSlot,
  /** Every slot has a block, so height and slot are equal. */
  getBlockHeight: getCurrentSlot,

  getLatestBlockhash(node, params) {
    const config = parseConfigParam(params[0])
    const slot = getSlotWithCommitment(node.chain.getSlot(), readCommitment(config))
    return wrapInContext(node, config, {
      blockhash: node.chain.blockhashes.derive(slot),
      lastValidBlockHeight: getLastValidBlockHeight(slot),
    })
  },

  isBlockhashValid(node, params) {
    const config = parseConfigParam(params[1])
    if (typeof params[0] !== 'string') throw invalidParams('Invalid param: expected a blockhash')
    const valid = node.chain.blockhashes.findValidSlot(params[0], node.chain.getSlot()) !== null
    return wrapInContext(node, config, valid)
  },

  getBlock(node, params) {
    const slot = parseSlotParam(params[0])
    const config =
      typeof params[1] === 'string' ? { encoding: params[1] } : parseConfigParam(params[1])
    const commitment = readHistoryCommitment(config)
    if (slot > getSlotWithCommitment(node.chain.getSlot(), commitment))
      throw createNotAvailableError(slot)
    const { chain } = node
    return {
      blockHeight: slot,
      blockTime: chain.time.getBlockTime(slot),
      blockhash: chain.blockhashes.derive(slot),
      parentSlot: Math.max(0, slot - 1),
      previousBlockhash: chain.blockhashes.derive(Math.max(0, slot - 1)),
      ...buildBlockDetails(chain.history.listInSlot(slot), config),
    }
  },

  getBlockTime({ chain, archive }, params) {
    const slot = parseSlotParam(params[0])
    if (slot <= chain.getSlot()) return chain.time.getBlockTime(slot)
    const recorded = archive.getBlockTime(slot)
    if (recorded === null) throw createNotAvailableError(slot)
    return recorded
  },

  getBlocks(node, params) {
    const first = parseSlotParam(params[0])
    const hasLast = typeof params[1] === 'number'
    const config = parseConfigParam(hasLast ? params[2] : (params[1] ?? params[2]))
    const newest = getSlotWithCommitment(node.chain.getSlot(), readHistoryCommitment(config))
    const last = hasLast ? Math.min(parseSlotParam(params[1]), newest) : newest
    return listSlots(first, last)
  },

  getBlocksWithLimit(node, params) {
    const first = parseSlotParam(params[0])
    const limit = parseWholeNumber(params[1], 'limit')
    const commitment = readHistoryCommitment(parseConfigParam(params[2]))
    const newest = getSlotWithCommitment(node.chain.getSlot(), commitment)
    return listSlots(first, Math.min(first + limit - 1, newest))
  },

  getFirstAvailableBlock: () => 0,
  minimumLedgerSlot: () => 0,

  getTransactionCount: ({ chain }, params) =>
    chain.countWithCommitment(readCommitment(parseConfigParam(params[0]))),

  getEpochInfo(node, params) {
    const absoluteSlot = getSlotWithCommitment(
      node.chain.getSlot(),
      readCommitment(parseConfigParam(params[0])),
    )
    return {
      absoluteSlot,
      blockHeight: absoluteSlot,
      epoch: Math.floor(absoluteSlot / SLOTS_PER_EPOCH),
      slotIndex: absoluteSlot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: node.chain.history.length,
    }
  },

  getEpochSchedule: () => ({
    slotsPerEpoch: SLOTS_PER_EPOCH,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    warmup: false,
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
  }),

  getRecentPrioritizationFees({ chain }, params) {
    const locked = params[0] === undefined || params[0] === null ? [] : params[0]
    const addresses = parseAddressListParam(locked, 128)
    const newest = chain.getSlot()
    const oldest = Math.max(1, newest - PRIORITY_FEE_SLOTS + 1)
    const cheapest = new Map<number, number>()
    for (const entry of chain.history.listBetween(oldest, newest)) {
      if (!writesAll(entry, addresses)) continue
      const cheapestYet = cheapest.get(entry.slot) ?? entry.unitPrice
      cheapest.set(entry.slot, Math.min(entry.unitPrice, cheapestYet))
    }
    return Array.from({ length: newest - oldest + 1 }, (_, index) => ({
      slot: oldest + index,
      prioritizationFee: cheapest.get(oldest + index) ?? 0,
    }))
  },

  getRecentPerformanceSamples({ chain }, params) {
    const limit = parseWholeNumber(params[0] ?? MAX_PERFORMANCE_SAMPLES, 'limit')
    if (limit > MAX_PERFORMANCE_SAMPLES) {
      throw invalidParams(`Invalid limit; max ${MAX_PERFORMANCE_SAMPLES}`)
    }
    const numSlots = Math.round((PERFORMANCE_SAMPLE_SECONDS * 1000) / chain.time.slotMs)
    const newest = chain.getSlot()
    const available = Math.floor(newest / numSlots)
    return Array.from({ length: Math.min(limit, available) }, (_, index) => {
      const slot = newest - index * numSlots
      const numTransactions = chain.history.listBetween(slot - numSlots + 1, slot).length
      return {
        slot,
        numTransactions,
        numNonVoteTransactions: numTransactions,
        numSlots,
        samplePeriodSecs: PERFORMANCE_SAMPLE_SECONDS,
      }
    })
  },
}

function getCurrentSlot({ chain }: RpcNode, params: Params): number {
  return getSlotWithCommitment(chain.getSlot(), readCommitment(parseConfigParam(params[0])))
}

function buildBlockDetails(entries: readonly HistoryEntry[], config: Config) {
  const rewards = config['rewards'] === false ? {} : { rewards: [] }
  switch (config['transactionDetails'] ?? 'full') {
    case 'none':
      return rewards
    case 'signatures':
      return { ...rewards, signatures: entries.map(({ signature }) => signature) }
    case 'full':
    case 'accounts': {
      const options = readTransactionView(config)
      return {
        ...rewards,
        transactions: entries.map((entry) => buildTransactionView(entry, options)),
      }
    }
    default:
      throw invalidParams('Invalid params: unknown transactionDetails.')
  }
}

function listSlots(first: number, last: number): number[] {
  if (last < first) return []
  if (last - first > MAX_BLOCK_RANGE) {
    throw invalidParams(`Slot range too large; max ${MAX_BLOCK_RANGE}`)
  }
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const writesAll = (entry: HistoryEntry, addresses: readonly string[]): boolean =>
  addresses.every((address) => {
    const index = entry.keys.indexOf(address)
    return index >= 0 && entry.writableIndexes.includes(index)
  })

const createNotAvailableError = (slot: number) =>
  new ChainRpcError(RPC_ERROR.blockNotAvailable, `Block not available for slot ${slot}`)
