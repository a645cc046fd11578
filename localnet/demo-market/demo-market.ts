import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  WSOL_MINT,
} from '#solana/programs.ts'
import { METADATA_PROGRAM } from '#solana/token-metadata.ts'
import { createDemoActors, type DemoActor, type DemoRole } from './demo-actors.ts'
import { simulateCrowd, simulateEverydayTransfers } from './crowd.ts'
import { simulateDollarExchange, simulateDollarTrading, USDC_MINT } from './dollars.ts'
import type { DemoToken } from './market-instructions.ts'
import { DemoLedger } from './market-ledger.ts'
import { createBondingCurve, DEMO_PROGRAM, type DemoPool } from './market-pools.ts'
import { createMigratingPool } from './migration.ts'
import { createWrappedSolPool } from './swap-pools.ts'
import { DemoRandom } from './seeded-random.ts'
import { DemoRecorder } from './recorder.ts'
import { listSimulations, type DemoMarketPlan, type DepthTargets, type DemoWorld } from './roles.ts'
import { DemoTimeline } from './timeline.ts'
import { DemoTrading, sol } from './trading.ts'

export type DemoMarketOptions = {
  seed?: string
  endTime: number
}

export type DemoMarket = {
  /**
   * The first token migrates from a bonding curve to a pool and is also traded for dollars. The second is in a pool of
   * wrapped SOL from the start. The third has a transfer fee, and some of its transactions are in `lost` instead of
   * `lines`.
   */
  mints: DemoMints
  lines: string[]
  lost: string[]
  actors: readonly DemoActor[]
}

export type DemoMints = readonly [string, string, string]

/** The names say that the tokens are invented. */
const TOKENS: readonly [DemoToken, DemoToken, DemoToken] = [
  demoToken('Demo Comet', 'COMET'),
  demoToken('Demo Harbor', 'HARBOR'),
  { ...demoToken('Demo Toll', 'TOLL'), program: TOKEN_2022_PROGRAM, feeBasisPoints: 150n },
]

function demoToken(name: string, symbol: string): DemoToken {
  return { program: TOKEN_PROGRAM, metadata: { name, symbol, uri: '' }, feeBasisPoints: 0n }
}

const DEMO_SEED = 'soldesk demo market'
const CLOSING = 'closing'
const HOURS = 4
const SLOT_SECONDS = 0.4
/** Fixed, so that slots depend only on the seed. */
const LAST_SLOT = 371_500_000
const FIRST_SLOT = LAST_SLOT - (HOURS * 3600) / SLOT_SECONDS

const CURVE_DEPTHS: DepthTargets = [
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
const POOL_DEPTHS: DepthTargets = [
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

const FEE_TOKEN_DEPTHS: DepthTargets = [
  { minute: 0, depthSol: 40 },
  { minute: 10, depthSol: 62 },
  { minute: 26, depthSol: 46 },
  { minute: 42, depthSol: 70 },
  { minute: 58, depthSol: 52 },
  { minute: 72, depthSol: 64 },
]
/** The curve is full then, at its highest peak. */
const MIGRATION_MINUTE = 119
const FEE_TOKEN_LAUNCH_SECONDS = 130 * 60
/** The recording lacks the third token's transactions between these seconds after its launch. */
const LOST_SECONDS = [33 * 60, 35 * 60] as const

const START_BALANCES: Record<DemoRole, readonly [number, number]> = {
  creator: [60, 60],
  sniper: [2.5, 6],
  sybil: [0, 0],
  funder: [14, 14],
  relay: [0, 0],
  wash: [4, 5],
  insider: [0.2, 0.3],
  giver: [2, 3],
  taker: [0.2, 0.3],
  sandwich: [8, 9],
  lucky: [2, 4],
  smart: [3, 9],
  retail: [1.5, 7],
  dollar: [2.5, 5],
  exchange: [50_000, 50_000],
}
const NEWCOMERS_SHARE = 0.35
/** Newcomers get their SOL before the first launch. */
const NEWCOMERS_SECONDS = 18 * 60

export function deriveDemoMints(seed: string = DEMO_SEED): DemoMints {
  const random = new DemoRandom(seed)
  return [
    demoAddress(random, 'first mint'),
    demoAddress(random, 'second mint'),
    demoAddress(random, 'third mint'),
  ]
}

export type NamedToken = { mint: string; name: string; symbol: string }

/** Returns the tokens of the market, the main one first. */
export const listDemoTokens = (): NamedToken[] =>
  deriveDemoMints().map((mint, index) => {
    const metadata = TOKENS[index]?.metadata
    return { mint, name: metadata?.name ?? '', symbol: metadata?.symbol ?? '' }
  })

/** Returns the signature of the last transaction. A chain with this transaction has the full recording. */
export const getDemoClosingSignature = (seed: string = DEMO_SEED): string =>
  new DemoRandom(seed).signature(`${CLOSING}/0`)

export const recordDemoMarket = (options: DemoMarketOptions): string[] =>
  simulateDemoMarket(options).lines

/** Simulates and records four hours of three invented token markets. The seed determines everything but block times. */
export function simulateDemoMarket({ seed = DEMO_SEED, endTime }: DemoMarketOptions): DemoMarket {
  const random = new DemoRandom(seed)
  const ledger = new DemoLedger()
  const getBlockTime = (slot: number) => endTime - Math.round((LAST_SLOT - slot) * SLOT_SECONDS)
  const mints = deriveDemoMints(seed)
  const getTokenProgram = (mint: string) => TOKENS[mints.indexOf(mint)]?.program ?? TOKEN_PROGRAM
  const recorder = new DemoRecorder(ledger, random, getBlockTime, getTokenProgram)
  const timeline = new DemoTimeline(FIRST_SLOT, SLOT_SECONDS)
  const tokenAccounts = new Map<string, string>()
  const findTokenAccount = (owner: string, mint: string): string => {
    const name = `${owner}/${mint}`
    const known = tokenAccounts.get(name) ?? random.derived(name)
    tokenAccounts.set(name, known)
    return known
  }
  const trading = new DemoTrading(random, ledger, recorder, findTokenAccount)
  const actors = createDemoActors(random)
  const parts = (mint: string, name: string) => {
    const token = TOKENS[mints.indexOf(mint)]
    return {
      ledger,
      mint,
      pool: random.derived(`${name} pool`),
      feeWallet: random.wallet('fees'),
      findTokenAccount,
      ...(token && { token }),
    }
  }
  const curveParts = parts(mints[0], 'first')
  const first = createMigratingPool(
    createBondingCurve(curveParts),
    curveParts,
    parts(mints[0], 'successor'),
  )
  const plans = listPlans(first, [
    createWrappedSolPool(parts(mints[1], 'second')),
    createWrappedSolPool(parts(mints[2], 'third')),
  ])
  const world = { random, timeline, trading, actors }
  fundPrograms(ledger)
  const exchange = actors.find(({ role }) => role === 'exchange')?.address ?? ''
  ledger.airdrop(random.wallet('fees'), sol(100))
  fundActors(world, ledger, exchange)
  for (const plan of plans) {
    for (const simulate of listSimulations(plan)) simulate(world, plan)
    simulateCrowd(world, plan)
  }
  simulateEverydayTransfers(world, plans.slice(0, 2))
  const dollars = {
    ledger,
    sol: parts(USDC_MINT, 'dollar'),
    token: parts(mints[0], 'token dollar'),
  }
  const migrationSeconds = 20 * 60 + MIGRATION_MINUTE * 60
  const keeper = random.wallet('migration keeper')
  ledger.airdrop(keeper, sol(1))
  timeline.at(migrationSeconds, (slot) => trading.submit(keeper, slot, first.migrate(keeper)))
  simulateDollarExchange(world, dollars, { fromSeconds: 60, toSeconds: HOURS * 3600 - 60 })
  simulateDollarTrading(world, dollars, {
    main: first,
    market: 0,
    span: { fromSeconds: migrationSeconds + 120, toSeconds: 20 * 60 + 172 * 60 },
  })
  timeline.atSlot(LAST_SLOT, (slot) => {
    const recipient = random.pick(actors).address
    trading.sendSol(exchange, recipient, slot, sol(0.01), { name: CLOSING })
  })
  timeline.run()
  const isLost = createLostLines(timeline, mints[2])
  const lines = recorder.lines.filter((line) => !isLost(line))
  return { mints, lines, lost: recorder.lines.filter(isLost), actors }
}

/** Funds each actor: newcomers with a withdrawal from the exchange, others from the start. */
function fundActors(
  { random, timeline, trading, actors }: DemoWorld,
  ledger: DemoLedger,
  exchange: string,
): void {
  for (const { address, role, markets } of actors) {
    const [low, high] = START_BALANCES[role]
    const balance = sol(random.between(low, high))
    if (role === 'retail' && markets.includes(0) && random.unit() < NEWCOMERS_SHARE) {
      timeline.at(random.between(0, NEWCOMERS_SECONDS), (slot) =>
        trading.sendSol(exchange, address, slot, balance),
      )
    } else {
      ledger.airdrop(address, balance)
    }
  }
}

const listPlans = (
  first: DemoPool,
  [second, third]: readonly [DemoPool, DemoPool],
): DemoMarketPlan[] => [
  {
    index: 0,
    pool: first,
    launchSeconds: 20 * 60,
    depths: CURVE_DEPTHS,
    firstBuy: sol(1.5),
  },
  {
    index: 1,
    pool: second,
    launchSeconds: 70 * 60,
    depths: POOL_DEPTHS,
    firstBuy: 0n,
  },
  {
    index: 2,
    pool: third,
    launchSeconds: FEE_TOKEN_LAUNCH_SECONDS,
    depths: FEE_TOKEN_DEPTHS,
    firstBuy: 0n,
    isPlain: true,
  },
]

function fundPrograms(ledger: DemoLedger): void {
  for (const program of [
    SYSTEM_PROGRAM,
    TOKEN_PROGRAM,
    TOKEN_2022_PROGRAM,
    METADATA_PROGRAM,
    ASSOCIATED_TOKEN_PROGRAM,
    COMPUTE_BUDGET_PROGRAM,
    DEMO_PROGRAM,
    WSOL_MINT,
    USDC_MINT,
  ]) {
    ledger.airdrop(program, 1_141_440n)
  }
}

/** Returns a function that is true for the lines to omit, so that the third token has a gap in its history. */
function createLostLines(timeline: DemoTimeline, mint: string) {
  const [lostFrom, lostTo] = LOST_SECONDS.map((seconds) =>
    timeline.slotAt(FEE_TOKEN_LAUNCH_SECONDS + seconds),
  )
  return (line: string): boolean => {
    const slot = Number(/^\{"slot":(\d+)/.exec(line)?.[1])
    return slot >= (lostFrom ?? 0) && slot <= (lostTo ?? 0) && line.includes(mint)
  }
}

/** 44 digits that begin with `Demo` stay below 2^256, so they are 32 bytes. */
const demoAddress = (random: DemoRandom, name: string): string =>
  `Demo${random.derived(name).padEnd(44, '1').slice(4)}`
