type FormatReason =
  | 'base64'
  | 'truncated'
  | 'trailing bytes'
  | 'length prefix'
  | 'version'
  | 'header'
  | 'index'

/** The bytes are no Solana transaction; `reason` says which rule of the wire format they break. */
export class TransactionFormatError extends Error {
  readonly reason: FormatReason

  constructor(reason: FormatReason, what: string) {
    super(`not a Solana transaction: ${what} (${reason})`)
    this.name = 'TransactionFormatError'
    this.reason = reason
  }
}

export type ByteReader = ReturnType<typeof createByteReader>

/** Reads bytes front to back; a read past the end throws `TransactionFormatError` and never gives less than asked. */
export function createByteReader(bytes: Uint8Array) {
  let offset = 0

  function take(length: number, what: string): Uint8Array {
    if (offset + length > bytes.length) throw new TransactionFormatError('truncated', what)
    const taken = bytes.subarray(offset, offset + length)
    offset += length
    return taken
  }

  function byte(what: string): number {
    const [value] = take(1, what)
    if (value === undefined) throw new TransactionFormatError('truncated', what)
    return value
  }

  /**
   * A length in `compact-u16`: seven bits a byte, low bits first, at most three bytes. An encoding longer than needed
   * and a value above 65,535 are refused, as validators do (agave, short-vec/src/lib.rs).
   */
  function compactLength(what: string): number {
    let value = 0
    for (let position = 0; position < 3; position += 1) {
      const next = byte(what)
      const isAlias = position > 0 && next === 0
      const overflows = position === 2 && next > 3
      if (isAlias || overflows) throw new TransactionFormatError('length prefix', what)
      value |= (next & 0x7f) << (7 * position)
      if (next < 0x80) return value
    }
    throw new TransactionFormatError('length prefix', what)
  }

  return {
    take,
    byte,
    compactLength,
    peek: (): number | undefined => bytes[offset],
    position: (): number => offset,
    isAtEnd: (): boolean => offset === bytes.length,
  }
}
