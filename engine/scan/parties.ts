import { WSOL_MINT } from '#solana/programs.ts'

import { computeTradeLamports, type BalanceChanges, type OwnerChange } from './balances.ts'
import { isOnCurve } from '#solana/curve.ts'
import { isPublicPlace, QUOTE_MINTS } from './known-addresses.ts'
import {
  hasOpposingLeg,
  isKnownPool,
  isOpposite,
  isPoolByInstruction,
  findOtherLegs,
  type KnownAddresses,
} from '#engine/trades/pools.ts'

/** An owner whose balance of a mint changed, without changes of the supply. */
export type Party = { change: OwnerChange; moved: bigint }
export type Sides = { wallets: Party[]; pools: Party[] }

/** Smaller amounts are rounding of fees, not payments. */
export const NOISE_LAMPORTS = 1_000n

const sum = (parties: readonly Party[]): bigint =>
  parties.reduce((total, { moved }) => total + moved, 0n)

/**
 * Separates wallets from pools. Signers and addresses on the curve are wallets; known pools are pools; of the rest,
 * the side opposite the wallets is the pool.
 */
export function splitSides(
  changes: BalanceChanges,
  mint: string,
  parties: readonly Party[],
  known: KnownAddresses,
): Sides {
  const pools: Party[] = []
  const wallets: Party[] = []
  const uncertain: Party[] = []
  const couldSign: Party[] = []
  for (const party of parties) {
    const { address, isSigner } = party.change
    if (isSigner || known.signers.has(address) || isPublicPlace(address)) wallets.push(party)
    else if (isKnownPool(address, known)) pools.push(party)
    else if (isOnCurve(address)) couldSign.push(party)
    else uncertain.push(party)
  }

  const signed = [...wallets]
  for (const party of couldSign) {
    // It sent tokens without signing, so a program controls its keys.
    const isCounterparty =
      signed.some(({ moved }) => isOpposite(moved, party.moved)) &&
      hasOpposingLeg(party.change, mint, party.moved)
    if (isCounterparty) pools.push(party)
    else wallets.push(party)
  }
  if (uncertain.length === 0) return { wallets, pools }

  if (pools.length === 0 && wallets.length === 0) {
    for (const party of uncertain) {
      if (isPoolByInstruction(changes, party.change.address, mint)) pools.push(party)
    }
    // Two program accounts cannot be distinguished, so neither counts as a trader.
    if (pools.length === 0) return { wallets, pools: uncertain }
  }
  const rest = uncertain.filter((party) => !pools.includes(party))
  const poolsMoved = pools.length > 0 ? sum(pools) : -sum(wallets)
  const hasOwnTrade = walletsTradeOtherThings(changes, mint)
  for (const party of rest) {
    const facesPools = poolsMoved !== 0n && isOpposite(party.moved, poolsMoved)
    const isWallet =
      facesPools &&
      (hasOpposingLeg(party.change, mint, party.moved)
        ? !hasOwnTrade
        : wallets.length > 0 && findOtherLegs(party.change, mint).size === 0)
    if (isWallet) wallets.push(party)
    else pools.push(party)
  }
  return { wallets, pools }
}

/**
 * Returns true if a wallet without `mint` changes other tokens, or a signer receives SOL. Then `mint` may be an
 * intermediate step of a route or an arbitrage, and the program accounts on both sides are pools.
 */
function walletsTradeOtherThings({ owners }: BalanceChanges, mint: string): boolean {
  for (const change of owners.values()) {
    if (change.tokens.get(mint)) continue
    if (change.isSigner && computeTradeLamports(change) > NOISE_LAMPORTS) return true
    for (const [other, amount] of change.tokens) {
      if (other === WSOL_MINT || amount === 0n) continue
      if (change.isSigner) return true
      // Treasuries collect fees in quote mints, so only other tokens indicate a trade.
      if (!QUOTE_MINTS.has(other) && isOnCurve(change.address)) return true
    }
  }
  return false
}
