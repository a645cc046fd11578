import { TOKEN_PROGRAM, WSOL_MINT } from '#solana/programs.ts'
import {
  encodeCall,
  closeTokenAccount,
  createAccount,
  createMint,
  revokeMintAuthority,
  mintTo,
  UNNAMED_TOKEN,
  readonly,
  signer,
  syncNative,
  transferSol,
  transferWithFee,
  transferTokensUnchecked,
  writable,
  type AccountUse,
  type DemoInstruction,
} from './market-instructions.ts'
import {
  BASIS_POINTS,
  DEMO_PROGRAM,
  DEMO_SUPPLY,
  flattenInstruction,
  openTokenAccount,
  type DemoPool,
  type PoolParts,
} from './market-pools.ts'

const RENT = 2_978_880n
const FEE_BP = 25n
const FIRST_LAMPORTS = 40_000_000_000n
const FIRST_TOKENS = (DEMO_SUPPLY * 85n) / 100n

function swapOutput(into: bigint, from: bigint, amount: bigint): bigint {
  const afterFee = (amount * (BASIS_POINTS - FEE_BP)) / BASIS_POINTS
  return (from * afterFee) / (into + afterFee)
}

type Side = { mint: string; amount: bigint }

/** A constant-product pool of two vaults that keeps its fee. Its swaps do not name the token's mint. */
export type SwapPool = {
  vaults: { token: string; quote: string }
  tokensFor: (quote: bigint) => bigint
  quoteFor: (tokens: bigint) => bigint
  /** Fills the pool from its creator's token accounts. */
  open: (creator: string, tokens: bigint, quote: bigint) => DemoInstruction[]
  /** Creates the account of the pool and its empty vaults. */
  createVaults: (creator: string) => DemoInstruction[]
  buy: (trader: string, quote: bigint) => DemoInstruction[]
  sell: (trader: string, tokens: bigint) => DemoInstruction[]
}

export function createSwapPool(parts: PoolParts, quoteMint: string): SwapPool {
  const { ledger, mint, pool, findTokenAccount, token = UNNAMED_TOKEN } = parts
  const findAccounts = (owner: string) => ({
    token: findTokenAccount(owner, mint),
    quote: findTokenAccount(owner, quoteMint),
  })
  const vaults = findAccounts(pool)
  const computeFee = (tokens: bigint) => (tokens * token.feeBasisPoints) / BASIS_POINTS
  const moveToken = (from: string, to: string, authority: AccountUse, amount: bigint) =>
    token.program === TOKEN_PROGRAM
      ? transferTokensUnchecked({ from, to }, authority, amount)
      : transferWithFee({ from, to, mint, fee: computeFee(amount) }, authority, amount)
  const moveQuote = (from: string, to: string, authority: AccountUse, amount: bigint) =>
    transferTokensUnchecked({ from, to }, authority, amount)
  const tokensFor = (quote: bigint) =>
    swapOutput(ledger.getTokens(vaults.quote), ledger.getTokens(vaults.token), quote)
  const quoteFor = (tokens: bigint) =>
    swapOutput(
      ledger.getTokens(vaults.token),
      ledger.getTokens(vaults.quote),
      tokens - computeFee(tokens),
    )
  const swap = (trader: string, paid: Side, got: Side): DemoInstruction => {
    const own = findAccounts(trader)
    const isBuy = paid.mint === quoteMint
    return {
      program: DEMO_PROGRAM,
      accounts: [
        writable(pool),
        writable(vaults.token),
        writable(vaults.quote),
        writable(own.token),
        writable(own.quote),
        signer(trader),
        readonly(token.program),
      ],
      data: encodeCall('swap', paid.amount, got.amount),
      log: 'Swap',
      calls: isBuy
        ? [
            moveQuote(own.quote, vaults.quote, signer(trader), paid.amount),
            moveToken(vaults.token, own.token, readonly(pool), got.amount),
          ]
        : [
            moveToken(own.token, vaults.token, signer(trader), paid.amount),
            moveQuote(vaults.quote, own.quote, readonly(pool), got.amount),
          ],
    }
  }
  const openOwn = (trader: string) =>
    ledger.exists(findTokenAccount(trader, mint))
      ? []
      : [openTokenAccount(parts, trader, trader, mint)]
  return {
    vaults,
    tokensFor,
    quoteFor,
    createVaults: (creator) => createPool(parts, quoteMint, creator),
    open: (creator, tokens, quote) => [
      {
        program: DEMO_PROGRAM,
        accounts: [writable(pool), writable(vaults.token), writable(vaults.quote), signer(creator)],
        data: encodeCall('initialize', tokens, quote),
        log: 'Initialize',
        calls: [
          ...createPool(parts, quoteMint, creator),
          moveToken(findTokenAccount(creator, mint), vaults.token, signer(creator), tokens),
          moveQuote(findTokenAccount(creator, quoteMint), vaults.quote, signer(creator), quote),
        ],
      },
    ],
    buy: (trader, quote) => [
      ...openOwn(trader),
      swap(trader, { mint: quoteMint, amount: quote }, { mint, amount: tokensFor(quote) }),
    ],
    sell: (trader, tokens) => [
      swap(trader, { mint, amount: tokens }, { mint: quoteMint, amount: quoteFor(tokens) }),
    ],
  }
}

const createPool = (parts: PoolParts, quoteMint: string, creator: string): DemoInstruction[] => {
  const { mint, pool } = parts
  return [
    createAccount(creator, writable(pool), { rent: RENT, space: 300, owner: DEMO_PROGRAM }),
    ...flattenInstruction(openTokenAccount(parts, creator, pool, mint)),
    ...flattenInstruction(openTokenAccount(parts, creator, pool, quoteMint)),
  ]
}

/** Instructions to wrap SOL for a swap, and to unwrap it. */
export const createWrapping = (parts: PoolParts) => ({
  open: (trader: string) => openTokenAccount(parts, trader, trader, WSOL_MINT),
  fill: (trader: string, lamports: bigint) => [
    openTokenAccount(parts, trader, trader, WSOL_MINT),
    transferSol(trader, parts.findTokenAccount(trader, WSOL_MINT), lamports),
    syncNative(parts.findTokenAccount(trader, WSOL_MINT)),
  ],
  close: (trader: string) => closeTokenAccount(parts.findTokenAccount(trader, WSOL_MINT), trader),
})

/** Creates a pool of a token and wrapped SOL. Its traders pay and receive native SOL. */
export function createWrappedSolPool(parts: PoolParts): DemoPool {
  const { ledger, mint, findTokenAccount, token = UNNAMED_TOKEN } = parts
  const pool = createSwapPool(parts, WSOL_MINT)
  const { open, fill, close } = createWrapping(parts)
  return {
    mint,
    tokensFor: pool.tokensFor,
    lamportsFor: pool.quoteFor,
    depth: () => ledger.getTokens(pool.vaults.quote),
    create: (creator) => [
      ...createMint(creator, mint, creator, token),
      openTokenAccount(parts, creator, creator, mint),
      mintTo(mint, findTokenAccount(creator, mint), signer(creator), DEMO_SUPPLY, token.program),
      revokeMintAuthority(mint, signer(creator), token.program),
      ...fill(creator, FIRST_LAMPORTS),
      ...pool.open(creator, FIRST_TOKENS, FIRST_LAMPORTS),
      close(creator),
    ],
    buy: (trader, lamports) => [
      ...fill(trader, lamports),
      ...pool.buy(trader, lamports),
      close(trader),
    ],
    sell: (trader, tokens) => [open(trader), ...pool.sell(trader, tokens), close(trader)],
  }
}
