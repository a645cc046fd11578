import { LRUCache } from 'lru-cache'
import { decodeValidAddress } from '#solana/base58.ts'
import { deriveProgramAddress } from '#solana/program-address.ts'
import { WSOL_MINT } from '#solana/programs.ts'

import type { BalanceChanges, OwnerChange } from '#engine/scan/balances.ts'
import {
  DEX_PROGRAMS,
  POOL_ACCOUNT_POSITIONS,
  PUMP_PROGRAM,
  SHARED_AUTHORITIES,
} from '#engine/scan/known-addresses.ts'

/** Facts about addresses from the whole window. A single transaction is read with `NOTHING_KNOWN`. */
export type KnownAddresses = {
  /** All signers of the window. Program-derived addresses cannot sign. */
  signers: ReadonlySet<string>
  /** Owners with at least `MIN_COUNTERPARTIES` counterparties. */
  pools: ReadonlySet<string>
  /** The program that owns the account at an address. */
  accountPrograms: ReadonlyMap<string, string>
}

export const NOTHING_KNOWN: KnownAddresses = {
  signers: new Set(),
  pools: new Set(),
  accountPrograms: new Map(),
}

/** One user's few wallets may trade with each other. */
const MIN_COUNTERPARTIES = 3

/** Returns true for pools identified by the window, by their program, or by a public authority. */
export function isKnownPool(address: string, known: KnownAddresses): boolean {
  return (
    SHARED_AUTHORITIES.has(address) ||
    known.pools.has(address) ||
    DEX_PROGRAMS.has(known.accountPrograms.get(address) ?? '')
  )
}

export const abs = (value: bigint): bigint => (value < 0n ? -value : value)
export const isOpposite = (a: bigint, b: bigint): boolean => a > 0n !== b > 0n

/** Returns the owner's nonzero legs beside `mint`, with native and wrapped SOL combined. */
export function findOtherLegs(change: OwnerChange, mint: string): Map<string, bigint> {
  const legs = new Map<string, bigint>()
  const sol = BigInt(change.lamports) + (change.tokens.get(WSOL_MINT) ?? 0n)
  if (sol !== 0n && mint !== WSOL_MINT) legs.set(WSOL_MINT, sol)
  for (const [legMint, amount] of change.tokens) {
    if (legMint !== mint && legMint !== WSOL_MINT && amount !== 0n) legs.set(legMint, amount)
  }
  return legs
}

/** Returns true if something of value moved against the owner's change of `mint`, as on either side of a swap. */
export function hasOpposingLeg(change: OwnerChange, mint: string, moved: bigint): boolean {
  for (const amount of findOtherLegs(change, mint).values()) {
    if (isOpposite(amount, moved)) return true
  }
  return false
}

/** Finds the pools of a mint: owners that never sign and exchange value with at least three counterparties. */
export class PoolFinder {
  readonly #mint: string
  readonly #signers: ReadonlySet<string>
  readonly #facing: Map<string, Set<string>>

  /** @param facing by address, the parties seen before; it is added to */
  constructor(mint: string, signers: ReadonlySet<string>, facing: Map<string, Set<string>>) {
    this.#mint = mint
    this.#signers = signers
    this.#facing = facing
  }

  /** Adds the parties of one transaction. */
  note({ owners }: BalanceChanges): void {
    const mint = this.#mint
    const parties = [...owners.values()].filter((change) => (change.tokens.get(mint) ?? 0n) !== 0n)
    const hasSigner = parties.some(({ address }) => this.#signers.has(address))
    for (const change of parties) {
      const moved = change.tokens.get(mint) ?? 0n
      if (this.#signers.has(change.address) || !hasOpposingLeg(change, mint, moved)) continue
      for (const other of parties) {
        if (!isOpposite(other.tokens.get(mint) ?? 0n, moved)) continue
        if (hasSigner && !this.#signers.has(other.address)) continue
        const seen = this.#facing.get(change.address) ?? new Set<string>()
        seen.add(other.address)
        this.#facing.set(change.address, seen)
      }
    }
  }

  /** Returns the pools with the number of parties that traded against them. */
  found(): Map<string, number> {
    const pools = new Map<string, number>()
    for (const [address, others] of this.#facing) {
      if (others.size >= MIN_COUNTERPARTIES) pools.set(address, others.size)
    }
    return pools
  }
}

/** Addresses of pump.fun's bonding curves by mint. */
const pumpCurves = new LRUCache<string, string>({
  max: 10_000,
  memoMethod: (mint) =>
    deriveProgramAddress([Buffer.from('bonding-curve'), decodeValidAddress(mint)], PUMP_PROGRAM),
})

/** Returns true if a swap instruction names the address as its pool, or if it is the mint's bonding curve. */
export function isPoolByInstruction(
  { tx: { keys, instructions } }: BalanceChanges,
  address: string,
  mint: string,
): boolean {
  return instructions.some(({ program, accounts }) => {
    const positions = POOL_ACCOUNT_POSITIONS.get(program)
    if (!positions) return false
    if (positions.some((position) => keys[accounts?.[position] ?? -1] === address)) return true
    return program === PUMP_PROGRAM && pumpCurves.memo(mint) === address
  })
}

/**
 * Returns the owner's pools of `mint`, one entry per vault, when it has several pools. The shortest instruction with
 * the mint's vault is the pool's own swap, so its other vaults belong to the same pool.
 */
export function findPairedPools(
  { accounts, tx }: BalanceChanges,
  owner: OwnerChange,
  mint: string,
): { moved: bigint; legs: Map<string, bigint> }[] {
  const vaults = accounts.filter(
    ({ owner: holder, before, after }) => holder === owner.address && before !== after,
  )
  const others = vaults.filter((vault) => vault.mint !== mint)
  const pools: { moved: bigint; legs: Map<string, bigint> }[] = []
  for (const vault of vaults) {
    if (vault.mint !== mint) continue
    let shortest = Infinity
    let beside: typeof vaults = []
    for (const { accounts: named } of tx.instructions) {
      if (named === null || named.length >= shortest || !named.includes(vault.index)) continue
      const found = others.filter(({ index }) => named.includes(index))
      if (found.length === 0) continue
      shortest = named.length
      beside = found
    }
    const legs = new Map<string, bigint>()
    for (const { mint: legMint, before, after } of beside) {
      legs.set(legMint, (legs.get(legMint) ?? 0n) + after - before)
    }
    if (legs.size > 0) pools.push({ moved: vault.after - vault.before, legs })
  }
  return pools
}
