import { sumHeldBefore, listTokenActs, type BalanceChanges } from './balances.ts'

/** Raw units that were minted and burned, by owner. */
export type SupplyChange = {
  minted: ReadonlyMap<string, bigint>
  burned: ReadonlyMap<string, bigint>
  /** Tokens sent but not received: the withheld Token-2022 transfer fee. */
  taxed: bigint
}

const NO_CHANGE: SupplyChange = { minted: new Map(), burned: new Map(), taxed: 0n }

/** Returns the mints and burns that explain why the balances of the mint do not add up to zero. */
export function readSupplyChange(changes: BalanceChanges, mint: string): SupplyChange {
  let total = 0n
  for (const account of changes.accounts) {
    if (account.mint === mint) total += account.after - account.before
  }
  if (total === 0n) return NO_CHANGE
  const holderByAccount = new Map<string, string>()
  for (const { address, owner } of changes.accounts) {
    if (owner !== null) holderByAccount.set(address, owner)
  }

  const minted = new Map<string, bigint>()
  const burned = new Map<string, bigint>()
  let explained = 0n
  for (const act of listTokenActs(changes.tx)) {
    if ((act.kind !== 'mint' && act.kind !== 'burn') || act.mint !== mint) continue
    const owner = holderByAccount.get(act.account)
    explained += act.kind === 'mint' ? act.amount : -act.amount
    if (owner === undefined) continue
    const amounts = act.kind === 'mint' ? minted : burned
    amounts.set(owner, (amounts.get(owner) ?? 0n) + act.amount)
  }
  const gap = total - explained
  if (gap > 0n) creditNewHolder(changes, mint, gap, minted)
  return { minted, burned, taxed: gap < 0n && hasReceiver(changes, mint) ? -gap : 0n }
}

function hasReceiver({ owners }: BalanceChanges, mint: string): boolean {
  for (const { tokens } of owners.values()) if ((tokens.get(mint) ?? 0n) > 0n) return true
  return false
}

/** Credits unexplained new supply to the holder that had nothing before and has the most after. */
function creditNewHolder(
  changes: BalanceChanges,
  mint: string,
  amount: bigint,
  minted: Map<string, bigint>,
): void {
  let best: { address: string; moved: bigint } | null = null
  for (const { address, tokens } of changes.owners.values()) {
    const moved = tokens.get(mint) ?? 0n
    const isNew = moved > 0n && sumHeldBefore(changes, address, mint) === 0n
    if (isNew && (!best || moved > best.moved)) {
      best = { address, moved }
    }
  }
  if (best) minted.set(best.address, (minted.get(best.address) ?? 0n) + amount)
}
