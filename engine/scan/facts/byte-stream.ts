const START_BYTES = 65_536
const MORE = 128
const SEVEN_BITS = 127
/** Seven groups of seven bits fit into a double. */
const SAFE_SHIFT = 2 ** 42

/** Appends values to a growing list of bytes: integers in groups of seven bits, texts with their length before them. */
export class ByteWriter {
  #bytes = new Uint8Array(START_BYTES)
  #at = 0

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#at + bytes))
    larger.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = larger
  }

  byte(value: number): void {
    this.#room(1)
    this.#bytes[this.#at++] = value
  }

  /** Writes an integer from 0 to 2^53 - 1. */
  count(value: number): void {
    this.#room(10)
    let rest = value
    while (rest >= MORE) {
      this.#bytes[this.#at++] = (rest % MORE) | MORE
      rest = Math.floor(rest / MORE)
    }
    this.#bytes[this.#at++] = rest
  }

  /** Writes an integer that may be negative. It must be exact as a double. */
  signed(value: number): void {
    this.byte(value < 0 ? 1 : 0)
    this.amount(Math.abs(value))
  }

  /** Writes an integer from 0 on; its double must be exact. */
  amount(value: number): void {
    if (value <= Number.MAX_SAFE_INTEGER) this.count(value)
    else this.big(BigInt(value))
  }

  /** Writes an integer from 0 of any size. */
  big(value: bigint): void {
    if (value <= Number.MAX_SAFE_INTEGER) return this.count(Number(value))
    this.#room(12)
    let rest = value
    while (rest >= MORE) {
      this.#bytes[this.#at++] = Number(rest & 127n) | MORE
      rest >>= 7n
    }
    this.#bytes[this.#at++] = Number(rest)
  }

  /** Writes a text of one-byte characters. */
  text(value: string): void {
    this.count(value.length)
    this.#room(value.length)
    for (let at = 0; at < value.length; at++) this.#bytes[this.#at++] = value.charCodeAt(at)
  }

  append(other: ByteWriter): void {
    const bytes = other.bytes()
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  get length(): number {
    return this.#at
  }

  /** Returns the written bytes. The view is valid until the next write. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#at)
  }

  /** Returns what was written, and starts again with nothing. */
  take(): Uint8Array {
    const bytes = this.bytes().slice()
    this.#at = 0
    return bytes
  }
}

/** Reads the values of a `ByteWriter` in the same order. Throws `RangeError` past the end. */
export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  byte(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new RangeError('the stored facts end too early')
    return byte
  }

  /** Returns an integer whose double is exact. */
  count(): number {
    let value = 0
    for (let scale = 1; ; scale *= MORE) {
      const byte = this.byte()
      value += (byte & SEVEN_BITS) * scale
      if (byte < MORE) return value
    }
  }

  big(): bigint {
    let value = 0
    for (let scale = 1; ; scale *= MORE) {
      const byte = this.byte()
      value += (byte & SEVEN_BITS) * scale
      // Most amounts are 0, and all of them can share one bigint.
      if (byte < MORE) return value === 0 ? 0n : BigInt(value)
      if (scale === SAFE_SHIFT) return this.#large(BigInt(value), 49n)
    }
  }

  #large(start: bigint, startShift: bigint): bigint {
    let value = start
    for (let shift = startShift; ; shift += 7n) {
      const byte = this.byte()
      value |= BigInt(byte & SEVEN_BITS) << shift
      if (byte < MORE) return value
    }
  }

  signed(): number {
    const isNegative = this.byte() === 1
    const value = this.count()
    return isNegative ? -value : value
  }

  text(): string {
    const length = this.count()
    const from = this.#at
    this.#at += length
    if (this.#at > this.#bytes.length) throw new RangeError('the stored facts end too early')
    return this.#bytes.toString('latin1', from, this.#at)
  }
}
