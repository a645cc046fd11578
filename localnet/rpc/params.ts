import type { Commitment } from '#localnet/svm/chain-time.ts'
import { invalidParams } from './rpc-error.ts'
import type { AccountEncoding, AccountViewOptions } from '#localnet/views/account-view.ts'
import type {
  TransactionEncoding,
  TransactionViewOptions,
} from '#localnet/views/transaction-view.ts'
import { decodeBase58, MAX_ADDRESS_CHARS } from '#solana/base58.ts'

export type Params = readonly unknown[]
export type Config = Readonly<Record<string, unknown>>

export function parseAddressParam(value: unknown): string {
  if (typeof value !== 'string') throw invalidParams('Invalid param: expected a base58 address')
  const bytes = value.length > MAX_ADDRESS_CHARS ? undefined : decodeBase58(value)
  if (bytes === null) throw invalidParams('Invalid param: Invalid')
  if (bytes?.length !== 32) throw invalidParams('Invalid param: WrongSize')
  return value
}

export function parseAddressListParam(value: unknown, limit: number): string[] {
  if (!Array.isArray(value)) throw invalidParams('Invalid param: expected a list of addresses')
  if (value.length > limit) throw invalidParams(`Too many inputs provided; max ${limit}`)
  return value.map(parseAddressParam)
}

export function parseSignatureParam(value: unknown): string {
  if (typeof value !== 'string') throw invalidParams('Invalid param: expected a base58 signature')
  const bytes = value.length > 90 ? undefined : decodeBase58(value)
  if (bytes === null) throw invalidParams('Invalid param: Invalid')
  if (bytes?.length !== 64) throw invalidParams('Invalid param: WrongSize')
  return value
}

export function parseConfigParam(value: unknown): Config {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalidParams('Invalid params: invalid type: expected a configuration object.')
  }
  return value as Config
}

export function parseSlotParam(value: unknown): number {
  return parseWholeNumber(value, 'slot')
}

export function parseWholeNumber(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw invalidParams(`Invalid params: ${name} must be a whole number, not negative.`)
  }
  return value
}

const COMMITMENTS: ReadonlyMap<string, Commitment> = new Map(
  Object.entries({
    processed: 'processed',
    recent: 'processed',
    confirmed: 'confirmed',
    single: 'confirmed',
    singleGossip: 'confirmed',
    finalized: 'finalized',
    max: 'finalized',
    root: 'finalized',
  }),
)

/** Returns the commitment of a call, by default `finalized`. Throws ChainRpcError on an unknown one. */
export function readCommitment({ commitment }: Config): Commitment {
  if (commitment === undefined || commitment === null) return 'finalized'
  const known = typeof commitment === 'string' ? COMMITMENTS.get(commitment) : undefined
  if (known === undefined) throw invalidParams('Invalid params: unknown commitment.')
  return known
}

/** Nodes return history from `confirmed` on. */
export function readHistoryCommitment(config: Config): Commitment {
  const commitment = readCommitment(config)
  if (commitment === 'processed') {
    throw invalidParams('Method does not support commitment below `confirmed`')
  }
  return commitment
}

const ACCOUNT_ENCODINGS: readonly string[] = [
  'binary',
  'base58',
  'base64',
  'base64+zstd',
  'jsonParsed',
] satisfies AccountEncoding[]

const TRANSACTION_ENCODINGS: readonly string[] = [
  'json',
  'jsonParsed',
  'base64',
  'base58',
] satisfies TransactionEncoding[]

export function readAccountView(
  { encoding, dataSlice }: Config,
  fallback: AccountEncoding = 'binary',
): AccountViewOptions {
  const name = encoding ?? fallback
  if (typeof name !== 'string' || !ACCOUNT_ENCODINGS.includes(name)) {
    throw invalidParams('Invalid params: unknown account encoding.')
  }
  const slice =
    dataSlice === undefined || dataSlice === null ? undefined : parseConfigParam(dataSlice)
  return {
    encoding: name as AccountEncoding,
    dataSlice: slice && {
      offset: parseWholeNumber(slice['offset'], 'dataSlice.offset'),
      length: parseWholeNumber(slice['length'], 'dataSlice.length'),
    },
  }
}

export function readTransactionView(config: Config): TransactionViewOptions {
  const name = config['encoding'] ?? 'json'
  if (typeof name !== 'string' || !TRANSACTION_ENCODINGS.includes(name)) {
    throw invalidParams('Invalid params: unknown transaction encoding.')
  }
  const version = config['maxSupportedTransactionVersion']
  return {
    encoding: name as TransactionEncoding,
    maxVersion:
      version === undefined || version === null
        ? undefined
        : parseWholeNumber(version, 'maxSupportedTransactionVersion'),
  }
}
