import type { LandedTransaction } from '#localnet/archive/history.ts'
import { ChainRpcError, RPC_ERROR } from '#localnet/rpc/rpc-error.ts'
import { decodeTransaction, type Message } from '#solana/transaction.ts'
import { toWireU64 } from '#localnet/wire.ts'
import { encodeBase58 } from '#solana/base58.ts'
import { parseInstruction, type WireInstruction } from './parsed-instruction.ts'

export type TransactionEncoding = 'json' | 'jsonParsed' | 'base64' | 'base58'

export type TransactionViewOptions = {
  encoding: TransactionEncoding
  /** Highest message version the caller understands; absent = legacy only. */
  maxVersion: number | undefined
}

/**
 * Returns a transaction and its meta in the encoding of `getTransaction` and `getBlock`. Throws ChainRpcError when
 * the caller does not support the message version.
 */
export function buildTransactionView(landed: LandedTransaction, options: TransactionViewOptions) {
  const { encoding, maxVersion } = options
  const { message, signatures } = decodeTransaction(landed.bytes)
  requireSupported(message.version, maxVersion)
  return {
    transaction: encodeTransactionView(landed, message, { encoding, signatures }),
    meta: buildMetaView(landed, encoding),
    ...(maxVersion === undefined ? {} : { version: message.version }),
  }
}

/** Throws ChainRpcError when the caller does not support the message version. */
export function requireSupported(
  version: 'legacy' | number,
  maxVersion: TransactionViewOptions['maxVersion'],
): void {
  if (version === 'legacy' || (maxVersion !== undefined && maxVersion >= version)) return
  throw new ChainRpcError(
    RPC_ERROR.unsupportedTransactionVersion,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  )
}

function encodeTransactionView(
  landed: LandedTransaction,
  message: Message,
  { encoding, signatures }: { encoding: TransactionEncoding; signatures: readonly string[] },
) {
  if (encoding === 'base64') return [Buffer.from(landed.bytes).toString('base64'), 'base64']
  if (encoding === 'base58') return [encodeBase58(landed.bytes), 'base58']
  const instructions: WireInstruction[] = message.instructions.map((instruction) => ({
    programIdIndex: instruction.programIdIndex,
    accounts: instruction.accounts,
    data: encodeBase58(instruction.data),
    stackHeight: null,
  }))
  const lookups = message.version === 'legacy' ? {} : { addressTableLookups: message.lookups }
  const { recentBlockhash } = message
  if (encoding === 'json') {
    return {
      signatures,
      message: {
        header: message.header,
        accountKeys: message.staticKeys,
        recentBlockhash,
        instructions,
        ...lookups,
      },
    }
  }
  return {
    signatures,
    message: {
      accountKeys: landed.keys.map((pubkey, index) => ({
        pubkey,
        signer: index < message.header.numRequiredSignatures,
        source: index < message.staticKeys.length ? 'transaction' : 'lookupTable',
        writable: landed.writableIndexes.includes(index),
      })),
      recentBlockhash,
      instructions: instructions.map((instruction) => parseInstruction(instruction, landed.keys)),
      ...lookups,
    },
  }
}

function buildMetaView(landed: LandedTransaction, encoding: TransactionEncoding) {
  const isParsed = encoding === 'jsonParsed'
  return {
    err: landed.error,
    status: landed.error === null ? { Ok: null } : { Err: landed.error },
    fee: toWireU64(landed.fee),
    preBalances: landed.preBalances.map(toWireU64),
    postBalances: landed.postBalances.map(toWireU64),
    innerInstructions: landed.innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: isParsed
        ? instructions.map((inner) => parseInstruction(inner, landed.keys))
        : instructions,
    })),
    logMessages: landed.logs,
    preTokenBalances: landed.preTokenBalances,
    postTokenBalances: landed.postTokenBalances,
    rewards: [],
    ...(isParsed ? {} : { loadedAddresses: landed.loaded }),
    ...(landed.returnData === null ? {} : { returnData: buildReturnDataView(landed.returnData) }),
    computeUnitsConsumed: landed.unitsConsumed,
  }
}

export const buildReturnDataView = ({ programId, data }: { programId: string; data: string }) => ({
  programId,
  data: [data, 'base64'],
})
