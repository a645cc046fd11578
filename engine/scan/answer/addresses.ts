/** 32 bytes take at most this many base58 letters. */
const MAX_LETTERS = 44
const START_SLOTS = 1024
const EMPTY = -1

/** One copy of each address of a scan. Finds addresses by their bytes, so that a known one costs no new string. */
export class Addresses {
  readonly #texts: string[] = []
  /** The letters of each text, `MAX_LETTERS` apart. */
  #letters = new Uint8Array(START_SLOTS * MAX_LETTERS)
  /** Open addressing: the index of a text, or `EMPTY`. At most half full. */
  #slots = new Int32Array(START_SLOTS * 2).fill(EMPTY)

  /** Returns the shared copy of the one-byte text between two offsets. */
  at(bytes: Buffer, from: number, to: number): string {
    const length = to - from
    if (length > MAX_LETTERS) return bytes.toString('latin1', from, to)
    const mask = this.#slots.length - 1
    let slot = hashBytes(bytes, from, length) & mask
    for (;;) {
      const known = this.#slots[slot] ?? EMPTY
      if (known === EMPTY) break
      const text = this.#texts[known] ?? ''
      if (text.length === length && this.#isEqual(known, bytes, from, length)) return text
      slot = (slot + 1) & mask
    }
    const text = bytes.toString('latin1', from, to)
    this.#slots[slot] = this.#texts.length
    this.#letters.set(bytes.subarray(from, to), this.#texts.length * MAX_LETTERS)
    this.#texts.push(text)
    if (this.#texts.length * MAX_LETTERS === this.#letters.length) this.#grow()
    return text
  }

  #isEqual(index: number, bytes: Buffer, from: number, length: number): boolean {
    const letters = this.#letters
    const start = index * MAX_LETTERS
    for (let at = 0; at < length; at++) {
      if (letters[start + at] !== bytes[from + at]) return false
    }
    return true
  }

  #grow(): void {
    const letters = new Uint8Array(this.#letters.length * 2)
    letters.set(this.#letters)
    this.#letters = letters
    const slots = new Int32Array(this.#slots.length * 2).fill(EMPTY)
    const mask = slots.length - 1
    const bytes = Buffer.from(letters.buffer)
    for (const [index, text] of this.#texts.entries()) {
      let slot = hashBytes(bytes, index * MAX_LETTERS, text.length) & mask
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask
      slots[slot] = index
    }
    this.#slots = slots
  }
}

/** A few letters are enough: addresses are hashes, and vanity prefixes and suffixes are short. */
function hashBytes(bytes: Buffer, from: number, length: number): number {
  const step = Math.max(1, length >> 3)
  let hash = length
  for (let at = step >> 1; at < length; at += step) {
    hash = Math.imul(hash ^ (bytes[from + at] ?? 0), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
