import { encodeBase58 } from './base58.ts'
import { createByteReader, TransactionFormatError, type ByteReader } from './byte-reader.ts'

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
/** A first message byte with the high bit set carries a version number; otherwise the message is a legacy one. */
const VERSION_FLAG = 0x80

type Instruction = {
  /** Indexes count static keys, then loaded writable, then loaded readonly keys. */
  readonly programIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

type LookupTable = {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

export type ParsedTransaction = {
  readonly version: 'legacy' | 0
  /** Base58; the first one is the transaction's name on the chain. */
  readonly signatures: readonly string[]
  readonly header: {
    readonly requiredSignatures: number
    readonly readonlySigned: number
    readonly readonlyUnsigned: number
  }
  readonly staticKeys: readonly string[]
  readonly recentBlockhash: string
  readonly instructions: readonly Instruction[]
  readonly lookups: readonly LookupTable[]
  /** The bytes that the signatures sign. */
  readonly message: Uint8Array
}

/**
 * Decodes the bytes of a signed legacy or version 0 transaction, as `getTransaction` gives them in base64.
 * Every count, index and length is checked; anything else throws `TransactionFormatError`.
 * Format: https://solana.com/docs/core/transactions
 */
export function parseTransaction(base64: string): ParsedTransaction {
  const bytes = decodeBase64(base64)
  const reader = createByteReader(bytes)
  const signatures = list(reader, 'signatures', () =>
    encodeBase58(reader.take(SIGNATURE_BYTES, 'signature')),
  )
  const message = bytes.subarray(reader.position())
  const version = readVersion(reader)
  const header = {
    requiredSignatures: reader.byte('header'),
    readonlySigned: reader.byte('header'),
    readonlyUnsigned: reader.byte('header'),
  }
  const staticKeys = list(reader, 'account keys', () => readKey(reader))
  const recentBlockhash = readKey(reader)
  const instructions = list(reader, 'instructions', () => ({
    programIndex: reader.byte('program index'),
    accounts: readIndexes(reader, 'instruction accounts'),
    data: reader.take(reader.compactLength('instruction data'), 'instruction data'),
  }))
  const lookups =
    version === 'legacy'
      ? []
      : list(reader, 'lookup tables', () => ({
          table: readKey(reader),
          writable: readIndexes(reader, 'lookup indexes'),
          readonly: readIndexes(reader, 'lookup indexes'),
        }))
  if (!reader.isAtEnd()) throw new TransactionFormatError('trailing bytes', 'end of message')

  const parsed = {
    version,
    signatures,
    header,
    staticKeys,
    recentBlockhash,
    instructions,
    lookups,
    message,
  }
  checkHeader(parsed)
  checkIndexes(parsed)
  return parsed
}

/** How many keys the lookup tables add: writable and readonly, in the order they extend the key list. */
export function loadedKeyCounts({ lookups }: Pick<ParsedTransaction, 'lookups'>) {
  let writable = 0
  let readonly = 0
  for (const lookup of lookups) {
    writable += lookup.writable.length
    readonly += lookup.readonly.length
  }
  return { writable, readonly }
}

function decodeBase64(base64: string): Uint8Array {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw new TransactionFormatError('base64', 'text is not base64')
  }
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

function list<T>(reader: ByteReader, what: string, readOne: () => T): T[] {
  const items: T[] = []
  for (let left = reader.compactLength(what); left > 0; left -= 1) items.push(readOne())
  return items
}

const readKey = (reader: ByteReader): string => encodeBase58(reader.take(KEY_BYTES, 'key'))

const readIndexes = (reader: ByteReader, what: string): number[] => [
  ...reader.take(reader.compactLength(what), what),
]

function readVersion(reader: ByteReader): 'legacy' | 0 {
  const first = reader.peek()
  if (first === undefined || first < VERSION_FLAG) return 'legacy'
  const version = reader.byte('version') - VERSION_FLAG
  if (version !== 0) throw new TransactionFormatError('version', `message version ${version}`)
  return 0
}

function checkHeader({ header, signatures, staticKeys }: ParsedTransaction): void {
  const { requiredSignatures, readonlySigned, readonlyUnsigned } = header
  const isConsistent =
    requiredSignatures >= 1 &&
    signatures.length === requiredSignatures &&
    requiredSignatures <= staticKeys.length &&
    readonlySigned < requiredSignatures &&
    readonlyUnsigned <= staticKeys.length - requiredSignatures
  if (!isConsistent) {
    throw new TransactionFormatError('header', 'counts of signatures and keys disagree')
  }
}

function checkIndexes(parsed: ParsedTransaction): void {
  const { writable, readonly } = loadedKeyCounts(parsed)
  const keyCount = parsed.staticKeys.length + writable + readonly
  for (const { programIndex, accounts } of parsed.instructions) {
    const isWithin =
      programIndex < parsed.staticKeys.length && accounts.every((index) => index < keyCount)
    if (!isWithin) throw new TransactionFormatError('index', 'instruction names a missing key')
  }
}
