import {
  fixCodecSize,
  getArrayCodec,
  getBase64Encoder,
  getBytesCodec,
  getStructCodec,
  getStructDecoder,
  getU8Codec,
  transformCodec,
  type Codec,
  type Decoder,
} from '@solana/codecs'
import { encodeBase58 } from './base58.ts'
import { countCodec, countedBytesCodec, keyCodec } from './codec.ts'

/** The legacy and version 0 transaction formats. Source: https://solana.com/docs/core/transactions */

/** Largest transaction on the wire: one IPv6 packet without its headers (1280 − 48 bytes). */
export const MAX_TRANSACTION_BYTES = 1232

const MAX_KEYS = 256
/** Set in the first byte of a versioned message; the other bits are the version. */
const VERSION_FLAG = 0x80

const listCodec = <T>(item: Codec<T>) =>
  getArrayCodec(item, { size: countCodec, requireSizePrefix: true })

const indexesCodec = transformCodec(
  countedBytesCodec,
  (indexes: readonly number[]) => Uint8Array.from(indexes),
  (bytes): readonly number[] => [...bytes],
)

const signaturesCodec = listCodec(fixCodecSize(getBytesCodec(), 64))

const headerCodec = getStructCodec([
  ['numRequiredSignatures', getU8Codec()],
  ['numReadonlySignedAccounts', getU8Codec()],
  ['numReadonlyUnsignedAccounts', getU8Codec()],
])

const instructionCodec = getStructCodec([
  ['programIdIndex', getU8Codec()],
  ['accounts', indexesCodec],
  ['data', countedBytesCodec],
])

const lookupCodec = getStructCodec([
  ['accountKey', keyCodec],
  ['writableIndexes', indexesCodec],
  ['readonlyIndexes', indexesCodec],
])

export const legacyMessageCodec = getStructCodec([
  ['header', headerCodec],
  ['staticKeys', listCodec(keyCodec)],
  ['recentBlockhash', keyCodec],
  ['instructions', listCodec(instructionCodec)],
])

const versionedMessageDecoder = getStructDecoder([
  ['prefix', getU8Codec()],
  ['message', legacyMessageCodec],
  ['lookups', listCodec(lookupCodec)],
])

type Lookup = {
  readonly accountKey: string
  readonly writableIndexes: readonly number[]
  readonly readonlyIndexes: readonly number[]
}

/** Field names are those of the `json` encoding of nodes. Indexes count static, loaded writable, loaded readonly keys. */
export type Message = {
  readonly version: 'legacy' | 0
  readonly header: {
    readonly numRequiredSignatures: number
    readonly numReadonlySignedAccounts: number
    readonly numReadonlyUnsignedAccounts: number
  }
  readonly staticKeys: readonly string[]
  readonly recentBlockhash: string
  readonly instructions: readonly {
    readonly programIdIndex: number
    readonly accounts: readonly number[]
    readonly data: Uint8Array
  }[]
  readonly lookups: readonly Lookup[]
}

export type Transaction = {
  readonly bytes: Uint8Array
  /** In base58, in the order of the keys. The first one identifies the transaction. */
  readonly signatures: readonly string[]
  readonly message: Message
  /** The bytes that the signatures sign. */
  readonly messageBytes: Uint8Array
}

type FormatReason = 'base64' | 'malformed' | 'trailing bytes' | 'version' | 'header' | 'index'

/** Thrown for bytes that are not a Solana transaction. `reason` is the rule of the format that they break. */
export class TransactionFormatError extends Error {
  override name = 'TransactionFormatError'
  readonly reason: FormatReason

  constructor(reason: FormatReason, detail: string, options?: ErrorOptions) {
    super(`not a Solana transaction: ${detail} (${reason})`, options)
    this.reason = reason
  }
}

/** Decodes a transaction as `getTransaction` returns it in base64. Throws `TransactionFormatError`. */
export function decodeBase64Transaction(base64: string): Transaction {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw new TransactionFormatError('base64', 'text is not base64')
  }
  return decodeTransaction(getBase64Encoder().encode(base64).slice())
}

/** Decodes a transaction and checks its form, but not its signatures. Throws `TransactionFormatError`. */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  const [rawSignatures, messageAt] = read(signaturesCodec, bytes)
  const signatures = rawSignatures.map((signature) => encodeBase58(signature.slice()))
  const messageBytes = bytes.subarray(messageAt)
  const message = decodeMessage(messageBytes)
  if (signatures.length !== message.header.numRequiredSignatures) {
    throw new TransactionFormatError('header', 'signatures are missing or too many')
  }
  return { bytes, signatures, message, messageBytes }
}

/** Returns the transaction of a message and of one signature per required signer, in the order of the keys. */
export const encodeTransaction = (
  signatures: readonly Uint8Array[],
  messageBytes: Uint8Array,
): Uint8Array => Uint8Array.from([...signaturesCodec.encode([...signatures]), ...messageBytes])

/** Decodes the part of a transaction that is signed. Throws `TransactionFormatError`. */
export function decodeMessage(bytes: Uint8Array): Message {
  const prefix = bytes[0] ?? 0
  if (prefix > VERSION_FLAG) {
    throw new TransactionFormatError('version', `message version ${prefix - VERSION_FLAG}`)
  }
  const [message, end] = prefix === VERSION_FLAG ? readVersioned(bytes) : readLegacy(bytes)
  if (end !== bytes.length) throw new TransactionFormatError('trailing bytes', 'end of message')
  checkHeader(message)
  checkIndexes(message)
  return message
}

function readLegacy(bytes: Uint8Array): [Message, number] {
  const [message, end] = read(legacyMessageCodec, bytes)
  return [{ version: 'legacy', ...message, lookups: [] }, end]
}

function readVersioned(bytes: Uint8Array): [Message, number] {
  const [{ message, lookups }, end] = read(versionedMessageDecoder, bytes)
  return [{ version: 0, ...message, lookups }, end]
}

function read<T>(decoder: Decoder<T>, bytes: Uint8Array): [T, number] {
  try {
    return decoder.read(bytes, 0)
  } catch (cause) {
    throw new TransactionFormatError('malformed', 'a count or a part is missing', { cause })
  }
}

function checkHeader({ header, staticKeys }: Message): void {
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header
  const isConsistent =
    numReadonlySignedAccounts < numRequiredSignatures &&
    numRequiredSignatures + numReadonlyUnsignedAccounts <= staticKeys.length
  if (!isConsistent) throw new TransactionFormatError('header', 'counts of keys disagree')
}

function checkIndexes(message: Message): void {
  const { staticKeys, instructions } = message
  const { writable, readonly } = countLoadedKeys(message)
  const keyCount = staticKeys.length + writable + readonly
  // Key 0 pays the fee and can be no program; programs are never loaded from a table.
  const isWithin = instructions.every(
    ({ programIdIndex, accounts }) =>
      programIdIndex > 0 &&
      programIdIndex < staticKeys.length &&
      accounts.every((index) => index < keyCount),
  )
  if (!isWithin || keyCount > MAX_KEYS) {
    throw new TransactionFormatError('index', 'failed to sanitize accounts offsets correctly')
  }
}

/** Returns how many keys the lookup tables add. The writable ones follow the static keys, then the read-only ones. */
export function countLoadedKeys({ lookups }: Message): { writable: number; readonly: number } {
  let writable = 0
  let readonly = 0
  for (const { writableIndexes, readonlyIndexes } of lookups) {
    writable += writableIndexes.length
    readonly += readonlyIndexes.length
  }
  return { writable, readonly }
}

/** Returns true if the transaction locks the key at `index` for writing. */
export function isWritable(message: Message, index: number): boolean {
  const { header, staticKeys } = message
  if (index >= staticKeys.length)
    return index < staticKeys.length + countLoadedKeys(message).writable
  return index < header.numRequiredSignatures
    ? index < header.numRequiredSignatures - header.numReadonlySignedAccounts
    : index < staticKeys.length - header.numReadonlyUnsignedAccounts
}
