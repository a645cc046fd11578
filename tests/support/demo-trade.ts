import { randomBytes } from 'node:crypto'
import bs58 from 'bs58'
import { WSOL_MINT } from '#solana/programs.ts'

type TokenBalance = {
  accountIndex: number
  mint: string
  owner: string
  uiTokenAmount: {
    amount: string
    decimals: number
    uiAmount: number | null
    uiAmountString: string
  }
}

type RecordedLine = {
  slot: number
  blockTime: number
  transaction: { signatures: string[] }
  meta: {
    err: unknown
    fee: number
    preBalances: number[]
    postBalances: number[]
    preTokenBalances: TokenBalance[]
    postTokenBalances: TokenBalance[]
  }
}

const setAmount = (balance: TokenBalance | undefined, amount: number): void => {
  if (balance === undefined) throw new Error('the transaction lacks a balance')
  const { decimals } = balance.uiTokenAmount
  const whole = amount / 10 ** decimals
  balance.uiTokenAmount = {
    decimals,
    amount: String(Math.round(amount)),
    uiAmount: whole,
    uiAmountString: String(whole),
  }
}

const readAmount = (balance: TokenBalance | undefined): number =>
  Number(balance?.uiTokenAmount.amount ?? 0)

/**
 * Returns a line for `chain_import`: after the last purchase of a demo token for SOL, the same wallet buys or sells so much that
 * the pool's price is `factor` times the one before. `nth` orders several such trades.
 */
export function createDemoTrade(
  lines: readonly string[],
  mint: string,
  { factor, nth = 1 }: { factor: number; nth?: number },
): string {
  const last = lines
    .filter((line) => line.includes(mint) && line.includes(WSOL_MINT))
    .map((line): RecordedLine => JSON.parse(line))
    .findLast(({ meta }) => meta.err === null && meta.postTokenBalances.length === 3)
  if (last === undefined) throw new Error('the market has no purchase of this token')
  const { meta } = last
  const find = (balances: TokenBalance[], at: number) =>
    balances.find(({ accountIndex }) => accountIndex === meta.postTokenBalances[at]?.accountIndex)
  const [tokens, quote, held] = meta.postTokenBalances.map(readAmount)
  if (tokens === undefined || quote === undefined || held === undefined) throw new Error('unread')
  const tokensAfter = tokens / Math.sqrt(factor)
  const quoteAfter = quote * Math.sqrt(factor)
  const paid = Math.round(quoteAfter - quote)
  const heldBefore = 1e15
  for (const [at, before, after] of [
    [0, tokens, tokensAfter],
    [1, quote, quoteAfter],
    [2, heldBefore, heldBefore + tokens - tokensAfter],
  ] as const) {
    setAmount(find(meta.preTokenBalances, at), before)
    setAmount(find(meta.postTokenBalances, at), after)
  }
  const vault = meta.postTokenBalances[1]?.accountIndex ?? 0
  const purse = 1e12
  meta.preBalances[0] = purse
  meta.postBalances[0] = purse - paid - meta.fee
  meta.preBalances[vault] = meta.postBalances[vault] ?? 0
  meta.postBalances[vault] = (meta.preBalances[vault] ?? 0) + paid
  last.slot += nth
  last.blockTime += nth
  last.transaction.signatures = [bs58.encode(randomBytes(64))]
  return JSON.stringify(last)
}
