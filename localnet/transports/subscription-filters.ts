import type { Commitment } from '#localnet/svm/chain-time.ts'
import type { HistoryEntry } from '#localnet/archive/history.ts'
import { ChainRpcError, RPC_ERROR, invalidParams } from '#localnet/rpc/rpc-error.ts'
import { createAccountFilter, viewAccount } from '#localnet/rpc/account-methods.ts'
import type { RpcNode } from '#localnet/rpc/rpc-method.ts'
import {
  readAccountView,
  parseAddressParam,
  readCommitment,
  parseConfigParam,
  parseSignatureParam,
  type Params,
} from '#localnet/rpc/params.ts'
import { MAX_BASE58_BYTES, type AccountViewOptions } from '#localnet/views/account-view.ts'
import { SYSTEM_PROGRAM } from '#solana/programs.ts'

export type Interest = {
  method: string
  commitment: Commitment
  /** Returns the notification for a transaction, or null if it is not concerned. The last one ends the subscription. */
  about: (entry: HistoryEntry) => { value: unknown; isLast: boolean } | null
}

/** Returns the parsed parameters of a `…Subscribe` call. Throws ChainRpcError on invalid ones or an unknown kind. */
export function parseSubscription(node: RpcNode, kind: string, params: Params): Interest {
  const config = parseConfigParam(params[1])
  const commitment = readCommitment(config)
  switch (kind) {
    case 'signature': {
      const signature = parseSignatureParam(params[0])
      const about = (entry: HistoryEntry) =>
        entry.signature === signature ? { value: { err: entry.error }, isLast: true } : null
      return { method: 'signatureNotification', commitment, about }
    }
    case 'account': {
      const address = parseAddressParam(params[0])
      const options = readAccountView(config)
      const gone = buildEmptyAccount(options.encoding)
      const about = (entry: HistoryEntry) =>
        entry.keys.includes(address)
          ? { value: viewNotifiedAccount(node, address, options) ?? gone, isLast: false }
          : null
      return { method: 'accountNotification', commitment, about }
    }
    case 'program': {
      const program = parseAddressParam(params[0])
      const options = readAccountView(config)
      const matches = createAccountFilter(config)
      const about = (entry: HistoryEntry) => {
        const address = entry.keys.find((key) => {
          const account = node.chain.bank.findAccount(key)
          return account !== null && account.owner === program && matches(account)
        })
        return address === undefined
          ? null
          : {
              value: { pubkey: address, account: viewNotifiedAccount(node, address, options) },
              isLast: false,
            }
      }
      return { method: 'programNotification', commitment, about }
    }
    case 'logs': {
      const concerns = parseLogsFilter(params[0])
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

function parseLogsFilter(filter: unknown): (entry: HistoryEntry) => boolean {
  if (filter === 'all' || filter === 'allWithVotes') return () => true
  const { mentions } = parseConfigParam(filter)
  if (!Array.isArray(mentions) || mentions.length !== 1) {
    throw invalidParams('Invalid Request: Only 1 address supported')
  }
  const address = parseAddressParam(mentions[0])
  return (entry) => entry.keys.includes(address)
}

/** Base58 is refused for large accounts. A notification cannot be refused, so large accounts use base64. */
function viewNotifiedAccount(node: RpcNode, address: string, options: AccountViewOptions) {
  const bytes = node.chain.bank.findAccount(address)?.data.length ?? 0
  const isBase58 = options.encoding === 'base58' || options.encoding === 'binary'
  const isTooLarge = isBase58 && bytes > MAX_BASE58_BYTES
  return viewAccount(node, address, isTooLarge ? { ...options, encoding: 'base64' } : options)
}

const buildEmptyAccount = (encoding: string) => ({
  data: ['', encoding === 'jsonParsed' || encoding === 'binary' ? 'base64' : encoding],
  executable: false,
  lamports: 0,
  owner: SYSTEM_PROGRAM,
  rentEpoch: 0,
  space: 0,
})
