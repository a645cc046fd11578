import { calculateFee } from '#localnet/svm/fees.ts'
import { RPC_ERROR, ChainRpcError, invalidParams } from './rpc-error.ts'
import { airdrop, getLastValidBlockHeight, simulate, submit } from '#localnet/svm/submit.ts'
import type { AccountState } from '#localnet/svm/account-state.ts'
import { viewState } from './account-methods.ts'
import { parseInstruction } from '#localnet/views/parsed-instruction.ts'
import { buildReturnDataView } from '#localnet/views/transaction-view.ts'
import {
  MAX_TRANSACTION_BYTES,
  TransactionFormatError,
  decodeMessage,
  decodeTransaction,
} from '#solana/transaction.ts'
import { toWireU64 } from '#localnet/wire.ts'
import { decodeBase58 } from '#solana/base58.ts'
import { findAccount, wrapInContext, type RpcMethods, type RpcNode } from './rpc-method.ts'
import {
  readAccountView,
  parseAddressListParam,
  parseAddressParam,
  parseConfigParam,
  parseWholeNumber,
  type Config,
} from './params.ts'

/** 10,000 SOL: enough for any test, while a typo does not empty the faucet. */
const MAX_AIRDROP_LAMPORTS = 10_000_000_000_000

export const transactionMethods: RpcMethods = {
  sendTransaction(node, params) {
    const config = parseConfigParam(params[1])
    const bytes = decodeTransactionBytes(params[0], config['encoding'])
    return submit(node.chain, readTransaction(bytes), {
      skipPreflight: config['skipPreflight'] === true,
    })
  },

  simulateTransaction(node, params) {
    const config = parseConfigParam(params[1])
    const verifySignatures = config['sigVerify'] === true
    const replaceBlockhash = config['replaceRecentBlockhash'] === true
    if (verifySignatures && replaceBlockhash) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
    }
    const transaction = readTransaction(decodeTransactionBytes(params[0], config['encoding']))
    const run = simulate(node.chain, transaction, {
      verifySignatures,
      checkBlockhash: !replaceBlockhash,
    })
    const slot = node.chain.getSlot()
    const keys = [
      ...transaction.message.staticKeys,
      ...(run.loaded === null ? [] : [...run.loaded.writable, ...run.loaded.readonly]),
    ]
    const inner = run.innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((each) => parseInstruction(each, keys)),
    }))
    return wrapInContext(node, config, {
      accounts: viewRequestedAccounts(node, config, run.error === null ? run.postAccounts : null),
      err: run.error,
      innerInstructions: config['innerInstructions'] === true ? inner : null,
      loadedAddresses: run.loaded,
      logs: run.logs,
      replacementBlockhash: replaceBlockhash
        ? {
            blockhash: node.chain.blockhashes.derive(slot),
            lastValidBlockHeight: getLastValidBlockHeight(slot),
          }
        : null,
      returnData: run.returnData === null ? null : buildReturnDataView(run.returnData),
      unitsConsumed: run.unitsConsumed,
    })
  },

  requestAirdrop(node, params) {
    const address = parseAddressParam(params[0])
    const lamports = parseWholeNumber(params[1], 'lamports')
    if (lamports === 0 || lamports > MAX_AIRDROP_LAMPORTS) {
      throw invalidParams(`Invalid params: an airdrop is 1 to ${MAX_AIRDROP_LAMPORTS} lamports.`)
    }
    return airdrop(node.chain, address, BigInt(lamports))
  },

  getFeeForMessage(node, params) {
    const bytes = decodeBase64(params[0])
    const config = parseConfigParam(params[1])
    const message = readOrRefuse(() => decodeMessage(bytes), 'message')
    const slot = node.chain.getSlot()
    const isValid = node.chain.blockhashes.findValidSlot(message.recentBlockhash, slot) !== null
    return wrapInContext(node, config, isValid ? toWireU64(calculateFee(message)) : null)
  },
}

function viewRequestedAccounts(
  node: RpcNode,
  config: Config,
  postAccounts: ReadonlyMap<string, AccountState> | null,
) {
  if (config['accounts'] === undefined || config['accounts'] === null) return null
  const wanted = parseConfigParam(config['accounts'])
  const options = readAccountView(wanted, 'base64')
  return parseAddressListParam(wanted['addresses'], 256).map((address) => {
    const account = postAccounts?.get(address) ?? findAccount(node, address)
    return account === null ? null : viewState(node, account, options)
  })
}

function decodeTransactionBytes(value: unknown, encoding: unknown): Uint8Array {
  if (typeof value !== 'string') throw invalidParams('Invalid param: expected a transaction')
  // Decoding base58 is quadratic in length; a transaction has at most 1,683 characters of it.
  if (encoding !== 'base64' && value.length > 1683) throw createTooLargeError(value.length)
  const bytes = encoding === 'base64' ? decodeBase64(value) : decodeBase58(value)
  if (bytes === null) throw invalidParams('invalid base58 encoding')
  if (bytes.length > MAX_TRANSACTION_BYTES) throw createTooLargeError(bytes.length)
  return bytes
}

const createTooLargeError = (bytes: number) =>
  invalidParams(
    `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes} bytes (max: ${MAX_TRANSACTION_BYTES} bytes)`,
  )

function decodeBase64(value: unknown): Uint8Array {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) {
    throw invalidParams('invalid base64 encoding')
  }
  return Buffer.from(value, 'base64')
}

const readTransaction = (bytes: Uint8Array) =>
  readOrRefuse(() => decodeTransaction(bytes), 'transaction')

function readOrRefuse<T>(read: () => T, what: string): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TransactionFormatError)) throw error
    throw new ChainRpcError(
      RPC_ERROR.invalidParams,
      `failed to deserialize ${what}: ${error.message}`,
    )
  }
}
