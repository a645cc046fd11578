import { encodeBase58 } from '#solana/base58.ts'

/** The legacy and version 0 transaction formats. Source: https://solana.com/docs/core/transactions */

type CompiledInstruction = {
  programIdIndex: number
  accounts: readonly number[]
  data: Uint8Array
}

type TableLookup = {
  accountKey: string
  writableIndexes: readonly number[]
  readonlyIndexes: readonly number[]
}

export type WireMessage = {
  version: 'legacy' | 0
  header: {
    numRequiredSignatures: number
    numReadonlySignedAccounts: number
    numReadonlyUnsignedAccounts: number
  }
  staticKeys: readonly string[]
  recentBlockhash: string
  instructions: readonly CompiledInstruction[]
  lookups: readonly TableLookup[]
}

export type WireTransaction = {
  bytes: Uint8Array
  signatures: readonly string[]
  message: WireMessage
}

/** Largest serialised transaction: one IPv6 packet without its headers (1280 − 48 bytes). */
export const MAX_TRANSACTION_BYTES = 1232

export class WireFormatError extends Error {
  override name = 'WireFormatError'
}

class Reader {
  private offset = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  u8(): number {
    const value = this.bytes[this.offset]
    if (value === undefined) throw new WireFormatError('unexpected end of input')
    this.offset += 1
    return value
  }

  peek(): number {
    return this.bytes[this.offset] ?? 0
  }

  take(length: number): Uint8Array {
    if (this.offset + length > this.bytes.length) {
      throw new WireFormatError('unexpected end of input')
    }
    this.offset += length
    return this.bytes.subarray(this.offset - length, this.offset)
  }

  /** A "compact-u16": seven bits a byte, low bits first, at most three bytes. */
  length(): number {
    let value = 0
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.u8()
      value |= (byte & 0x7f) << shift
      if ((byte & 0x80) === 0) {
        if (value > 0xffff || (byte === 0 && shift > 0)) break
        return value
      }
    }
    throw new WireFormatError('malformed length')
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.length() }, read)
  }

  end(): void {
    if (this.offset !== this.bytes.length) throw new WireFormatError('trailing bytes')
  }
}

function readMessage(reader: Reader): WireMessage {
  const prefix = reader.peek()
  const isVersioned = (prefix & 0x80) !== 0
  if (isVersioned && reader.u8() !== 0x80) {
    throw new WireFormatError(`unsupported message version ${prefix & 0x7f}`)
  }
  const header = {
    numRequiredSignatures: reader.u8(),
    numReadonlySignedAccounts: reader.u8(),
    numReadonlyUnsignedAccounts: reader.u8(),
  }
  const staticKeys = reader.list(() => encodeBase58(reader.take(32)))
  const recentBlockhash = encodeBase58(reader.take(32))
  const instructions = reader.list(() => ({
    programIdIndex: reader.u8(),
    accounts: [...reader.take(reader.length())],
    data: reader.take(reader.length()),
  }))
  const lookups = isVersioned
    ? reader.list(() => ({
        accountKey: encodeBase58(reader.take(32)),
        writableIndexes: [...reader.take(reader.length())],
        readonlyIndexes: [...reader.take(reader.length())],
      }))
    : []
  return {
    version: isVersioned ? 0 : 'legacy',
    header,
    staticKeys,
    recentBlockhash,
    instructions,
    lookups,
  }
}

function hasSoundIndexes(message: WireMessage): boolean {
  const { header, staticKeys, lookups } = message
  const loaded = lookups.reduce(
    (sum, table) => sum + table.writableIndexes.length + table.readonlyIndexes.length,
    0,
  )
  const keyCount = staticKeys.length + loaded
  return (
    header.numRequiredSignatures > 0 &&
    header.numReadonlySignedAccounts < header.numRequiredSignatures &&
    header.numRequiredSignatures + header.numReadonlyUnsignedAccounts <= staticKeys.length &&
    keyCount <= 256 &&
    message.instructions.every(
      ({ programIdIndex, accounts }) =>
        programIdIndex > 0 &&
        programIdIndex < staticKeys.length &&
        accounts.every((index) => index < keyCount),
    )
  )
}

/** Reads a message alone, as `getFeeForMessage` receives it. Throws WireFormatError. */
export function decodeMessage(bytes: Uint8Array): WireMessage {
  const reader = new Reader(bytes)
  const message = readMessage(reader)
  reader.end()
  return message
}

/** Reads a signed transaction; its form is checked, its signatures are not. Throws WireFormatError. */
export function decodeTransaction(bytes: Uint8Array): WireTransaction {
  const reader = new Reader(bytes)
  const signatures = reader.list(() => encodeBase58(reader.take(64)))
  const message = readMessage(reader)
  reader.end()
  if (signatures.length !== message.header.numRequiredSignatures || !hasSoundIndexes(message)) {
    throw new WireFormatError('failed to sanitize accounts offsets correctly')
  }
  return { bytes, signatures, message }
}

/** Whether the key at `index` (static keys, then loaded writable, then loaded read-only) is locked for writing. */
export function isWritable(message: WireMessage, loadedWritable: number, index: number): boolean {
  const { header, staticKeys } = message
  if (index >= staticKeys.length) return index < staticKeys.length + loadedWritable
  return index < header.numRequiredSignatures
    ? index < header.numRequiredSignatures - header.numReadonlySignedAccounts
    : index < staticKeys.length - header.numReadonlyUnsignedAccounts
}
