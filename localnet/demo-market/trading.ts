import {
  createHolding,
  setUnitLimit,
  setUnitPrice,
  signer,
  transferSol,
  transferTokens,
  type DemoInstruction,
} from './market-instructions.ts'
import { TOKEN_ACCOUNT_RENT, type DemoLedger } from './market-ledger.ts'
import { DEMO_PROGRAM, type DemoPool, type HoldingOf } from './market-pools.ts'
import type { DemoRandom } from './seeded-random.ts'
import type { DemoRecorder } from './recorder.ts'

export const SOL = 1_000_000_000n
export const sol = (amount: number): bigint => BigInt(Math.round(amount * 1e9))

/** A tip account for bundles. Source: docs.jito.wtf, tip accounts. */
const TIP_ACCOUNT = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5'
const UNIT_LIMIT = 100_000
const RESERVE = 3n * TOKEN_ACCOUNT_RENT + sol(0.005)
const SMALLEST_TRADE = sol(0.005)
const SLIPPAGE_EXCEEDED = 6002

type TradeOptions = { bundled?: boolean; tip?: bigint; fails?: boolean; name?: string }

/** The actions of wallets. Each records one transaction, or none if the balance is too low. */
export class DemoTrading {
  readonly #random: DemoRandom
  readonly #ledger: DemoLedger
  readonly #recorder: DemoRecorder
  readonly #holdingOf: HoldingOf

  constructor(
    random: DemoRandom,
    ledger: DemoLedger,
    recorder: DemoRecorder,
    holdingOf: HoldingOf,
  ) {
    this.#random = random
    this.#ledger = ledger
    this.#recorder = recorder
    this.#holdingOf = holdingOf
  }

  held(trader: string, { mint }: DemoPool): bigint {
    return this.#ledger.getTokens(this.#holdingOf(trader, mint))
  }

  canSpend(wallet: string, lamports: bigint): boolean {
    return this.#ledger.getLamports(wallet) >= lamports + lamports / 50n + RESERVE
  }

  launch(pool: DemoPool, creator: string, slot: number, firstBuy: bigint): void {
    const firstTrade = firstBuy > 0n ? pool.buy(creator, firstBuy) : []
    this.#record(creator, slot, [...pool.create(creator), ...firstTrade], {})
  }

  buy(
    pool: DemoPool,
    trader: string,
    slot: number,
    lamports: bigint,
    options: TradeOptions = {},
  ): boolean {
    if (lamports < SMALLEST_TRADE || !this.canSpend(trader, lamports)) return false
    this.#record(trader, slot, pool.buy(trader, lamports), options)
    return true
  }

  sell(
    pool: DemoPool,
    trader: string,
    slot: number,
    tokens: bigint,
    options: TradeOptions = {},
  ): boolean {
    const held = this.held(trader, pool)
    const sold = tokens < held ? tokens : held
    if (sold === 0n || pool.lamportsFor(sold) < SMALLEST_TRADE) return false
    if (this.#ledger.getLamports(trader) < RESERVE) return false
    this.#record(trader, slot, pool.sell(trader, sold), options)
    return true
  }

  /** Records a transaction of these instructions, without looking at balances. */
  act(payer: string, slot: number, instructions: DemoInstruction[]): void {
    this.#record(payer, slot, instructions, {})
  }

  sendSol(
    from: string,
    to: string,
    slot: number,
    lamports: bigint,
    options: TradeOptions = {},
  ): void {
    if (!this.canSpend(from, lamports)) return
    this.#record(from, slot, [transferSol(from, to, lamports)], options)
  }

  sendTokens({ mint }: DemoPool, from: string, to: string, slot: number, tokens: bigint): void {
    const [source, target] = [this.#holdingOf(from, mint), this.#holdingOf(to, mint)]
    if (tokens === 0n || this.#ledger.getTokens(source) < tokens) return
    const exists = this.#ledger.exists(target)
    this.#record(
      from,
      slot,
      [
        createHolding(from, { account: target, mint, owner: to, exists }),
        transferTokens({ from: source, to: target, mint }, signer(from), tokens),
      ],
      {},
    )
  }

  #record(
    payer: string,
    slot: number,
    trade: DemoInstruction[],
    { bundled = false, tip = 0n, fails = false, name }: TradeOptions,
  ): void {
    // Micro-lamports a unit, so that the priority fee is a tenth of the number in lamports.
    const unitPrice = this.#random.whole(50_000, 1_500_000)
    const instructions = [
      setUnitLimit(UNIT_LIMIT),
      setUnitPrice(unitPrice),
      ...trade,
      ...(tip > 0n ? [transferSol(payer, TIP_ACCOUNT, tip)] : []),
    ]
    const failing = instructions.findIndex(({ program }) => program === DEMO_PROGRAM)
    this.#recorder.record({
      payer,
      slot,
      instructions,
      bundled,
      priorityFee: BigInt(Math.floor((unitPrice * UNIT_LIMIT) / 1e6)),
      ...(name === undefined ? {} : { name }),
      ...(fails ? { failure: { index: failing, code: SLIPPAGE_EXCEEDED } } : {}),
    })
  }
}
