import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import {
  encodeCall,
  createAccount,
  createTokenAccount,
  createMint,
  DEMO_DECIMALS,
  revokeMintAuthority,
  mintTo,
  readonly,
  signer,
  transferSol,
  transferTokens,
  writable,
  type DemoInstruction,
  type DemoToken,
} from './market-instructions.ts'
import type { DemoLedger } from './market-ledger.ts'

/** Recognizable in explorers. The 44 characters decode to 32 bytes. */
export const DEMO_PROGRAM = `DemoMarket${'1'.repeat(34)}`

export const DEMO_SUPPLY = 1_000_000_000n * 10n ** BigInt(DEMO_DECIMALS)

export type FindTokenAccount = (owner: string, mint: string) => string

export type DemoPool = {
  mint: string
  create: (creator: string) => DemoInstruction[]
  tokensFor: (lamports: bigint) => bigint
  lamportsFor: (tokens: bigint) => bigint
  /** Returns the lamports that traders have deposited, minus withdrawals. */
  depth: () => bigint
  buy: (trader: string, lamports: bigint) => DemoInstruction[]
  sell: (trader: string, tokens: bigint) => DemoInstruction[]
}

export type PoolParts = {
  ledger: DemoLedger
  mint: string
  /** Program-derived; owns the vaults. */
  pool: string
  feeWallet: string
  findTokenAccount: FindTokenAccount
  token?: DemoToken
}

export const BASIS_POINTS = 10_000n

export const openTokenAccount = (parts: PoolParts, payer: string, owner: string, mint: string) => {
  const account = parts.findTokenAccount(owner, mint)
  const exists = parts.ledger.exists(account)
  const program = mint === parts.mint ? parts.token?.program : undefined
  return createTokenAccount(payer, { account, mint, owner, exists, ...(program && { program }) })
}

const CURVE_RENT = 1_231_920n
const CURVE_FEE_BP = 100n
const VIRTUAL_LAMPORTS = 30_000_000_000n
const VIRTUAL_TOKENS = 1_073_000_000n * 10n ** BigInt(DEMO_DECIMALS)

const curveFee = (lamports: bigint) => (lamports * CURVE_FEE_BP) / BASIS_POINTS

/** Creates a bonding curve with virtual reserves. The curve account itself holds the SOL as lamports. */
export function createBondingCurve(parts: PoolParts): DemoPool {
  const { ledger, mint, pool, feeWallet, findTokenAccount } = parts
  const vault = findTokenAccount(pool, mint)
  const product = VIRTUAL_LAMPORTS * VIRTUAL_TOKENS
  const raised = () => (ledger.exists(pool) ? ledger.getLamports(pool) - CURVE_RENT : 0n)
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
    writable(findTokenAccount(trader, mint)),
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
    create: (creator) => [createCurve(parts, vault, creator)],
    buy: (trader, lamports) => {
      const tokens = tokensFor(lamports)
      return [
        openTokenAccount(parts, trader, trader, mint),
        {
          program: DEMO_PROGRAM,
          accounts: accounts(trader),
          data: encodeCall('buy', tokens, lamports + curveFee(lamports)),
          log: 'Buy',
          calls: [
            transferTokens(
              { from: vault, to: findTokenAccount(trader, mint), mint },
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
          data: encodeCall('sell', tokens, lamports - curveFee(lamports)),
          log: 'Sell',
          calls: [
            transferTokens(
              { from: findTokenAccount(trader, mint), to: vault, mint },
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

const createCurve = (parts: PoolParts, vault: string, creator: string): DemoInstruction => {
  const { mint, pool } = parts
  return {
    program: DEMO_PROGRAM,
    accounts: [signer(mint), writable(pool), writable(vault), signer(creator)],
    data: encodeCall('create'),
    log: 'Create',
    calls: [
      ...createMint(creator, mint, pool, parts.token),
      createAccount(creator, writable(pool), { rent: CURVE_RENT, space: 49, owner: DEMO_PROGRAM }),
      ...flattenInstruction(openTokenAccount(parts, creator, pool, mint)),
      mintTo(mint, vault, readonly(pool), DEMO_SUPPLY),
      revokeMintAuthority(mint, readonly(pool)),
    ],
  }
}

/** Returns an instruction and its inner ones as a flat list, as in recordings. */
export const flattenInstruction = ({
  calls = [],
  ...instruction
}: DemoInstruction): DemoInstruction[] => [instruction, ...calls]
