import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { encodeBase58 } from './base58.ts'
import { isOnCurve } from './ed25519-point.ts'

/** PKCS #8 wrapping of a 32-byte Ed25519 seed. Source: RFC 8410 §7. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Chance that repeats: the same seed gives the same numbers, addresses and signatures. */
export class DemoRandom {
  readonly #seed: string
  #state: number

  constructor(seed: string) {
    this.#seed = seed
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  }

  /** Uniform in [0, 1). Generator: mulberry32 by Tommy Ettinger. */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit()
  }

  /** Whole number, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1))
  }

  /** Log-normal around a median; most draws lie within a factor of e^spread. */
  around(median: number, spread: number): number {
    const normal = this.unit() + this.unit() + this.unit() + this.unit() - 2
    return median * Math.exp(normal * spread * Math.sqrt(3))
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.unit() * items.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }

  bytes(name: string): Buffer {
    return createHash('sha256').update(`${this.#seed}/${name}`).digest()
  }

  signature(name: string): string {
    return encodeBase58(createHash('sha512').update(`${this.#seed}/${name}`).digest())
  }

  /** The address of a key pair, so that it may sign. */
  wallet(name: string): string {
    const key = createPrivateKey({
      key: Buffer.concat([PKCS8_ED25519, this.bytes(name)]),
      format: 'der',
      type: 'pkcs8',
    })
    const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
    return encodeBase58(spki.subarray(-32))
  }

  /** An address off the curve, as a program derives it: nobody can sign for it. */
  derived(name: string): string {
    for (let bump = 255; ; bump -= 1) {
      const address = encodeBase58(this.bytes(`${name}/${bump}`))
      if (!isOnCurve(address)) return address
    }
  }
}
