import type { AccountState } from '#localnet/svm/account-state.ts'
import { invalidParams } from './rpc-error.ts'
import { buildAccountView, type AccountViewOptions } from '#localnet/views/account-view.ts'
import { toWireU64 } from '#localnet/wire.ts'
import { decodeBase58 } from '#solana/base58.ts'
import { parseTokenAccount } from '#solana/token-state.ts'
import {
  findAccount,
  findMint,
  wrapInContext,
  type RpcMethods,
  type RpcNode,
} from './rpc-method.ts'
import {
  readAccountView,
  parseAddressListParam,
  parseAddressParam,
  parseConfigParam,
  parseWholeNumber,
  type Config,
} from './params.ts'

const MAX_ACCOUNTS = 100
const MAX_FILTERS = 4
const MAX_ACCOUNT_BYTES = 10 * 1024 * 1024

export const accountMethods: RpcMethods = {
  getBalance(node, params) {
    const address = parseAddressParam(params[0])
    const lamports = findAccount(node, address)?.lamports ?? 0n
    return wrapInContext(node, parseConfigParam(params[1]), toWireU64(lamports))
  },

  getAccountInfo(node, params) {
    const address = parseAddressParam(params[0])
    const config = parseConfigParam(params[1])
    return wrapInContext(node, config, viewAccount(node, address, readAccountView(config)))
  },

  getMultipleAccounts(node, params) {
    const addresses = parseAddressListParam(params[0], MAX_ACCOUNTS)
    const config = parseConfigParam(params[1])
    const options = readAccountView(config, 'base64')
    const views = addresses.map((address) => viewAccount(node, address, options))
    return wrapInContext(node, config, views)
  },

  getProgramAccounts(node, params) {
    const program = parseAddressParam(params[0])
    const config = parseConfigParam(params[1])
    const options = readAccountView(config)
    const matches = createAccountFilter(config)
    const accounts = node.chain.bank
      .listProgramAccounts(program)
      .filter(({ account }) => matches(account))
      .map(({ address, account }) => ({
        pubkey: address,
        account: viewState(node, account, options),
      }))
    return config['withContext'] === true ? wrapInContext(node, config, accounts) : accounts
  },

  getMinimumBalanceForRentExemption({ chain }, params) {
    const bytes = parseWholeNumber(params[0], 'data length')
    if (bytes > MAX_ACCOUNT_BYTES) {
      throw invalidParams(`Invalid params: data length is above ${MAX_ACCOUNT_BYTES} bytes.`)
    }
    return toWireU64(chain.bank.computeRentExemption(bytes))
  },
}

export function viewAccount(node: RpcNode, address: string, options: AccountViewOptions) {
  const account = findAccount(node, address)
  return account === null ? null : viewState(node, account, options)
}

export const viewState = (node: RpcNode, account: AccountState, options: AccountViewOptions) =>
  buildAccountView(account, options, (mint) => findMint(node, mint))

/** Returns `filters` as one predicate. Source: https://solana.com/docs/rpc/http/getprogramaccounts */
export function createAccountFilter(config: Config): (account: AccountState) => boolean {
  const filters = config['filters'] ?? []
  if (!Array.isArray(filters)) throw invalidParams('Invalid params: filters must be a list.')
  if (filters.length > MAX_FILTERS) {
    throw invalidParams(`Too many filters provided; max ${MAX_FILTERS}`)
  }
  const predicates = filters.map(parseFilter)
  return (account) => predicates.every((matches) => matches(account))
}

function parseFilter(filter: unknown): (account: AccountState) => boolean {
  if (filter === 'tokenAccountState') return (account) => parseTokenAccount(account) !== null
  const { dataSize, memcmp, tokenAccountState } = parseConfigParam(filter)
  if (tokenAccountState !== undefined) return (account) => parseTokenAccount(account) !== null
  if (dataSize !== undefined) {
    const size = parseWholeNumber(dataSize, 'dataSize')
    return ({ data }) => data.length === size
  }
  const { offset, bytes, encoding } = parseConfigParam(memcmp)
  const start = parseWholeNumber(offset, 'memcmp.offset')
  const wanted = decodeMemcmpBytes(bytes, encoding)
  return ({ data }) => Buffer.compare(data.subarray(start, start + wanted.length), wanted) === 0
}

function decodeMemcmpBytes(bytes: unknown, encoding: unknown): Uint8Array {
  if (Array.isArray(bytes)) return Uint8Array.from(bytes as number[])
  const decoded =
    typeof bytes !== 'string'
      ? null
      : encoding === 'base64'
        ? Buffer.from(bytes, 'base64')
        : decodeBase58(bytes)
  if (decoded === null) throw invalidParams('Invalid param: memcmp.bytes cannot be decoded')
  return decoded
}
