import bs58 from 'bs58'

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const TRANSFER_INSTRUCTION = 2
/** Instruction number (u32) and lamports (u64). */
const TRANSFER_DATA_BYTES = 12
const TOKEN_PROGRAMS: ReadonlySet<string | undefined> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
])
const TRANSFER_CHECKED_INSTRUCTION = 12
/** Instruction number (u8), raw units (u64) and decimals (u8). */
const TRANSFER_CHECKED_BYTES = 10

/** A serialised transaction (https://solana.com/docs/core/transactions), taken apart as far as signing needs it. */
export type WireTransaction = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly message: Uint8Array<ArrayBuffer>
  /** Where the signature of the account at that index of the message's keys stands. */
  signatureOffset(index: number): number
  readonly keys: readonly string[]
  readonly requiredSignatures: number
  /** What its plain SOL transfers move; every other instruction is counted only. */
  readonly transfers: readonly { from: string; to: string; lamports: bigint }[]
  /** What its token transfers move; `to` is a token account. */
  readonly tokenTransfers: readonly { mint: string; to: string; raw: bigint; decimals: number }[]
  readonly otherInstructions: number
}

/** Throws a RangeError on bytes that end too early. */
export const readTransaction = (bytes: Uint8Array<ArrayBuffer>): WireTransaction => {
  const outer = createReader(bytes)
  const signatureCount = outer.length()
  const signaturesAt = outer.position()
  outer.take(signatureCount * SIGNATURE_BYTES)
  const message = bytes.slice(outer.position())

  const reader = createReader(message)
  // Versioned messages begin with a byte whose high bit is set; legacy ones with the count of signers.
  const first = reader.byte()
  const requiredSignatures = first >= 0x80 ? reader.byte() : first
  reader.take(2)
  const keys = Array.from({ length: reader.length() }, () => bs58.encode(reader.take(KEY_BYTES)))
  reader.take(KEY_BYTES)
  const instructions = Array.from({ length: reader.length() }, () => ({
    program: keys[reader.byte()],
    accounts: [...reader.take(reader.length())],
    data: reader.take(reader.length()),
  }))
  const transfers = instructions.flatMap(({ program, accounts, data }) => {
    const [from, to] = accounts.map((index) => keys[index])
    const lamports = program === SYSTEM_PROGRAM ? transferredLamports(data) : null
    return from === undefined || to === undefined || lamports === null
      ? []
      : [{ from, to, lamports }]
  })
  const tokenTransfers = instructions.flatMap(({ program, accounts, data }) => {
    const [, mint, to] = accounts.map((index) => keys[index])
    const isTransfer =
      TOKEN_PROGRAMS.has(program) &&
      data.length === TRANSFER_CHECKED_BYTES &&
      data[0] === TRANSFER_CHECKED_INSTRUCTION
    if (!isTransfer || mint === undefined || to === undefined) return []
    const view = viewOf(data)
    return [{ mint, to, raw: view.getBigUint64(1, true), decimals: view.getUint8(9) }]
  })
  return {
    bytes,
    message,
    signatureOffset: (index) => signaturesAt + index * SIGNATURE_BYTES,
    keys,
    requiredSignatures,
    transfers,
    tokenTransfers,
    otherInstructions: instructions.length - transfers.length - tokenTransfers.length,
  }
}

/** The bytes with the signature put in the place of `signer`; throws when the transaction does not ask for it. */
export const placeSignature = (
  transaction: WireTransaction,
  signer: string,
  signature: Uint8Array,
): Uint8Array<ArrayBuffer> => {
  const index = transaction.keys.slice(0, transaction.requiredSignatures).indexOf(signer)
  if (index === -1) throw new Error('This transaction needs no signature of this wallet')
  const signed = transaction.bytes.slice()
  signed.set(signature, transaction.signatureOffset(index))
  return signed
}

const transferredLamports = (data: Uint8Array): bigint | null => {
  if (data.length !== TRANSFER_DATA_BYTES) return null
  const view = viewOf(data)
  return view.getUint32(0, true) === TRANSFER_INSTRUCTION ? view.getBigUint64(4, true) : null
}

const viewOf = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength)

const createReader = (bytes: Uint8Array<ArrayBuffer>) => {
  let at = 0
  const take = (count: number) => {
    if (at + count > bytes.length) throw new RangeError('The transaction ends too early')
    at += count
    return bytes.slice(at - count, at)
  }
  const byte = () => take(1)[0] ?? 0
  /** Solana's compact-u16: seven bits a byte, the lowest first. */
  const length = () => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if (next < 0x80) break
    }
    return value
  }
  return { take, byte, length, position: () => at }
}
