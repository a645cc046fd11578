import type { BalanceChanges, TokenAccountChange } from './balances.ts'
import type { Flow } from './flow.ts'
import type { Instruction } from './facts/facts.ts'

/** Returns true if trader and pool exchanged tokens in several outer instructions, of which balances show only the sum. */
export function isSeveralSwaps({ tx, accounts }: BalanceChanges, flow: Flow): boolean {
  const own: TokenAccountChange[] = []
  const vaults: TokenAccountChange[] = []
  for (const account of accounts) {
    if (account.mint !== flow.mint) continue
    if (account.owner === flow.owner) own.push(account)
    else if (account.owner === flow.pool) vaults.push(account)
  }
  let first = -1
  for (const instruction of tx.instructions) {
    const { outer } = instruction
    if (outer === first || !isTransferBetween(instruction, own, vaults)) continue
    if (first >= 0) return true
    first = outer
  }
  return false
}

/** A checked transfer names source, mint, destination, authority; one with a hook or a multisig names a few more. */
const TRANSFER_ACCOUNTS = 6

function isTransferBetween(
  { accounts, act }: Instruction,
  own: readonly TokenAccountChange[],
  vaults: readonly TokenAccountChange[],
): boolean {
  if (accounts !== null) {
    if (accounts.length < 3 || accounts.length > TRANSFER_ACCOUNTS) return false
    const isNamed = ({ index }: TokenAccountChange) => accounts.includes(index)
    return own.some(isNamed) && vaults.some(isNamed)
  }
  if (act?.kind !== 'move') return false
  const { source, destination } = act
  const isEnd = ({ address }: TokenAccountChange) => address === source || address === destination
  return own.some(isEnd) && vaults.some(isEnd)
}
