import { listSigners, type TransactionFacts } from '#engine/index.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { splitIntoChunks, mapAtMost } from '#server/lib/async/map-at-most.ts'
import { isOnCurve } from '#solana/curve.ts'
import type { NodeLink } from './node-link.ts'

const ACCOUNTS_PER_CALL = 100
const WIDTH = 8

/** Finds token accounts of program addresses, which may be vaults of pools with more trades. */
export class VaultFinder {
  readonly #vaults = new Set<string>()
  /** True for an address off the curve, for which no one can sign. */
  readonly #isProgramAddress = new Map<string, boolean>()
  readonly #owners = new Set<string>()

  /** Adds what was found in transactions that are not read again. */
  addFound({ vaults, owners }: { vaults: readonly string[]; owners: readonly string[] }): void {
    for (const address of vaults) this.#vaults.add(address)
    for (const address of owners) this.#owners.add(address)
  }

  note(facts: TransactionFacts, mint: string): void {
    if (facts.isFailed) return
    const signers = listSigners(facts)
    for (const { index, owner, mint: moved, before, after } of facts.balances) {
      if (moved !== mint) continue
      if (owner !== null && signers.includes(owner)) continue
      if (owner !== null && this.#isProgram(owner)) this.#owners.add(owner)
      const address = facts.keys[index]
      if (before === after || address === undefined || this.#vaults.has(address)) continue
      const holder = owner ?? address
      if (this.#isProgram(holder) && !signers.includes(holder)) this.#vaults.add(address)
    }
  }

  /** Returns the vaults, sorted. */
  found(): string[] {
    return [...this.#vaults].toSorted()
  }

  /** Returns the owners of token accounts that cannot sign, sorted. */
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

/** Returns the owner program of each account, by address. Leaves out addresses without an account. */
export async function readAccountPrograms(
  { rpc, link }: { rpc: Pick<SolanaRpc, 'getMultipleAccounts'>; link: NodeLink },
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const programs = new Map<string, string>()
  await mapAtMost(WIDTH, splitIntoChunks(addresses, ACCOUNTS_PER_CALL), async (batch) => {
    const accounts = await link.ask('getMultipleAccounts', (options) =>
      rpc.getMultipleAccounts(batch, { ...options, dataSlice: { offset: 0, length: 0 } }),
    )
    for (const [index, address] of batch.entries()) {
      const account = accounts[index]
      if (account) programs.set(address, account.owner)
    }
  })
  return programs
}
