import { formatLamports, formatTokenAmount } from '#contract/money.ts'
import type { JsonTransaction } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import { formatCode } from './tool-result.ts'

type Change = { address: string; lamports: bigint }
type TokenChange = { mint: string; amount: bigint; decimals: number }

/** Smaller SOL changes beside a token movement are rent and fees. */
const RENT_LAMPORTS = 5_000_000n

/** Returns one sentence about what a transaction did for one address. */
export const describeTransaction = (transaction: JsonTransaction, address: string): string => {
  const { meta } = transaction
  if (meta === null) return 'The node does not know what it did.'
  const changes = listSolChanges(transaction)
  const isPayer = changes[0]?.address === address
  const fee = isPayer ? meta.fee : 0n
  if (meta.err !== null && meta.err !== undefined) {
    return isPayer
      ? `A transaction failed; its fee was ${formatLamports(meta.fee)} SOL.`
      : 'A transaction failed and changed nothing here.'
  }
  const tokens = listTokenChanges(transaction, address)
  const wrapped = tokens.find(({ mint }) => mint === WSOL_MINT)?.amount ?? 0n
  const own = changes.find((change) => change.address === address)?.lamports ?? 0n
  const sol = own + fee + wrapped
  const others = tokens.filter(({ mint }) => mint !== WSOL_MINT)
  const came = others.filter(({ amount }) => amount > 0n)
  const left = others.filter(({ amount }) => amount < 0n)
  if (came.length > 0 && left.length > 0)
    return `Swapped ${formatChanges(left)} for ${formatChanges(came)}.`
  if (came.length > 0) {
    return sol < -RENT_LAMPORTS
      ? `Bought ${formatChanges(came)} for ${solText(sol)}.`
      : `Received ${formatChanges(came)}.`
  }
  if (left.length > 0) {
    return sol > RENT_LAMPORTS
      ? `Sold ${formatChanges(left)} for ${solText(sol)}.`
      : `Sent ${formatChanges(left)}.`
  }
  const partner = findCounterparty(changes, address, sol)
  if (sol > 0n)
    return `Received ${solText(sol)}${partner === null ? '' : ` from ${formatCode(partner)}`}.`
  if (sol < 0n)
    return `Sent ${solText(sol)}${partner === null ? '' : ` to ${formatCode(partner)}`}.`
  return isPayer
    ? `Ran a transaction that moved no SOL or tokens; its fee was ${formatLamports(meta.fee)} SOL.`
    : 'Took part in a transaction that moved none of its SOL or tokens.'
}

/** Returns the change of SOL for each account of a transaction; the first one paid for it. */
export const listSolChanges = ({ transaction, meta }: JsonTransaction): Change[] =>
  [
    ...transaction.message.accountKeys.map((key) => (typeof key === 'string' ? key : key.pubkey)),
    ...(meta?.loadedAddresses.writable ?? []),
    ...(meta?.loadedAddresses.readonly ?? []),
  ].map((address, index) => ({
    address,
    lamports: (meta?.postBalances[index] ?? 0n) - (meta?.preBalances[index] ?? 0n),
  }))

const listTokenChanges = ({ meta }: JsonTransaction, owner: string): TokenChange[] => {
  const sums = new Map<string, TokenChange>()
  const add = (sign: bigint, balances: NonNullable<typeof meta>['preTokenBalances']) => {
    for (const { mint, owner: holder, uiTokenAmount } of balances) {
      if (holder !== owner) continue
      const known = sums.get(mint) ?? { mint, amount: 0n, decimals: uiTokenAmount.decimals }
      sums.set(mint, { ...known, amount: known.amount + sign * BigInt(uiTokenAmount.amount) })
    }
  }
  add(-1n, meta?.preTokenBalances ?? [])
  add(1n, meta?.postTokenBalances ?? [])
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

/** Returns the one other address with about the opposite change, or null if there is none or more than one. */
const findCounterparty = (
  changes: readonly Change[],
  address: string,
  sol: bigint,
): string | null => {
  const opposite = changes.filter(
    (change) =>
      change.address !== address && (sol > 0n ? change.lamports < 0n : change.lamports > 0n),
  )
  return opposite.length === 1 ? (opposite[0]?.address ?? null) : null
}

const formatChanges = (tokens: readonly TokenChange[]): string =>
  tokens
    .slice(0, 3)
    .map(({ mint, amount, decimals }) => {
      const raw = amount < 0n ? -amount : amount
      return `${formatTokenAmount(raw, decimals)} of ${formatCode(mint)}`
    })
    .join(' and ')

const solText = (lamports: bigint): string =>
  `${formatLamports(lamports < 0n ? -lamports : lamports)} SOL`
