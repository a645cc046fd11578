import { TOKEN_PROGRAM, WSOL_MINT } from '#solana/programs.ts'
import type { TransactionFacts } from '#engine/index.ts'
import type { DemoRandom } from '#localnet/demo-market/seeded-random.ts'

const SOL = 1e9
const SLOT_S = 0.4
const FIRST_SLOT = 1_000
const FIRST_TIME_S = 1_790_000_000
const TOKENS = 10n ** 15n
const RENT = 2_039_280
const FEE = 5_000
const START_LAMPORTS = 10 ** 13
const MAKERS = 12

export const toMoment = (slot: number): { slot: number; timeS: number } => ({
  slot: FIRST_SLOT + slot,
  timeS: FIRST_TIME_S + Math.round(slot * SLOT_S),
})

/** Plays trades against a constant-product pool and records what a node would return. */
export class PoolRecorder {
  readonly transactions: TransactionFacts[] = []
  readonly creator: string
  readonly #random: DemoRandom
  readonly #mint: string
  readonly #pool: string
  readonly #held = new Map<string, bigint>()
  #tokens = TOKENS
  #quote: bigint
  #serial = 0

  constructor(random: DemoRandom, mint: string) {
    this.#random = random
    this.#mint = mint
    this.#pool = random.derived(`pool of ${mint}`)
    this.creator = random.derived(`creator of ${mint}`)
    this.#quote = BigInt(Math.round(random.between(60, 300) * SOL))
  }

  get logPrice(): number {
    return Math.log(Number(this.#quote) / Number(this.#tokens))
  }

  held(address: string): bigint {
    return this.#held.get(address) ?? 0n
  }

  /** Creates the mint; the addresses in `kept` hold a part of the supply from the start. */
  create(kept: readonly { address: string; tokens: bigint }[]): void {
    for (const { address, tokens } of kept) this.#held.set(address, tokens)
    const accounts = kept.map(({ address }) => `${address}+`)
    this.#add(
      0,
      this.creator,
      [this.creator, this.#mint, this.#pool, `${this.#mint}+`, ...accounts],
      {
        lamports: [
          { index: 0, before: START_LAMPORTS, delta: -1_461_600 - FEE },
          { index: 1, before: 0, delta: 1_461_600 },
        ],
        balances: [
          this.#balance(3, this.#mint, this.#pool, 0n, TOKENS),
          ...kept.map(({ address, tokens }, nth) =>
            this.#balance(4 + nth, this.#mint, address, 0n, tokens),
          ),
        ],
      },
    )
  }

  follow(price: number, slot: number): void {
    const product = Number(this.#tokens) * Number(this.#quote)
    const change = Math.sqrt(product * Math.exp(price)) - Number(this.#quote)
    if (Math.abs(change) < 0.05 * SOL) return
    const maker = this.#random.derived(`maker ${this.#random.whole(1, MAKERS)} of ${this.#mint}`)
    if (change > 0) this.buy(maker, slot, change / SOL)
    else this.#swap(maker, slot, BigInt(Math.round(change)))
  }

  buy(address: string, slot: number, sol: number): void {
    if (sol >= 0.005) this.#swap(address, slot, BigInt(Math.round(sol * SOL)))
  }

  sell(address: string, slot: number, share: number): number {
    const held = this.held(address)
    const sold = share === 1 ? held : BigInt(Math.floor(Number(held) * share))
    if (sold === 0n) return 0
    const lamports = this.#quote - (this.#quote * this.#tokens) / (this.#tokens + sold)
    if (lamports <= 5_000_000n) return 0
    this.#trade(address, slot, -sold, -lamports)
    return Number(lamports) / SOL
  }

  send(from: string, to: string, slot: number, share: number): void {
    const held = this.held(from)
    const sent = BigInt(Math.floor(Number(held) * share))
    if (sent === 0n) return
    const received = this.held(to)
    this.#held.set(from, held - sent).set(to, received + sent)
    this.#add(slot, from, [from, to, `${from}+`, `${to}+`], {
      lamports: [{ index: 0, before: START_LAMPORTS, delta: -FEE }],
      balances: [
        this.#balance(2, this.#mint, from, held, held - sent),
        this.#balance(3, this.#mint, to, received, received + sent),
      ],
    })
  }

  #swap(address: string, slot: number, lamports: bigint): void {
    const left = (this.#tokens * this.#quote) / (this.#quote + lamports)
    this.#trade(address, slot, this.#tokens - left, lamports)
  }

  #trade(address: string, slot: number, tokens: bigint, lamports: bigint): void {
    const before = this.#held.get(address) ?? 2n * TOKENS
    const held = this.#held.has(address) || tokens < 0n ? before : 0n
    this.#held.set(address, held + tokens)
    const quote = this.#quote
    const base = this.#tokens
    this.#quote += lamports
    this.#tokens -= tokens
    this.#add(
      slot,
      address,
      [address, this.#pool, `${address}+`, `${this.#mint}+`, `${this.#mint}-`],
      {
        lamports: [
          { index: 0, before: START_LAMPORTS, delta: -Number(lamports) - FEE },
          { index: 4, before: RENT + Number(quote), delta: Number(lamports) },
        ],
        balances: [
          this.#balance(2, this.#mint, address, held, held + tokens),
          this.#balance(3, this.#mint, this.#pool, base, base - tokens),
          this.#balance(4, WSOL_MINT, this.#pool, quote, quote + lamports),
        ],
      },
    )
  }

  #balance(index: number, mint: string, owner: string, before: bigint, after: bigint) {
    return { index, mint, owner, programId: TOKEN_PROGRAM, decimals: 6, before, after }
  }

  #add(
    slot: number,
    payer: string,
    keys: readonly string[],
    moved: Pick<TransactionFacts, 'lamports' | 'balances'>,
  ): void {
    const serial = this.#serial++
    this.transactions.push({
      signature: `${this.#mint} ${serial} ${payer}`,
      ...toMoment(slot),
      index: serial,
      isFailed: false,
      feeLamports: FEE,
      signerCount: 1,
      keys,
      instructions: [],
      ...moved,
    })
  }
}
