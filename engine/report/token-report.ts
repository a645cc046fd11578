import type { CaReport, Label, TokenHead } from '#contract/analysis/report.ts'
import type { PoolState } from '#engine/books/price-mark.ts'
import type { Trader } from '#engine/books/trader.ts'
import { isTrade } from '#engine/trades/trades.ts'
import type { Window } from '#engine/window/dataset.ts'

/** Facts of the token from its mint's accounts. A null authority was revoked. */
export type TokenTexts = {
  name: string | null
  symbol: string | null
  freezeAuthority: string | null
}

type Parts = {
  texts: TokenTexts | null
  mintAuthority: string | null
  supplyRaw: bigint | null
  window: Window
  pools: ReadonlyMap<string, PoolState>
  /** By wallet, without pools. */
  held: ReadonlyMap<string, bigint>
  linked: CaReport['coverage']['pools']
  traders: readonly Trader[]
  /** By wallet, those of the wallet alone, so that no purchase of linked wallets counts twice. */
  labels: ReadonlyMap<string, readonly Label[]>
  price: CaReport['price']
  decimals: number
  /** False if part of the history is missing, so that not all holders are known. */
  isWhole: boolean
}

const LARGEST = 10
const MAX_TEXT = 64

/** Returns the facts of the token above a report. Shares are from 0 to 1; null if the history is incomplete. */
export function describeToken(parts: Parts): TokenHead {
  const { texts, mintAuthority, window, price, isWhole } = parts
  const { creation } = window
  const supply = parts.supplyRaw === null || parts.supplyRaw === 0n ? null : parts.supplyRaw
  const computeShare = (raw: bigint): number | null =>
    supply === null ? null : Number((raw * 1_000_000n) / supply) / 1e6
  const held = isWhole ? parts.held : null
  const largest = [...(held?.values() ?? [])].toSorted((a, b) => (a < b ? 1 : -1)).slice(0, LARGEST)
  const developer = creation?.payer ?? null
  const firstBuys = (label: string): number | null =>
    creation === null ? null : computeShare(sumFirstPurchases(parts, label))
  const liquidity = computeLiquidity(parts)
  const whole = supply === null ? null : Number(supply) / 10 ** parts.decimals
  const inUsd = (sol: number | null): number | null =>
    sol === null || price.sol_usd === null ? null : sol * price.sol_usd
  const cap = whole === null || price.sol === null ? null : whole * price.sol
  return {
    name: cleanText(texts?.name ?? null),
    symbol: cleanText(texts?.symbol ?? null),
    created_at: creation === null ? null : (window.entries[creation.order]?.timeS ?? null),
    mint_authority: mintAuthority,
    freeze_authority: texts?.freezeAuthority ?? null,
    holders: held?.size ?? null,
    top10_share: held === null ? null : computeShare(largest.reduce((sum, raw) => sum + raw, 0n)),
    liquidity_sol: liquidity,
    liquidity_usd: inUsd(liquidity),
    market_cap_sol: cap,
    market_cap_usd: inUsd(cap),
    developer,
    developer_share:
      held === null || developer === null ? null : computeShare(held.get(developer) ?? 0n),
    bundle_share: firstBuys('bundle'),
    sniper_share: firstBuys('sniper'),
  }
}

/** Returns the last balances of owners, of wallets and pools apart. */
export function sumHeldByOwner(
  { balances }: Window,
  pools: ReadonlyMap<string, PoolState>,
): { byWallet: Map<string, bigint>; byPool: Map<string, bigint> } {
  const accounts = new Map<string, { owner: string | null; amount: bigint }>()
  for (const { account, owner, after, isFailed } of balances) {
    if (!isFailed) accounts.set(account, { owner, amount: after })
  }
  const byWallet = new Map<string, bigint>()
  const byPool = new Map<string, bigint>()
  for (const [address, { owner, amount }] of accounts) {
    const holder = owner ?? address
    const held = pools.has(holder) ? byPool : byWallet
    if (amount > 0n) held.set(holder, (held.get(holder) ?? 0n) + amount)
  }
  return { byWallet, byPool }
}

/** Returns the raw tokens that wallets with the label bought first. */
function sumFirstPurchases({ traders, labels }: Parts, name: string): bigint {
  let bought = 0n
  for (const { address, firstBuy } of traders) {
    const own = labels.get(address) ?? []
    if (own.some(({ label }) => label === name)) bought += firstBuy?.tokens ?? 0n
  }
  return bought
}

/** Returns the quote side of all open pools in SOL. Of two pools of a migration, the one that traded last is open. */
function computeLiquidity({ window, pools, linked }: Parts): number | null {
  const lastSlots = new Map<string, number>()
  for (const flow of window.flows) {
    if (isTrade(flow) && flow.pool !== null) lastSlots.set(flow.pool, flow.slot)
  }
  let lamports: bigint | null = null
  for (const { address, linked_to: other } of linked) {
    const reserves = pools.get(address)?.reserves
    const isLeft = other !== null && (lastSlots.get(other) ?? 0) > (lastSlots.get(address) ?? 0)
    if (reserves && !isLeft) lamports = (lamports ?? 0n) + reserves.quoteLamports
  }
  return lamports === null ? null : Number(lamports) / 1e9
}

/** Removes characters that reverse or hide text, because anyone can choose a name. */
function cleanText(text: string | null): string | null {
  const clean = (text ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, '').trim()
  return clean === '' ? null : clean.slice(0, MAX_TEXT)
}
