import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  WSOL_MINT,
} from '#solana/programs.ts'
import { castOf, type DemoActor, type DemoRole } from './cast.ts'
import { crowd, everydayTransfers } from './crowd.ts'
import { DemoLedger } from './market-ledger.ts'
import { bondingCurve, wrappedSolPool, DEMO_PROGRAM } from './market-pools.ts'
import { DemoRandom } from './seeded-random.ts'
import { DemoRecorder } from './recorder.ts'
import { DIRECTIONS, type DemoMarketPlan, type DemoWave } from './roles.ts'
import { DemoTimeline } from './timeline.ts'
import { DemoTrading, sol } from './trading.ts'

export type DemoMarketOptions = {
  seed?: string
  endTime: number
}

export type DemoMarket = {
  /** Two tokens: one on a bonding curve holding native SOL, one in a pool of wrapped SOL. */
  mints: readonly [string, string]
  lines: string[]
  cast: readonly DemoActor[]
}

const DEMO_SEED = 'soldesk demo market'
const CLOSING = 'closing'
const HOURS = 4
const SLOT_SECONDS = 0.4
/** Fixed, so that slots depend only on the seed. */
const LAST_SLOT = 371_500_000
const FIRST_SLOT = LAST_SLOT - (HOURS * 3600) / SLOT_SECONDS

const CURVE_WAVE: DemoWave = [
  { minute: 0, depthSol: 2 },
  { minute: 11, depthSol: 36 },
  { minute: 35, depthSol: 14 },
  { minute: 66, depthSol: 48 },
  { minute: 92, depthSol: 20 },
  { minute: 118, depthSol: 58 },
  { minute: 141, depthSol: 26 },
  { minute: 163, depthSol: 50 },
  { minute: 172, depthSol: 42 },
]
const POOL_WAVE: DemoWave = [
  { minute: 0, depthSol: 40 },
  { minute: 13, depthSol: 78 },
  { minute: 36, depthSol: 50 },
  { minute: 67, depthSol: 96 },
  { minute: 90, depthSol: 58 },
  { minute: 116, depthSol: 108 },
  { minute: 138, depthSol: 66 },
  { minute: 158, depthSol: 100 },
  { minute: 166, depthSol: 92 },
]

const PURSES: Record<DemoRole, readonly [number, number]> = {
  creator: [60, 60],
  sniper: [2.5, 6],
  sybil: [0, 0],
  funder: [14, 14],
  wash: [4, 5],
  insider: [0.2, 0.3],
  giver: [2, 3],
  taker: [0.2, 0.3],
  sandwich: [8, 9],
  lucky: [2, 4],
  smart: [3, 9],
  retail: [1.5, 7],
  exchange: [50_000, 50_000],
}
const NEWCOMERS_SHARE = 0.35

export function demoMints(seed: string = DEMO_SEED): readonly [string, string] {
  const random = new DemoRandom(seed)
  return [demoAddress(random, 'first mint'), demoAddress(random, 'second mint')]
}

/** Returns the signature of the last transaction. A chain that has it has the whole recording. */
export const demoClosingSignature = (seed: string = DEMO_SEED): string =>
  new DemoRandom(seed).signature(`${CLOSING}/0`)

export const demoMarketLines = (options: DemoMarketOptions): string[] => demoMarket(options).lines

/**
 * Simulates four hours of two invented token markets and records them. The same seed returns the same bytes except
 * for block times, which depend on `endTime`.
 */
export function demoMarket({ seed = DEMO_SEED, endTime }: DemoMarketOptions): DemoMarket {
  const random = new DemoRandom(seed)
  const ledger = new DemoLedger()
  const blockTimeOf = (slot: number) => endTime - Math.round((LAST_SLOT - slot) * SLOT_SECONDS)
  const recorder = new DemoRecorder(ledger, random, blockTimeOf)
  const timeline = new DemoTimeline(FIRST_SLOT, SLOT_SECONDS)
  const holdings = new Map<string, string>()
  const holdingOf = (owner: string, mint: string): string => {
    const name = `${owner}/${mint}`
    const known = holdings.get(name) ?? random.derived(name)
    holdings.set(name, known)
    return known
  }
  const trading = new DemoTrading(random, ledger, recorder, holdingOf)
  const cast = castOf(random)
  const mints = demoMints(seed)
  const parts = (mint: string, name: string) => ({
    ledger,
    mint,
    pool: random.derived(`${name} pool`),
    feeWallet: random.wallet('fees'),
    holdingOf,
  })
  const plans: DemoMarketPlan[] = [
    {
      index: 0,
      pool: bondingCurve(parts(mints[0], 'first')),
      launchSeconds: 20 * 60,
      wave: CURVE_WAVE,
      firstBuy: sol(1.5),
    },
    {
      index: 1,
      pool: wrappedSolPool(parts(mints[1], 'second')),
      launchSeconds: 70 * 60,
      wave: POOL_WAVE,
      firstBuy: 0n,
    },
  ]
  const world = { random, timeline, trading, cast }
  for (const program of [
    SYSTEM_PROGRAM,
    TOKEN_PROGRAM,
    ASSOCIATED_TOKEN_PROGRAM,
    COMPUTE_BUDGET_PROGRAM,
    DEMO_PROGRAM,
    WSOL_MINT,
  ]) {
    ledger.endow(program, 1_141_440n)
  }
  const exchange = cast.find(({ role }) => role === 'exchange')?.address ?? ''
  ledger.endow(random.wallet('fees'), sol(100))
  for (const { address, role } of cast) {
    const [low, high] = PURSES[role]
    const purse = sol(random.between(low, high))
    if (role === 'retail' && random.unit() < NEWCOMERS_SHARE) {
      timeline.at(random.between(0, 18 * 60), (slot) =>
        trading.sendSol(exchange, address, slot, purse),
      )
    } else {
      ledger.endow(address, purse)
    }
  }
  for (const plan of plans) {
    for (const direct of DIRECTIONS) direct(world, plan)
    crowd(world, plan)
  }
  everydayTransfers(world, plans)
  timeline.atSlot(LAST_SLOT, (slot) => {
    const someone = random.pick(cast).address
    trading.sendSol(exchange, someone, slot, sol(0.01), { name: CLOSING })
  })
  timeline.run()
  return { mints, lines: recorder.lines, cast }
}

/** 44 digits that begin with `Demo` stay below 2^256, so they are 32 bytes. */
const demoAddress = (random: DemoRandom, name: string): string =>
  `Demo${random.derived(name).padEnd(44, '1').slice(4)}`
