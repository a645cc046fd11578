import { generateKeyPairSync } from 'node:crypto'
import bs58 from 'bs58'
import type { CaReport, Wallet } from '#contract/analysis/report.ts'
import { isOnCurve } from '#solana/curve.ts'
import { USDC_MINT } from '#engine/scan/known-addresses.ts'
import { analyze, type AnalysisInput } from '#engine/report/report.ts'
import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import { factsIn } from './facts-in.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import { addressOf, recordedLine, type FixtureKey } from '#tests/support/token-fixtures.ts'

/** An address that can have a key; the same for the same name within a run. */
const wallets = new Map<string, string>()
export function walletOf(name: string): string {
  const known = wallets.get(name)
  if (known !== undefined) return known
  const der = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' })
  const address = bs58.encode(der.subarray(-32))
  wallets.set(name, address)
  return address
}

/** A program's address: the first of the name's hashes that is no point of the curve. */
export function programAddressOf(name: string): string {
  for (let nth = 0; ; nth++) {
    const address = addressOf(`${name} ${nth}`)
    if (!isOnCurve(address)) return address
  }
}

export const MINT = addressOf('the mint of the tests')
export const POOL = programAddressOf('pool')
const RENT = 2_039_280n
const FEE = 5_000n
const DEPTH = { tokens: 800_000_000_000_000n, quote: 80_000_000_000n }

type Move = {
  /** Wallet or program address. */
  owner: string
  signs?: boolean
  tokens?: bigint
  heldBefore?: bigint
  /** Native lamports, network fee not included. */
  lamports?: bigint
  wsol?: bigint
  wsolBefore?: bigint
  usdc?: bigint
  /** Another token, by mint. */
  other?: { mint: string; amount: bigint }
}

type Recorded = {
  slot: number
  index?: number
  name?: string
  moves: Move[]
  err?: unknown
  program?: string
  mint?: string
  instructions?: (keyOf: (address: string) => number) => object[]
  extraKeys?: FixtureKey[]
}

let serial = 0

/** A transaction that moves what is asked for; the first mover that signs pays the network fee. */
export function transaction(recorded: Recorded): TransactionFacts {
  const { slot, index, moves, err = null, program, extraKeys = [], instructions } = recorded
  const mint = recorded.mint ?? MINT
  const name = recorded.name ?? `transaction ${serial++}`
  const signers = moves.filter(({ signs }) => signs)
  const rest = moves.filter(({ signs }) => !signs)
  const systemKey = ({ owner, signs = false, lamports = 0n }: Move, at: number): FixtureKey => {
    const before = 1_000_000_000_000n
    const fee = at === 0 ? FEE : 0n
    return { address: owner, signer: signs, before, after: before + lamports - fee }
  }
  const vault = (owner: string, held: string, moved: bigint, start: bigint): FixtureKey => {
    const extra = held === WSOL_MINT ? 1n : 0n
    const holding = (amount: bigint) => ({
      mint: held,
      owner,
      amount,
      ...(program === undefined || held !== mint ? {} : { program }),
    })
    return {
      address: addressOf(`vault of ${owner} in ${held}`),
      before: RENT + extra * start,
      after: RENT + extra * (start + moved),
      holdsBefore: holding(start),
      holdsAfter: holding(start + moved),
    }
  }
  const vaults = moves.flatMap(({ owner, tokens, heldBefore, wsol, wsolBefore, usdc, other }) => [
    ...(tokens === undefined
      ? []
      : [vault(owner, mint, tokens, heldBefore ?? (tokens < 0n ? -tokens : 0n))]),
    ...(wsol === undefined ? [] : [vault(owner, WSOL_MINT, wsol, wsolBefore ?? DEPTH.quote)]),
    ...(usdc === undefined ? [] : [vault(owner, USDC_MINT, usdc, 50_000_000_000n)]),
    ...(other === undefined ? [] : [vault(owner, other.mint, other.amount, 10n ** 15n)]),
  ])
  const keys = [
    ...signers.map(systemKey),
    ...rest.map((move, at) => systemKey(move, at + 1)),
    ...vaults,
    ...extraKeys,
  ]
  const keyOf = (address: string): number => {
    const at = keys.findIndex((key) => key.address === address)
    if (at < 0) throw new Error(`${address} is no key of the transaction`)
    return at
  }
  const line = recordedLine({
    name,
    slot,
    ...(index === undefined ? {} : { index }),
    blockTime: 1_700_000_000 + Math.round(slot * 0.4),
    err,
    keys,
    ...(instructions ? { instructions: instructions(keyOf) } : {}),
  })
  return factsIn(line)
}

export const vaultOf = (owner: string, mint: string = MINT): string =>
  addressOf(`vault of ${owner} in ${mint}`)

type Trade = {
  slot: number
  index?: number
  tokens: bigint
  quote: bigint
  held?: bigint
  pool?: string
}

/** A purchase for wrapped SOL from the pool, paid by the wallet in native SOL. */
export function buy(
  owner: string,
  { slot, index, tokens, quote, held, pool = POOL }: Trade,
): TransactionFacts {
  return transaction({
    slot,
    ...(index === undefined ? {} : { index }),
    moves: [
      { owner, signs: true, tokens, heldBefore: held ?? 0n, lamports: -quote },
      { owner: pool, tokens: -tokens, heldBefore: DEPTH.tokens, wsol: quote },
    ],
  })
}

export function sell(
  owner: string,
  { slot, index, tokens, quote, held, pool = POOL }: Trade,
): TransactionFacts {
  return transaction({
    slot,
    ...(index === undefined ? {} : { index }),
    moves: [
      { owner, signs: true, tokens: -tokens, heldBefore: held ?? tokens, lamports: quote },
      { owner: pool, tokens, heldBefore: DEPTH.tokens, wsol: -quote },
    ],
  })
}

export function send(from: string, to: string, tokens: bigint, slot: number): TransactionFacts {
  return transaction({
    slot,
    moves: [
      { owner: from, signs: true, tokens: -tokens, heldBefore: tokens },
      { owner: to, tokens, heldBefore: 0n },
    ],
  })
}

/** The creation: the mint's account is created, and the pool has the whole supply. */
export function creation(creator: string, slot: number): TransactionFacts {
  return transaction({
    slot,
    moves: [
      { owner: creator, signs: true, lamports: -1_461_600n },
      { owner: POOL, tokens: DEPTH.tokens, heldBefore: 0n },
    ],
    extraKeys: [{ address: MINT, before: 0n, after: 1_461_600n }],
  })
}

/** Continues the pool's balance from each transaction to the next, as on a chain. */
function connected(transactions: readonly TransactionFacts[]): TransactionFacts[] {
  const held = new Map<string, bigint>()
  const done = new Map<TransactionFacts, TransactionFacts>()
  for (const tx of transactions.toSorted(
    (a, b) => a.slot - b.slot || (a.index ?? 0) - (b.index ?? 0),
  )) {
    const balances = tx.balances.map((balance) => {
      if (balance.mint !== MINT || balance.owner !== POOL) return balance
      const before = held.get(POOL) ?? balance.before
      const after = before + balance.after - balance.before
      held.set(POOL, after)
      return { ...balance, before, after }
    })
    done.set(tx, { ...tx, balances })
  }
  return transactions.map((tx) => done.get(tx) ?? tx)
}

export function inputOf(
  transactions: readonly TransactionFacts[],
  overrides: Partial<AnalysisInput> = {},
): AnalysisInput {
  return {
    mint: MINT,
    decimals: 6,
    tokenProgram: null,
    supplyRaw: 10n ** 15n,
    mintAuthority: null,
    evidence: connected(transactions).map((tx) => ({ tx, index: tx.index })),
    priceEvidence: [],
    accountPrograms: new Map(),
    funders: new Map(),
    collection: {
      missing: 0,
      pages: 1,
      addresses: 1,
      isTruncated: false,
      reasons: [],
    },
    solUsd: null,
    ...overrides,
  }
}

export const reportOf = (
  transactions: readonly TransactionFacts[],
  overrides: Partial<AnalysisInput> = {},
) => analyze(inputOf(transactions, overrides))

const SOL = 1_000_000_000n
const MILLION = 1_000_000_000_000n

/** Three strangers' purchases, so that the window knows the pool, at 0.1 SOL a million tokens. */
export const crowd = (slot: number): TransactionFacts[] =>
  ['p', 'q', 'r'].map((name, nth) =>
    buy(walletOf(`crowd ${name}`), { slot: slot + nth * 500, tokens: MILLION, quote: SOL / 10n }),
  )

export function entryOf(report: CaReport, address: string): Wallet {
  const found = [...report.wallets, ...report.excluded].find((each) => each.address === address)
  if (!found) throw new Error(`${address} is not in the report`)
  return found
}
