import type { SignatureInfo } from '#localnet/archive/archive-source.ts'
import type { Commitment } from '#localnet/svm/chain-time.ts'
import type { HistoryEntry } from '#localnet/archive/history.ts'
import { invalidParams } from './rpc-error.ts'
import {
  buildTransactionView,
  requireSupported,
  type TransactionViewOptions,
} from '#localnet/views/transaction-view.ts'
import { wrapInContext, type RpcMethods, type RpcNode } from './rpc-method.ts'
import {
  parseAddressParam,
  parseConfigParam,
  readHistoryCommitment,
  parseSignatureParam,
  readTransactionView,
  parseWholeNumber,
  type Config,
} from './params.ts'

const MAX_SIGNATURES_PAGE = 1000
const MAX_STATUSES = 256

export const historyMethods: RpcMethods = {
  getTransaction(node, params) {
    const signature = parseSignatureParam(params[0])
    const config =
      typeof params[1] === 'string' ? { encoding: params[1] } : parseConfigParam(params[1])
    const commitment = readHistoryCommitment(config)
    const options = readTransactionView(config)
    const entry = node.chain.history.find(signature)
    if (entry === undefined) return findArchived(node, signature, options)
    if (!node.chain.hasReached(entry, commitment)) return null
    return {
      slot: entry.slot,
      ...buildTransactionView(entry, options),
      blockTime: entry.blockTime,
    }
  },

  getSignatureStatuses(node, params) {
    if (!Array.isArray(params[0])) throw invalidParams('Invalid params: expected signatures.')
    if (params[0].length > MAX_STATUSES) {
      throw invalidParams(`Too many inputs provided; max ${MAX_STATUSES}`)
    }
    const slot = node.chain.getSlot()
    const statuses = params[0].map((value) => {
      const signature = parseSignatureParam(value)
      const entry = node.chain.history.find(signature)
      return entry === undefined
        ? buildArchivedStatus(node, signature)
        : buildLiveStatus(node, entry, slot)
    })
    return wrapInContext(node, { commitment: 'processed' }, statuses)
  },

  getSignaturesForAddress(node, params) {
    const address = parseAddressParam(params[0])
    const config = parseConfigParam(params[1])
    const commitment = readHistoryCommitment(config)
    const limit = parseWholeNumber(config['limit'] ?? MAX_SIGNATURES_PAGE, 'limit')
    if (limit === 0 || limit > MAX_SIGNATURES_PAGE) {
      throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES_PAGE}`)
    }
    const before = parseOptionalSignature(config, 'before')
    const until = parseOptionalSignature(config, 'until')
    return listSignatures(node, { address, commitment, limit, before, until })
  },
}

function buildLiveStatus({ chain }: RpcNode, entry: HistoryEntry, slot: number) {
  const confirmationStatus = chain.findCommitment(entry)
  return {
    slot: entry.slot,
    confirmations: confirmationStatus === 'finalized' ? null : slot - entry.slot,
    err: entry.error,
    status: entry.error === null ? { Ok: null } : { Err: entry.error },
    confirmationStatus,
  }
}

/** Returns the transaction in the encoding in which it was recorded. */
function findArchived(
  { archive }: RpcNode,
  signature: string,
  { maxVersion }: TransactionViewOptions,
): unknown {
  const recorded = archive.findTransaction(signature) as { version?: unknown } | null
  if (typeof recorded?.version === 'number') requireSupported(recorded.version, maxVersion)
  return recorded
}

function buildArchivedStatus({ archive }: RpcNode, signature: string) {
  if (!archive.has(signature)) return null
  const recorded = archive.findTransaction(signature) as {
    slot?: number
    meta?: { err?: unknown }
  } | null
  const err = recorded?.meta?.err ?? null
  return {
    slot: recorded?.slot ?? 0,
    confirmations: null,
    err,
    status: err === null ? { Ok: null } : { Err: err },
    confirmationStatus: 'finalized',
  }
}

type SignatureQuery = {
  address: string
  commitment: Commitment
  limit: number
  before: string | undefined
  until: string | undefined
}

/** Returns live transactions, newest first, then recorded ones, which are all older. */
function listSignatures(node: RpcNode, query: SignatureQuery): SignatureInfo[] {
  const { chain, archive } = node
  const { address, commitment, limit, before, until } = query
  const beforeEntry = before === undefined ? undefined : chain.history.find(before)
  const untilEntry = until === undefined ? undefined : chain.history.find(until)
  const startsInLive = before === undefined || beforeEntry !== undefined
  const live = startsInLive
    ? chain.history
        .listOfAddress(address, {
          abovePosition: untilEntry?.position ?? -1,
          belowPosition: Math.min(
            beforeEntry?.position ?? Number.POSITIVE_INFINITY,
            chain.countWithCommitment(commitment),
          ),
          limit,
        })
        .map((entry) => toSignatureInfo(node, entry))
    : []
  if (live.length >= limit || untilEntry !== undefined) return live
  const recorded = archive.listSignatures(address, {
    limit: limit - live.length,
    before: startsInLive ? undefined : before,
    until,
  })
  return recorded === null ? live : [...live, ...recorded]
}

function toSignatureInfo({ chain }: RpcNode, entry: HistoryEntry): SignatureInfo {
  return {
    signature: entry.signature,
    slot: entry.slot,
    err: entry.error,
    memo: entry.memo,
    blockTime: entry.blockTime,
    confirmationStatus: chain.findCommitment(entry),
  }
}

function parseOptionalSignature(config: Config, name: string): string | undefined {
  const value = config[name]
  return value === undefined || value === null ? undefined : parseSignatureParam(value)
}
