import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { demoMarket } from '#localnet/demo-market/demo-market.ts'
import { accountFor, type ValuedFlow } from '#engine/books/accounting.ts'
import { flowsOf } from '#engine/trades/trades.ts'
import { Addresses } from '#engine/scan/addresses.ts'
import { scanTransaction } from '#engine/scan/scan-answer.ts'

/**
 * Transactions a second from JSON text to trades, beside `JSON.parse` alone on the same bytes in turns: the bound of
 * every reader that parses first. Real recordings where they lie beside the project, else the demo market. Then trades
 * a second through the books.
 */

const RECORDINGS = path.resolve(import.meta.dirname, '../../shared/data/solana-transactions')
const ROUNDS = 9
/** Each measurement reads the corpus this often, so that a round lasts long enough for the clock. */
const PASSES = 6
const BUDGET = { ofJsonParse: 0.85, booksPerSecond: 10_000_000 }
const WALLETS = 20_000
const TRADES = 400_000

export async function run(): Promise<void> {
  const { name, texts } = corpus()
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const parseOnly = (): number => {
    let found = 0
    for (const text of texts) found += (JSON.parse(text) as { slot: number }).slot & 1
    return found
  }
  const inputs = texts.map((text) => Buffer.from(text))
  const toTrades = (): number => {
    let found = 0
    const addresses = new Addresses()
    for (const bytes of inputs) {
      const scanned = scanTransaction(bytes, addresses)
      if (scanned.kind === 'read') found += flowsOf(scanned.facts).length
    }
    return found
  }
  for (let warmUp = 0; warmUp < 5; warmUp++) {
    parseOnly()
    toTrades()
  }
  const parse: number[] = []
  const trades: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    parse.push(secondsOf(parseOnly))
    trades.push(secondsOf(toTrades))
  }
  const ratios = parse.map((seconds, round) => seconds / (trades[round] ?? 1))
  const rate = (seconds: number[]) => (texts.length * PASSES) / median(seconds)
  const ofJsonParse = median(ratios)

  const books = accounting()
  console.log(`${name}: ${texts.length} transactions, ${(bytes / 1e6).toFixed(2)} MB`)
  console.table({
    'JSON.parse alone': { 'per second': Math.round(rate(parse)) },
    'text to trades': { 'per second': Math.round(rate(trades)) },
    'books, trades': { 'per second': Math.round(books) },
  })
  console.log(`${ofJsonParse.toFixed(2)} of JSON.parse alone; budget ${BUDGET.ofJsonParse}`)
  console.log(`books in exact integers; design budget ${BUDGET.booksPerSecond} a second`)
  if (ofJsonParse < BUDGET.ofJsonParse) {
    throw new Error(`trades: ${ofJsonParse.toFixed(2)} of JSON.parse, below the budget`)
  }
}

function corpus(): { name: string; texts: string[] } {
  if (!existsSync(RECORDINGS)) {
    return { name: 'demo market', texts: demoMarket({ endTime: 1_790_000_000 }).lines }
  }
  const texts: string[] = []
  for (const file of readdirSync(RECORDINGS).filter((each) => each.startsWith('block-'))) {
    texts.push(...readFileSync(path.join(RECORDINGS, file), 'utf8').trim().split('\n'))
  }
  for (const file of readdirSync(path.join(RECORDINGS, 'tx'))) {
    const text = readFileSync(path.join(RECORDINGS, 'tx', file), 'utf8')
    const whole = JSON.parse(text) as object
    texts.push('result' in whole ? JSON.stringify(whole.result) : text)
  }
  return { name: 'recorded mainnet transactions', texts }
}

/** Processor time of this thread, which other work on the machine disturbs less than the clock. */
function cpuSeconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e6
}

function secondsOf(work: () => number): number {
  const start = cpuSeconds()
  let found = 0
  for (let pass = 0; pass < PASSES; pass++) found += work()
  if (found < 0) throw new Error('the work was optimised away')
  return cpuSeconds() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

/** Trades a second through average cost and FIFO lots of many wallets. */
function accounting(): number {
  const wallets = Array.from({ length: WALLETS }, (): ValuedFlow[] => [])
  for (let nth = 0; nth < TRADES; nth++) {
    const flows = wallets[(nth * 7_919) % WALLETS]
    flows?.push(tradeOf(nth, flows.length))
  }
  const rounds: number[] = []
  for (let round = 0; round < 5; round++) {
    const start = cpuSeconds()
    let sells = 0
    for (const flows of wallets) sells += accountFor(flows).sells
    if (sells === 0) throw new Error('no sales')
    rounds.push(cpuSeconds() - start)
  }
  return TRADES / median(rounds)
}

/** Two purchases, then a sale of as much as one, over and over; what is held only grows. */
function tradeOf(nth: number, place: number): ValuedFlow {
  const isBuy = place % 3 !== 2
  const tokens = BigInt(1_000_000 + (nth % 977) * 1_000)
  return {
    signature: '',
    slot: nth,
    timeS: nth,
    owner: '',
    mint: '',
    kind: isBuy ? 'BUY' : 'SELL',
    tokens,
    heldBefore: 0n,
    quoteMint: null,
    quoteNet: tokens,
    grossMint: null,
    quoteGross: tokens,
    taxedTokens: 0n,
    feeLamports: 5_000n,
    tipLamports: 0n,
    rentLamports: 0n,
    isSigner: true,
    payer: '',
    pool: null,
    flags: [],
    valueLamports: BigInt(10_000_000 + (nth % 613) * 1_000),
    grossLamports: null,
    order: nth,
  }
}
