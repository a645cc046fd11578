import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createBondingCurve, DEMO_PROGRAM } from '#localnet/demo-market/market-pools.ts'
import { DemoLedger } from '#localnet/demo-market/market-ledger.ts'
import { DemoRecorder } from '#localnet/demo-market/recorder.ts'
import { DemoRandom } from '#localnet/demo-market/seeded-random.ts'
import { DemoTrading, sol } from '#localnet/demo-market/trading.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '#solana/programs.ts'

const VERSION = 1
const FIRST_SLOT = 300_000_000
const END_TIME = 1_790_000_000
const TRADES_PER_WALLET = 12
const FAILED_SHARE = 0.08
const BUY_SHARE = 0.52
const LINES_PER_WRITE = 1_000

export type BigMarket = { mint: string; path: string; news: string }

/** Writes recorded transactions of one busy token to files, with parts of the demo market. Keeps existing files. */
export async function bigMarket(transactions: number, news: number): Promise<BigMarket> {
  const random = new DemoRandom(`big market ${transactions}`)
  const mint = random.derived('mint')
  const folder = path.join(tmpdir(), 'soldesk-bench-markets')
  const file = path.join(folder, `${transactions}-${news}-${VERSION}.jsonl`)
  const market = { mint, path: file, news: `${file}.news` }
  if (existsSync(file)) return market
  mkdirSync(folder, { recursive: true })
  await write(market, random, { transactions, news })
  return market
}

async function write(
  { mint, path: file, news: newsFile }: BigMarket,
  random: DemoRandom,
  { transactions, news }: { transactions: number; news: number },
): Promise<void> {
  const ledger = new DemoLedger()
  const recorder = new DemoRecorder(
    ledger,
    random,
    (slot) => END_TIME + Math.round((slot - FIRST_SLOT) * 0.4),
  )
  const holdings = new Map<string, string>()
  const findTokenAccount = (owner: string, of: string): string => {
    const name = `${owner}/${of}`
    const known = holdings.get(name) ?? random.derived(name)
    holdings.set(name, known)
    return known
  }
  const trading = new DemoTrading(random, ledger, recorder, findTokenAccount)
  for (const program of [
    SYSTEM_PROGRAM,
    TOKEN_PROGRAM,
    ASSOCIATED_TOKEN_PROGRAM,
    COMPUTE_BUDGET_PROGRAM,
    DEMO_PROGRAM,
  ]) {
    ledger.airdrop(program, 1_141_440n)
  }
  const feeWallet = random.wallet('fees')
  ledger.airdrop(feeWallet, sol(100))
  const pool = createBondingCurve({
    ledger,
    mint,
    pool: random.derived('pool'),
    feeWallet,
    findTokenAccount,
  })
  const creator = random.wallet('creator')
  ledger.airdrop(creator, sol(60))
  trading.launch(pool, creator, FIRST_SLOT, sol(1))

  const wallets = Array.from({ length: Math.ceil(transactions / TRADES_PER_WALLET) }, (_, nth) => {
    const wallet = random.wallet(`wallet ${nth}`)
    ledger.airdrop(wallet, sol(random.between(1, 20)))
    return wallet
  })
  let slot = FIRST_SLOT
  let nth = 0
  const trade = (): void => {
    if (random.unit() < 0.4) slot += random.whole(1, 3)
    const wallet = random.pick(wallets)
    const options = { fails: random.unit() < FAILED_SHARE, name: `trade ${nth++}` }
    const held = trading.getTokens(wallet, pool)
    if (held === 0n || random.unit() < BUY_SHARE) {
      trading.buy(pool, wallet, slot, sol(random.around(0.05, 0.8)), options)
    } else {
      trading.sell(pool, wallet, slot, (held * random.pick([3n, 5n, 10n])) / 10n, options)
    }
  }
  const writeTrades = async (to: string, count: number): Promise<void> => {
    const out = createWriteStream(to)
    for (let written = 0; written < count;) {
      while (recorder.lines.length < Math.min(LINES_PER_WRITE, count - written)) trade()
      const lines = recorder.lines.splice(0)
      written += lines.length
      if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain')
    }
    out.end()
    await once(out, 'finish')
  }
  const draft = `${file}.new`
  await writeTrades(draft, transactions)
  await writeTrades(newsFile, news)
  renameSync(draft, file)
}
