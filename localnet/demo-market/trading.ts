import {
  createTokenAccount,
  setUnitLimit,
  setUnitPrice,
  signer,
  transferSol,
  transferTokens,
  type DemoInstruction,
} from './market-instructions.ts'
import { TOKEN_ACCOUNT_RENT, type DemoLedger } from './market-ledger.ts'
import { DEMO_PROGRAM, type DemoPool, type FindTokenAccount } from './market-pools.ts'
import type { DemoRandom } from './seeded-random.ts'
import type { DemoRecorder } from './recorder.ts'

export const SOL = 1_000_000_000n
export const sol = (amount: number): bigint => BigInt(Math.round(amount * 1e9))

/** A tip account for bundles. Source: docs.jito.wtf, tip accounts. */
const TIP_ACCOUNT = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5'
const UNIT_LIMIT = 100_000
const RESERVE = 3n * TOKEN_ACCOUNT_RENT + sol(0.005)
const MIN_TRADE = sol(0.005)
const SLIPPAGE_EXCEEDED = 6002

type TradeOptions = { bundled?: boolean; tip?: bigint; fails?: boolean; name?: string }

/** The actions of wallets. Each records one transaction, or none if the wallet's balance is too low. */
export class DemoTrading {
  readonly #random: DemoRandom
  readonly #ledger: DemoLedger
  readonly #recorder: DemoRecorder
  readonly #findTokenAccount: FindTokenAccount

  constructor(
    random: DemoRandom,
    ledger: DemoLedger,
    recorder: DemoRecorder,
    findTokenAccount: FindTokenAccount,
  ) {
    this.#random = random
    this.#ledger = ledger
    this.#recorder = recorder
    this.#findTokenAccount = findTokenAccount
  }

  getTokens(trader: string, { mint }: DemoPool): bigint {
    return this.#ledger.getTokens(this.#findTokenAccount(trader, mint))
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
    if (lamports < MIN_TRADE || !this.canSpend(trader, lamports)) return false
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
    const balance = this.getTokens(trader, pool)
    const sold = tokens < balance ? tokens : balance
    if (sold === 0n || pool.lamportsFor(sold) < MIN_TRADE) return false
    if (this.#ledger.getLamports(trader) < RESERVE) return false
    this.#record(trader, slot, pool.sell(trader, sold), options)
    return true
  }

  /** Records a transaction with these instructions, without checking balances. */
  submit(payer: string, slot: number, instructions: DemoInstruction[]): void {
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
    const [source, target] = [this.#findTokenAccount(from, mint), this.#findTokenAccount(to, mint)]
    if (tokens === 0n || this.#ledger.getTokens(source) < tokens) return
    const exists = this.#ledger.exists(target)
    this.#record(
      from,
      slot,
      [
        createTokenAccount(from, { account: target, mint, owner: to, exists }),
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
    // In micro-lamports per compute unit. The priority fee in lamports is a tenth of this.
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
