import { createHash } from 'node:crypto'
import { encodeBase58 } from '#solana/base58.ts'
import { isOnCurve } from '#solana/curve.ts'
import { createSignerFromSeed } from '#solana/keys.ts'

/** Draws deterministic values: the same seed returns the same numbers, addresses and signatures. */
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

  whole(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1))
  }

  /** Returns a log-normal value around a median; most values are within a factor of e^spread. */
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

  wallet(name: string): string {
    return createSignerFromSeed(this.bytes(name)).address
  }

  /** Returns an address off the curve. Like the addresses of programs, it cannot sign. */
  derived(name: string): string {
    for (let bump = 255; ; bump -= 1) {
      const address = encodeBase58(this.bytes(`${name}/${bump}`))
      if (!isOnCurve(address)) return address
    }
  }
}
