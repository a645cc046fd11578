import type { Funder, TransactionFacts } from '#engine/index.ts'
import { DemoRandom } from '#localnet/demo-market/seeded-random.ts'
import { toMoment, PoolRecorder } from '#bench/support/pool-recorder.ts'

type Role =
  | 'skilled'
  | 'ordinary'
  | 'lucky'
  | 'bot'
  | 'creator'
  | 'sniper'
  | 'sybil'
  | 'wash'
  | 'sandwich'
  | 'insider'

export type FlowMarket = {
  mint: string
  transactions: TransactionFacts[]
  roles: ReadonlyMap<string, Role>
  funders: ReadonlyMap<string, Funder>
}

export type FlowOptions = { seed: string; traders: number; skilled: number; slots: number }

const STEP = 50
const PAUSE = { ordinary: 2_000, skilled: 600, bot: 90 }
const AHEAD_SLOTS = 2_000
const ERROR = 0.12

/**
 * Simulates a token whose price is made by its traders alone, unlike in the other generators. A hidden value moves by
 * spells and jumps. The crowd chases the last move, takes profits early, gives up late, and stakes amounts with a long
 * tail. Skilled traders estimate the value a little ahead, with an error, and trade when the price is far from it.
 */
export function flowMarket(options: FlowOptions): FlowMarket {
  return new Simulation(options).run()
}

class Simulation {
  readonly #options: FlowOptions
  readonly #random: DemoRandom
  readonly #recorder: PoolRecorder
  readonly #mint: string
  readonly #roles = new Map<string, Role>()
  readonly #funders = new Map<string, Funder>()
  readonly #events: { slot: number; act: (slot: number) => void }[] = []
  readonly #value: number[] = []
  readonly #prices: number[] = []
  readonly #services: string[]

  constructor(options: FlowOptions) {
    this.#options = options
    this.#random = new DemoRandom(options.seed)
    this.#mint = this.#random.derived('mint')
    this.#recorder = new PoolRecorder(this.#random, this.#mint)
    this.#services = ['one', 'two', 'three'].map((name) => this.#random.derived(`service ${name}`))
  }

  run(): FlowMarket {
    const { traders, skilled } = this.#options
    this.#makeValue()
    this.#launch()
    for (let nth = 0; nth < traders; nth++) this.#addOrdinary()
    for (let nth = 0; nth < skilled; nth++) this.#addSkilled()
    for (let nth = 0; nth < skilled / 2; nth++) this.#addLucky()
    for (let nth = 0; nth < 2; nth++) this.#addBot()
    const wholeGroup = () => this.#random.whole(6, 14)
    this.#addSybils(wholeGroup(), false)
    this.#addSybils(wholeGroup(), true)
    this.#addWash()
    this.#addSandwich()
    const events = this.#events.toSorted((a, b) => a.slot - b.slot)
    for (const { slot, act } of events) {
      while (this.#prices.length * STEP <= slot) this.#prices.push(this.#recorder.logPrice)
      act(slot)
    }
    return {
      mint: this.#mint,
      transactions: this.#recorder.transactions,
      roles: this.#roles,
      funders: this.#funders,
    }
  }

  #makeValue(): void {
    const random = this.#random
    const mean = this.#recorder.logPrice + 0.4
    let value = this.#recorder.logPrice
    let drift = 0
    for (let step = 0; step * STEP < this.#options.slots + AHEAD_SLOTS; step++) {
      if (random.unit() < 0.03) drift = random.between(-0.04, 0.04)
      if (random.unit() < 0.008) value += random.between(-0.7, 0.7)
      value += drift - 0.012 * (value - mean) + 0.02 * this.#normal()
      this.#value.push(value)
    }
  }

  #normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#random.unit()))
    return radius * Math.cos(2 * Math.PI * this.#random.unit())
  }

  readonly #stake = (least: number): number =>
    Math.min(12, least * (1 - this.#random.unit()) ** (-1 / 1.4))

  readonly #valueAt = (slot: number): number =>
    this.#value[Math.min(this.#value.length - 1, Math.max(0, Math.floor(slot / STEP)))] ?? 0

  #momentum(): number {
    return this.#recorder.logPrice - (this.#prices.at(-11) ?? this.#prices[0] ?? 0)
  }

  #newWallet(role: Role): string {
    const address = this.#random.derived(`${role} ${this.#roles.size}`)
    this.#roles.set(address, role)
    return address
  }

  #fund(address: string, from: string, slot: number): void {
    const { slot: at, timeS } = toMoment(slot)
    this.#funders.set(address, { address: from, signature: `to ${address}`, slot: at, timeS })
  }

  #fundAsAnyone(address: string): void {
    const isService = this.#random.unit() < 0.7
    const from = isService ? this.#random.pick(this.#services) : `friend of ${address}`
    this.#fund(address, from, -this.#random.whole(1_000, 2_000_000))
  }

  #at(slot: number, act: (slot: number) => void): void {
    const at = Math.floor(slot)
    if (at < this.#options.slots) this.#events.push({ slot: at, act })
  }

  #look(from: number, pause: number, act: (slot: number) => void): void {
    for (let slot = from; slot < this.#options.slots;) {
      this.#at(slot, act)
      slot -= pause * Math.log(1 - this.#random.unit())
    }
  }

  #launch(): void {
    const random = this.#random
    const { creator } = this.#recorder
    this.#roles.set(creator, 'creator')
    const insiders = Array.from({ length: random.whole(1, 4) }, () => this.#newWallet('insider'))
    this.#at(0, () => {
      this.#recorder.create([{ address: creator, tokens: 10n ** 14n }])
    })
    for (const insider of insiders) {
      this.#fundAsAnyone(insider)
      this.#at(random.between(10, 400), (slot) => this.#recorder.send(creator, insider, slot, 0.1))
      this.#look(random.between(2_000, 8_000), 4_000, (slot) => {
        if (this.#momentum() > 0.1) this.#recorder.sell(insider, slot, 0.5)
      })
    }
    for (let nth = random.whole(3, 9); nth > 0; nth--) {
      const sniper = this.#newWallet('sniper')
      const stake = random.between(0.5, 3)
      this.#fundAsAnyone(sniper)
      this.#at(random.whole(0, 2), (slot) => this.#recorder.buy(sniper, slot, stake))
      for (const share of [0.5, 1]) {
        this.#at(random.between(100, 5_000), (slot) => this.#recorder.sell(sniper, slot, share))
      }
    }
    this.#look(3_000, 9_000, (slot) => this.#recorder.sell(creator, slot, 0.2))
  }

  #addOrdinary(): void {
    const random = this.#random
    const recorder = this.#recorder
    const address = this.#newWallet('ordinary')
    this.#fundAsAnyone(address)
    const target = random.between(0.08, 0.5)
    const patience = random.between(0.2, 1.2)
    const herd = random.between(0, 2)
    let entry = 0
    const start = 10 + random.unit() ** 1.5 * this.#options.slots * 0.9
    this.#look(start, PAUSE.ordinary, (slot) => {
      const profit = recorder.logPrice - entry
      const mood = 4 * (this.#valueAt(slot) - recorder.logPrice) + herd * this.#momentum()
      const isTired = random.unit() < 0.3 - 0.25 * Math.tanh(mood)
      const isSatisfied = profit > target || profit < -patience || isTired
      if (recorder.held(address) > 0n && isSatisfied) {
        recorder.sell(address, slot, random.pick([1, 1, 0.5]))
        return
      }
      if (random.unit() > 0.3 + 0.28 * Math.tanh(mood)) return
      entry = recorder.logPrice
      recorder.buy(address, slot, this.#stake(0.06))
    })
  }

  #addSkilled(): void {
    const random = this.#random
    const recorder = this.#recorder
    const address = this.#newWallet('skilled')
    this.#fundAsAnyone(address)
    const stake = random.between(0.3, 1.5)
    const edge = random.between(0.2, 0.35)
    this.#look(random.between(20, this.#options.slots / 4), PAUSE.skilled, (slot) => {
      const seen = this.#valueAt(slot + AHEAD_SLOTS) + ERROR * this.#normal() - recorder.logPrice
      const isRich = recorder.held(address) > 0n
      if (seen > edge) recorder.buy(address, slot, stake * (isRich ? 0.5 : 1))
      else if (seen < -0.05) recorder.sell(address, slot, random.pick([1, 0.6]))
    })
  }

  #addLucky(): void {
    const random = this.#random
    const address = this.#newWallet('lucky')
    this.#fundAsAnyone(address)
    const { from, until } = this.#goodMoment(30)
    this.#at(from, (slot) => this.#recorder.buy(address, slot, random.between(0.3, 2)))
    this.#at(until, (slot) => this.#recorder.sell(address, slot, 1))
  }

  #addBot(): void {
    const random = this.#random
    const address = this.#newWallet('bot')
    this.#fundAsAnyone(address)
    const span = this.#options.slots / 3
    this.#look(this.#options.slots - span, PAUSE.bot, (slot) => {
      if (random.unit() < 0.5) this.#recorder.buy(address, slot, random.between(0.02, 0.1))
      else this.#recorder.sell(address, slot, 0.5)
    })
  }

  #goodMoment(tries: number): { from: number; until: number } {
    const random = this.#random
    const pairs = Array.from({ length: tries }, () => {
      const from = random.between(500, this.#options.slots * 0.7)
      return { from, until: from + random.between(500, this.#options.slots * 0.25) }
    })
    const rise = ({ from, until }: { from: number; until: number }): number =>
      this.#valueAt(until) - this.#valueAt(from)
    return pairs.reduce((best, pair) => (rise(pair) > rise(best) ? pair : best))
  }

  #addSybils(count: number, isTwoHop: boolean): void {
    const random = this.#random
    const funder = random.derived(`funder ${isTwoHop}`)
    const { from, until } = this.#goodMoment(20)
    const again = this.#goodMoment(20)
    for (let nth = 0; nth < count; nth++) {
      const address = this.#newWallet('sybil')
      const sent = from - random.between(300, 900)
      const relay = `relay to ${address}`
      this.#fund(address, isTwoHop ? relay : funder, sent)
      if (isTwoHop) this.#fund(relay, funder, sent - random.between(20, 2_000))
      const stake = random.between(0.3, 1)
      for (const trip of [{ from, until }, again]) {
        this.#at(trip.from + random.between(0, 400), (slot) =>
          this.#recorder.buy(address, slot, stake),
        )
        this.#at(trip.until + random.between(0, 400), (slot) =>
          this.#recorder.sell(address, slot, 1),
        )
      }
    }
  }

  #addWash(): void {
    const random = this.#random
    const pair = [this.#newWallet('wash'), this.#newWallet('wash')] as const
    for (const address of pair) this.#fundAsAnyone(address)
    const from = random.between(1_000, this.#options.slots / 2)
    this.#at(from, (slot) => this.#recorder.buy(pair[0], slot, 1))
    let holder: 0 | 1 = 0
    for (let round = 1; round <= 14; round++) {
      this.#at(from + round * 200, (slot) => {
        const sol = this.#recorder.sell(pair[holder], slot, 1)
        holder = holder === 0 ? 1 : 0
        this.#recorder.buy(pair[holder], slot, sol)
      })
    }
    this.#at(from + 3_500, (slot) => {
      for (const address of pair) this.#recorder.sell(address, slot, 1)
    })
  }

  #addSandwich(): void {
    const random = this.#random
    const address = this.#newWallet('sandwich')
    this.#fundAsAnyone(address)
    const victims = [...this.#roles].filter(([, role]) => role === 'ordinary')
    this.#look(random.between(500, 3_000), 2_500, (slot) => {
      const [victim] = random.pick(victims)
      this.#recorder.buy(address, slot, random.between(1, 3))
      this.#recorder.buy(victim, slot, this.#stake(0.5))
      this.#recorder.sell(address, slot, 1)
    })
  }
}
