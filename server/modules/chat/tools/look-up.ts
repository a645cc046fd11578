import { formatLamports } from '#contract/money.ts'
import { DEX_PROGRAMS } from '#engine/index.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { readHoldings } from '#server/clients/solana-rpc/token-holdings.ts'
import {
  readHolders,
  readTokens,
  type Holder,
  type TokenLookup,
} from '#server/clients/solana-rpc/token-lookup.ts'
import { AppError } from '#server/errors.ts'
import { formatColumnAmount, formatExactAmount } from '#server/lib/text/token-amount.ts'
import { formatCode, formatMinute, formatTable, removeMarkup } from '#server/lib/text/markdown.ts'
import { toShownName } from '#server/lib/text/visible-text.ts'
import { isOnCurve } from '#solana/curve.ts'
import { isTokenProgram } from '#solana/programs.ts'
import type { TokenMetadata } from '#solana/token-metadata.ts'
import { parseMint, type Mint } from '#solana/token-state.ts'
import type { ToolResult } from './tool.ts'

const SHOWN_HOLDINGS = 15
export const MAX_HOLDERS = 10
const SHOWN_SIGNATURES = 5
const MAX_NAME = 40

type Parts = { rpc: SolanaRpc; network: string; now: () => number }

/** Describes an address: a mint, or a wallet with its holdings. With a count of `holders`, only a mint will do. */
export async function lookUp(
  parts: Parts,
  address: string,
  signal: AbortSignal,
  { holders }: { holders: number | null },
): Promise<ToolResult> {
  const { rpc, network, now } = parts
  const account = await rpc.getAccountInfo(address, { signal })
  const mint = account === null || !isTokenProgram(account.owner) ? null : parseMint(account)
  const source = { source: `Solana RPC (${network})`, at: new Date(now()).toISOString() }
  if (mint !== null) {
    const token = { address, mint, holders: holders ?? MAX_HOLDERS }
    return { ...(await tokenText(parts, token, signal)), ...source }
  }
  if (holders !== null) throw new AppError('NOT_A_MINT', `${address} is not a token on ${network}.`)
  return { ...(await walletText(parts, address, account?.lamports ?? 0n, signal)), ...source }
}

/** Describes a wallet's balance of a token. The two addresses may be in any order. */
export async function lookUpHolding(
  { rpc, network, now }: Parts,
  addresses: readonly [string, string],
  signal: AbortSignal,
): Promise<ToolResult> {
  const tokens = await readTokens(rpc, addresses, { signal })
  const at = tokens.findIndex(({ mint }) => mint !== null)
  const [token, mint, wallet] = [tokens[at], addresses[at], addresses[1 - at]]
  if (token === undefined || mint === undefined || wallet === undefined)
    throw new AppError('NOT_A_MINT', `Neither address is a token on ${network}.`)
  const holdings = await readHoldings(rpc, wallet, { signal })
  const held = holdings.find((each) => each.mint === mint)
  const amount = held === undefined ? 'none' : formatExactAmount(held.amount, held.decimals)
  const name = token.metadata === null ? formatCode(mint) : `**${formatTitle(token.metadata)}**`
  return {
    text: `${formatCode(wallet)} holds ${amount} of ${name} now. A CA Analysis of the token lists every wallet that bought or sold it.`,
    source: `Solana RPC (${network})`,
    at: new Date(now()).toISOString(),
  }
}

async function tokenText(
  { rpc }: Parts,
  { address, mint, holders: count }: { address: string; mint: Mint; holders: number },
  signal: AbortSignal,
): Promise<ToolResult> {
  const [[token], holders] = await Promise.all([
    // Answer without a name if the name cannot be read.
    readTokens(rpc, [address], { signal }).catch((): TokenLookup[] => []),
    listLargestHolders(rpc, address, signal),
  ])
  const supply = Number(mint.supply)
  const rows = holders
    .slice(0, count)
    .map(({ account, owner, kind, amount }) => [
      owner ?? account,
      kind,
      formatColumnAmount(amount, mint.decimals),
      supply === 0 ? '–' : `${((Number(amount) / supply) * 100).toFixed(2)} %`,
    ])
  const facts = [
    `**${token?.metadata == null ? 'Token' : formatTitle(token.metadata)}** ${formatCode(address)}`,
    '',
    `- Supply: ${formatExactAmount(mint.supply, mint.decimals)} (${mint.decimals} decimals)`,
    `- Mint authority: ${mint.mintAuthority === null ? 'none, the supply is fixed' : `${formatCode(mint.mintAuthority)} can make more`}`,
    `- Freeze authority: ${mint.freezeAuthority === null ? 'none' : `${formatCode(mint.freezeAuthority)} can freeze accounts`}`,
  ]
  if (rows.length > 0) {
    facts.push('', 'Largest holders:', '', formatTable(['Owner', 'Kind', 'Amount', 'Share'], rows))
  }
  return { text: facts.join('\n'), structured: { mint: address, supply: String(mint.supply) } }
}

type ShownHolder = Holder & { kind: string }

/** Returns the owners of the largest token accounts, largest first. Pools are named by their program. */
async function listLargestHolders(
  rpc: SolanaRpc,
  mint: string,
  signal: AbortSignal,
): Promise<ShownHolder[]> {
  const all = await readHolders(rpc, mint, MAX_HOLDERS, { signal }).catch(() => [])
  const largest = all.filter(({ amount }) => amount > 0n)
  const owners = [...new Set(largest.flatMap(({ owner }) => owner ?? []))]
  const found = owners.length === 0 ? [] : await rpc.getMultipleAccounts(owners, { signal })
  const programs = new Map(owners.map((owner, index) => [owner, found[index]?.owner]))
  return largest.map((holder) => ({
    ...holder,
    kind:
      holder.owner === null ? 'Account' : describeOwner(holder.owner, programs.get(holder.owner)),
  }))
}

function describeOwner(owner: string, program: string | undefined): string {
  const pool = DEX_PROGRAMS.get(program ?? '') ?? DEX_PROGRAMS.get(owner)
  if (pool !== undefined) return `Pool (${pool})`
  return isOnCurve(owner) ? 'Wallet' : 'Pool or program'
}

async function walletText(
  { rpc }: Parts,
  address: string,
  lamports: bigint,
  signal: AbortSignal,
): Promise<ToolResult> {
  const [holdings, signatures] = await Promise.all([
    readHoldings(rpc, address, { signal }),
    rpc.getSignaturesForAddress(address, { signal, limit: SHOWN_SIGNATURES }),
  ])
  const shown = holdings.slice(0, SHOWN_HOLDINGS)
  const tokens = await readTokens(
    rpc,
    shown.map(({ mint }) => mint),
    { signal },
  )
  const rows = shown.map(({ mint, amount }, index) => {
    const { mint: state = null, metadata = null } = tokens[index] ?? {}
    return [
      metadata === null ? '–' : formatTitle(metadata),
      mint,
      state === null ? `${amount} raw units` : formatExactAmount(amount, state.decimals),
    ]
  })
  const lines = [
    `**Address** ${formatCode(address)}`,
    '',
    `- Balance: **${formatLamports(lamports)} SOL**`,
  ]
  if (rows.length === 0) lines.push('- Holds no tokens')
  else {
    const more = holdings.length > rows.length ? ` (${rows.length} of ${holdings.length})` : ''
    lines.push('', `Tokens${more}:`, '', formatTable(['Token', 'Address', 'Amount'], rows))
  }
  if (signatures.length > 0) {
    const recent = signatures.map(({ signature, err, blockTime }) => [
      `${signature.slice(0, 8)}…${signature.slice(-8)}`,
      typeof blockTime === 'number' ? formatMinute(new Date(blockTime * 1000)) : '–',
      err === null || err === undefined ? 'ok' : 'failed',
    ])
    lines.push('', 'Newest transactions:', '', formatTable(['Signature', 'Time', 'Result'], recent))
  }
  return { text: lines.join('\n'), structured: { address, lamports: String(lamports) } }
}

/** Returns `Name (SYMBOL)`. A creator chose both texts, so markup is removed. */
const formatTitle = ({ name, symbol }: TokenMetadata): string => {
  const [shownName, shownSymbol] = [name, symbol].map((text) =>
    removeMarkup(toShownName(text, MAX_NAME) ?? ''),
  )
  return shownSymbol === '' || shownSymbol === undefined
    ? shownName || 'Token'
    : `${shownName} (${shownSymbol})`
}
