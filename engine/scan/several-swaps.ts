import type { BalanceChanges, TokenAccountChange } from './balances.ts'
import type { Flow } from './flow.ts'
import { namesAccount, someInstruction } from './instructions.ts'
import type { RawInstruction } from './transaction.ts'

/**
 * Returns true if the trader's tokens met the pool's in more than one outer instruction: balances show only the sum
 * of such swaps.
 */
export function isSeveralSwaps({ tx, keys, accounts }: BalanceChanges, flow: Flow): boolean {
  const own: TokenAccountChange[] = []
  const vaults: TokenAccountChange[] = []
  for (const account of accounts) {
    if (account.mint !== flow.mint) continue
    if (account.owner === flow.owner) own.push(account)
    else if (account.owner === flow.pool) vaults.push(account)
  }
  let first = -1
  return someInstruction(tx, keys, ({ outer, raw }) => {
    if (outer === first || !isTransferBetween(raw, own, vaults)) return false
    if (first >= 0) return true
    first = outer
    return false
  })
}

/** A checked transfer names source, mint, destination, authority; one with a hook or a multisig names a few more. */
const TRANSFER_ACCOUNTS = 6

function isTransferBetween(
  raw: RawInstruction,
  own: readonly TokenAccountChange[],
  vaults: readonly TokenAccountChange[],
): boolean {
  if (raw.accounts !== undefined) {
    if (raw.accounts.length < 3 || raw.accounts.length > TRANSFER_ACCOUNTS) return false
    const isNamed = ({ index, address }: TokenAccountChange) => namesAccount(raw, index, address)
    return own.some(isNamed) && vaults.some(isNamed)
  }
  const info = (raw.parsed as { info?: { source?: unknown; destination?: unknown } } | null)?.info
  const { source, destination } = info ?? {}
  const isEnd = ({ address }: TokenAccountChange) => address === source || address === destination
  return own.some(isEnd) && vaults.some(isEnd)
}
