import { signersOf, type TransactionFacts } from '#engine/index.ts'
import { isOnCurve } from '#solana/curve.ts'

/**
 * Finds token accounts of a mint that belong to program addresses. They may be vaults of pools, whose histories hold
 * more trades.
 */
export class VaultFinder {
  readonly #vaults = new Set<string>()
  /** Whether an address is off the curve, so that no one can sign for it. */
  readonly #isProgramAddress = new Map<string, boolean>()
  readonly #owners = new Set<string>()

  /** Looks for vaults of the mint in a transaction. */
  note(facts: TransactionFacts, mint: string): void {
    if (facts.isFailed) return
    for (const { index, owner, mint: moved, before, after } of facts.balances) {
      if (moved !== mint) continue
      if (owner !== null && this.#isProgram(owner)) this.#owners.add(owner)
      const address = facts.keys[index]
      if (before === after || address === undefined || this.#vaults.has(address)) continue
      const holder = owner ?? address
      if (!this.#isProgram(holder) || signersOf(facts).includes(holder)) continue
      this.#vaults.add(address)
    }
  }

  /** Returns the vaults in a stable order. */
  found(): string[] {
    return [...this.#vaults].toSorted()
  }

  /** Returns the owners of token accounts that cannot sign, in a stable order. */
  owners(): string[] {
    return [...this.#owners].toSorted()
  }

  #isProgram(address: string): boolean {
    let isProgram = this.#isProgramAddress.get(address)
    if (isProgram === undefined) {
      isProgram = !isOnCurve(address)
      this.#isProgramAddress.set(address, isProgram)
    }
    return isProgram
  }
}
