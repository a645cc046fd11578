/** Thrown for JSON that no node sends. `scanAnswer` and `scanTransaction` return it as an outcome. */
export class MalformedAnswer extends Error {}

/** Returns the bytes of a key, for `is`. */
export const encodeKey = (name: string): Uint8Array => Buffer.from(name, 'latin1')

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const COLON = 58
const MINUS = 45
const DOT = 46
const ZERO = 48
const NINE = 57
const LOWER_E = 101
const UPPER_E = 69
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
/** Fifteen digits always fit into a double. */
const SAFE_DIGITS = 15

/**
 * Walks JSON text and reads single values in place, without building objects for the rest. It trusts the grammar inside
 * values that it skips, and throws `MalformedAnswer` where the structure breaks.
 */
export class JsonCursor {
  readonly bytes: Buffer
  /** The same bytes as one-byte characters, for searching and cutting. Offsets are equal. */
  readonly text: string
  at = 0
  /** The last key or string, as a range of the bytes without quotes. */
  from = 0
  to = 0

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.text = this.bytes.toString('latin1')
  }

  fail(expected: string): never {
    throw new MalformedAnswer(`expected ${expected} at byte ${this.at}`)
  }

  /** Moves to the next byte that is not a space and returns it; -1 at the end. */
  peek(): number {
    const { bytes } = this
    let at = this.at
    let byte = bytes[at] ?? -1
    while (byte === 32 || byte === 10 || byte === 13 || byte === 9) byte = bytes[++at] ?? -1
    this.at = at
    return byte
  }

  isEnd(): boolean {
    return this.peek() === -1
  }

  /** Enters a list. Returns false if it is empty or null, and moves past it. */
  enterList(): boolean {
    return this.#enter(OPEN_LIST, CLOSE_LIST)
  }

  /** Enters an object. Returns false if it is empty or null, and moves past it. */
  enterObject(): boolean {
    return this.#enter(OPEN_OBJECT, CLOSE_OBJECT)
  }

  #enter(open: number, close: number): boolean {
    if (this.takeNull()) return false
    if (this.peek() !== open) this.fail(open === OPEN_LIST ? 'a list' : 'an object')
    this.at++
    if (this.peek() !== close) return true
    this.at++
    return false
  }

  /** Moves to the next element or key. Returns false at the end of the list or object. */
  next(): boolean {
    const byte = this.peek()
    this.at++
    if (byte === COMMA) return true
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) return false
    this.at--
    return this.fail('a comma or an end')
  }

  isObject(): boolean {
    return this.peek() === OPEN_OBJECT
  }

  isText(): boolean {
    return this.peek() === QUOTE
  }

  /** Moves past a null. Returns false if the value is not null. */
  takeNull(): boolean {
    if (this.peek() !== 110 || !this.text.startsWith('null', this.at)) return false
    this.at += 4
    return true
  }

  /** Reads a key and its colon into `from` and `to`. */
  key(): void {
    this.string()
    if (this.peek() !== COLON) this.fail('a colon')
    this.at++
  }

  /** Returns true if the last key or string has these bytes. */
  is(name: Uint8Array): boolean {
    const { bytes, from } = this
    if (this.to - from !== name.length) return false
    for (let nth = 0; nth < name.length; nth++) if (bytes[from + nth] !== name[nth]) return false
    return true
  }

  /** Reads a string into `from` and `to`. Escapes stay as they are. */
  string(): void {
    if (this.peek() !== QUOTE) this.fail('a string')
    const { bytes } = this
    let at = this.at + 1
    this.from = at
    for (;;) {
      const byte = bytes[at]
      if (byte === QUOTE) break
      if (byte === undefined) this.fail('the end of a string')
      at += byte === BACKSLASH ? 2 : 1
    }
    this.to = at
    this.at = at + 1
  }

  /** Reads an integer; a bigint above 15 digits. */
  integer(): number | bigint {
    this.peek()
    const { bytes } = this
    const start = this.at
    let at = start
    if (bytes[at] === MINUS) at++
    const first = at
    let value = 0
    for (;;) {
      const byte = bytes[at] ?? -1
      if (byte < ZERO || byte > NINE) break
      value = value * 10 + (byte - ZERO)
      at++
    }
    const after = bytes[at]
    if (at === first || after === DOT || after === LOWER_E || after === UPPER_E) {
      this.fail('an integer')
    }
    this.at = at
    if (at - first > SAFE_DIGITS) return BigInt(this.text.slice(start, at))
    return first === start ? value : -value
  }

  /** Reads an integer of at most 15 digits. */
  smallInteger(): number {
    const value = this.integer()
    if (typeof value === 'bigint') this.fail('a small integer')
    return value
  }

  /** Reads an integer in quotes; a bigint above 15 digits. */
  quotedInteger(): number | bigint {
    if (this.peek() !== QUOTE) this.fail('a quoted integer')
    this.at++
    const value = this.integer()
    if (this.bytes[this.at] !== QUOTE) this.fail('a quoted integer')
    this.at++
    return value
  }

  /** Moves past a value. */
  skip(): void {
    const byte = this.peek()
    if (byte === QUOTE) return this.string()
    if (byte !== OPEN_LIST && byte !== OPEN_OBJECT) return this.#skipLiteral()
    const { bytes } = this
    let depth = 0
    for (;;) {
      const each = bytes[this.at]
      if (each === undefined) this.fail('the end of a value')
      if (each === QUOTE) {
        this.#skipString()
        continue
      }
      this.at++
      if (each === OPEN_LIST || each === OPEN_OBJECT) depth++
      else if (each === CLOSE_LIST || each === CLOSE_OBJECT) {
        depth--
        if (depth === 0) return undefined
      }
    }
  }

  /** Long texts are logs: searching natively for their end is faster than looking at each byte. */
  #skipString(): void {
    const { bytes, text } = this
    let end = this.at
    for (;;) {
      end = text.indexOf('"', end + 1)
      if (end < 0) this.fail('the end of a string')
      let slashes = 0
      while (bytes[end - 1 - slashes] === BACKSLASH) slashes++
      if (slashes % 2 === 0) break
    }
    this.at = end + 1
  }

  /**
   * Moves past a list of strings. Its end is a closing bracket, a comma and a quote before a letter: within the list a
   * quote after a comma starts a string and is never preceded by an unquoted bracket, and a quote that ends a string is
   * followed by a comma or a bracket.
   */
  skipTexts(): void {
    const start = this.at
    if (this.peek() === OPEN_LIST && this.bytes[this.at + 1] === QUOTE) {
      for (let end = this.at; ;) {
        end = this.text.indexOf('"],"', end + 1)
        if (end < 0) break
        const after = this.bytes[end + 4] ?? 0
        const isLetter = (after >= 97 && after <= 122) || (after >= 65 && after <= 90)
        if (!isLetter) continue
        this.at = end + 2
        return
      }
    }
    this.at = start
    this.skip()
  }

  #skipLiteral(): void {
    const { bytes } = this
    const start = this.at
    for (;;) {
      const byte = bytes[this.at] ?? COMMA
      if (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || byte <= 32) break
      this.at++
    }
    if (this.at === start) this.fail('a value')
  }
}
