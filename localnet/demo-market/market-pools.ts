import { SYSTEM_PROGRAM, TOKEN_PROGRAM, WSOL_MINT } from '#solana/programs.ts'
import {
  callData,
  closeHolding,
  createAccount,
  createHolding,
  createMint,
  DEMO_DECIMALS,
  giveUpMinting,
  mintTo,
  readonly,
  signer,
  syncNative,
  transferSol,
  transferTokens,
  transferTokensUnchecked,
  writable,
  type DemoInstruction,
} from './market-instructions.ts'
import type { DemoLedger } from './market-ledger.ts'

/** A recognizable name in every explorer; the 44 characters decode to 32 bytes. */
export const DEMO_PROGRAM = `DemoMarket${'1'.repeat(34)}`

const DEMO_SUPPLY = 1_000_000_000n * 10n ** BigInt(DEMO_DECIMALS)

export type HoldingOf = (owner: string, mint: string) => string

export type DemoPool = {
  mint: string
  create(creator: string): DemoInstruction[]
  tokensFor(lamports: bigint): bigint
  lamportsFor(tokens: bigint): bigint
  /** Lamports that traders have deposited, minus withdrawals. */
  depth(): bigint
  buy(trader: string, lamports: bigint): DemoInstruction[]
  sell(trader: string, tokens: bigint): DemoInstruction[]
}

type PoolParts = {
  ledger: DemoLedger
  mint: string
  /** Program-derived; owns the vaults. */
  pool: string
  feeWallet: string
  holdingOf: HoldingOf
}

const BASIS_POINTS = 10_000n

const openHolding = (parts: PoolParts, payer: string, owner: string, mint: string) => {
  const account = parts.holdingOf(owner, mint)
  const exists = parts.ledger.exists(account)
  return createHolding(payer, { account, mint, owner, exists })
}

const CURVE_RENT = 1_231_920n
const CURVE_FEE_BP = 100n
const VIRTUAL_LAMPORTS = 30_000_000_000n
const VIRTUAL_TOKENS = 1_073_000_000n * 10n ** BigInt(DEMO_DECIMALS)

const curveFee = (lamports: bigint) => (lamports * CURVE_FEE_BP) / BASIS_POINTS

/** Creates a bonding curve with virtual reserves. The curve account itself holds the SOL as lamports. */
export function bondingCurve(parts: PoolParts): DemoPool {
  const { ledger, mint, pool, feeWallet, holdingOf } = parts
  const vault = holdingOf(pool, mint)
  const product = VIRTUAL_LAMPORTS * VIRTUAL_TOKENS
  const raised = () => (ledger.exists(pool) ? ledger.lamports(pool) - CURVE_RENT : 0n)
  const solSide = () => VIRTUAL_LAMPORTS + raised()
  const tokenSide = () => product / solSide()
  const tokensFor = (lamports: bigint) => tokenSide() - product / (solSide() + lamports)
  const lamportsFor = (tokens: bigint) => {
    const gross = solSide() - product / (tokenSide() + tokens) - 1n
    return gross < raised() ? gross : raised()
  }
  const accounts = (trader: string) => [
    readonly(mint),
    writable(pool),
    writable(vault),
    writable(holdingOf(trader, mint)),
    signer(trader),
    writable(feeWallet),
    readonly(SYSTEM_PROGRAM),
    readonly(TOKEN_PROGRAM),
  ]
  return {
    mint,
    tokensFor,
    lamportsFor,
    depth: raised,
    create: (creator) => [
      {
        program: DEMO_PROGRAM,
        accounts: [signer(mint), writable(pool), writable(vault), signer(creator)],
        data: callData('create'),
        log: 'Create',
        calls: [
          ...createMint(creator, mint, pool),
          createAccount(creator, writable(pool), {
            rent: CURVE_RENT,
            space: 49,
            owner: DEMO_PROGRAM,
          }),
          ...flattened(openHolding(parts, creator, pool, mint)),
          mintTo(mint, vault, readonly(pool), DEMO_SUPPLY),
          giveUpMinting(mint, readonly(pool)),
        ],
      },
    ],
    buy: (trader, lamports) => {
      const tokens = tokensFor(lamports)
      return [
        openHolding(parts, trader, trader, mint),
        {
          program: DEMO_PROGRAM,
          accounts: accounts(trader),
          data: callData('buy', tokens, lamports + curveFee(lamports)),
          log: 'Buy',
          calls: [
            transferTokens(
              { from: vault, to: holdingOf(trader, mint), mint },
              readonly(pool),
              tokens,
            ),
            transferSol(trader, pool, lamports),
            transferSol(trader, feeWallet, curveFee(lamports)),
          ],
        },
      ]
    },
    sell: (trader, tokens) => {
      const lamports = lamportsFor(tokens)
      return [
        {
          program: DEMO_PROGRAM,
          accounts: accounts(trader),
          data: callData('sell', tokens, lamports - curveFee(lamports)),
          log: 'Sell',
          calls: [
            transferTokens(
              { from: holdingOf(trader, mint), to: vault, mint },
              signer(trader),
              tokens,
            ),
          ],
          run: () => {
            ledger.pay(pool, trader, lamports - curveFee(lamports))
            ledger.pay(pool, feeWallet, curveFee(lamports))
          },
        },
      ]
    },
  }
}

const AMM_RENT = 2_978_880n
const AMM_FEE_BP = 25n
const AMM_LAMPORTS = 40_000_000_000n
const AMM_TOKENS = (DEMO_SUPPLY * 85n) / 100n

function swapOutput(into: bigint, from: bigint, amount: bigint): bigint {
  const afterFee = (amount * (BASIS_POINTS - AMM_FEE_BP)) / BASIS_POINTS
  return (from * afterFee) / (into + afterFee)
}

/**
 * Creates a constant-product pool of two vaults with wrapped SOL, which retains its fee. Its swaps do not name the
 * mint.
 */
export function wrappedSolPool(parts: PoolParts): DemoPool {
  const { ledger, mint, pool, holdingOf } = parts
  const tokenVault = holdingOf(pool, mint)
  const solVault = holdingOf(pool, WSOL_MINT)
  const tokensFor = (lamports: bigint) =>
    swapOutput(ledger.tokens(solVault), ledger.tokens(tokenVault), lamports)
  const lamportsFor = (tokens: bigint) =>
    swapOutput(ledger.tokens(tokenVault), ledger.tokens(solVault), tokens)
  const swapInstruction = (
    trader: string,
    { log, amounts, calls }: { log: string; amounts: bigint[]; calls: DemoInstruction[] },
  ): DemoInstruction => ({
    program: DEMO_PROGRAM,
    accounts: [
      writable(pool),
      writable(tokenVault),
      writable(solVault),
      writable(holdingOf(trader, mint)),
      writable(holdingOf(trader, WSOL_MINT)),
      signer(trader),
      readonly(TOKEN_PROGRAM),
    ],
    data: callData('swap', ...amounts),
    log,
    calls,
  })
  const wrap = (trader: string, lamports: bigint) => [
    openHolding(parts, trader, trader, WSOL_MINT),
    transferSol(trader, holdingOf(trader, WSOL_MINT), lamports),
    syncNative(holdingOf(trader, WSOL_MINT)),
  ]
  const unwrap = (trader: string) => closeHolding(holdingOf(trader, WSOL_MINT), trader)
  return {
    mint,
    tokensFor,
    lamportsFor,
    depth: () => ledger.tokens(solVault),
    create: (creator) => [
      ...createMint(creator, mint, creator),
      openHolding(parts, creator, creator, mint),
      mintTo(mint, holdingOf(creator, mint), signer(creator), DEMO_SUPPLY),
      giveUpMinting(mint, signer(creator)),
      ...wrap(creator, AMM_LAMPORTS),
      {
        program: DEMO_PROGRAM,
        accounts: [writable(pool), writable(tokenVault), writable(solVault), signer(creator)],
        data: callData('initialize', AMM_TOKENS, AMM_LAMPORTS),
        log: 'Initialize',
        calls: [
          createAccount(creator, writable(pool), {
            rent: AMM_RENT,
            space: 300,
            owner: DEMO_PROGRAM,
          }),
          ...flattened(openHolding(parts, creator, pool, mint)),
          ...flattened(openHolding(parts, creator, pool, WSOL_MINT)),
          transferTokensUnchecked(
            { from: holdingOf(creator, mint), to: tokenVault },
            signer(creator),
            AMM_TOKENS,
          ),
          transferTokensUnchecked(
            { from: holdingOf(creator, WSOL_MINT), to: solVault },
            signer(creator),
            AMM_LAMPORTS,
          ),
        ],
      },
      unwrap(creator),
    ],
    buy: (trader, lamports) => {
      const tokens = tokensFor(lamports)
      return [
        ...(ledger.exists(holdingOf(trader, mint))
          ? []
          : [openHolding(parts, trader, trader, mint)]),
        ...wrap(trader, lamports),
        swapInstruction(trader, {
          log: 'Swap',
          amounts: [lamports, tokens],
          calls: [
            transferTokensUnchecked(
              { from: holdingOf(trader, WSOL_MINT), to: solVault },
              signer(trader),
              lamports,
            ),
            transferTokensUnchecked(
              { from: tokenVault, to: holdingOf(trader, mint) },
              readonly(pool),
              tokens,
            ),
          ],
        }),
        unwrap(trader),
      ]
    },
    sell: (trader, tokens) => {
      const lamports = lamportsFor(tokens)
      return [
        openHolding(parts, trader, trader, WSOL_MINT),
        swapInstruction(trader, {
          log: 'Swap',
          amounts: [tokens, lamports],
          calls: [
            transferTokensUnchecked(
              { from: holdingOf(trader, mint), to: tokenVault },
              signer(trader),
              tokens,
            ),
            transferTokensUnchecked(
              { from: solVault, to: holdingOf(trader, WSOL_MINT) },
              readonly(pool),
              lamports,
            ),
          ],
        }),
        unwrap(trader),
      ]
    },
  }
}

/** Returns an instruction and its inner ones as one list, because recordings list them flat. */
const flattened = ({ calls = [], ...instruction }: DemoInstruction): DemoInstruction[] => [
  instruction,
  ...calls,
]
