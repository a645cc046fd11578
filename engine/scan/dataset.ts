import { WSOL_MINT } from '#solana/programs.ts'

import { readBalances, type BalanceChanges } from './balances.ts'
import type { ValuedFlow } from '#engine/books/accounting.ts'
import { STABLE_MINTS } from './known-addresses.ts'
import { findPools, type KnownAddresses } from '#engine/trades/pools.ts'
import { isSeveralSwaps } from './several-swaps.ts'
import { solPriceTicks, solPrices, type SolPrices } from '#engine/trades/sol-price.ts'
import { flowsOfChanges, isTrade } from '#engine/trades/trades.ts'
import { lamportChange, signersOf, type TransactionFacts } from './facts.ts'

/** A transaction and its index in the block; null when unknown. */
export type Evidence = { tx: TransactionFacts; index: number | null }

export type Creation = {
  slot: number
  order: number
  signature: string
  payer: string
  /** All signers of the creation, except the mint's own key. */
  creators: ReadonlySet<string>
}

/** The decoded transactions of a mint. All findings are based on it. */
export type Window = {
  mint: string
  /** In order, one per signature. */
  evidence: readonly Evidence[]
  changes: readonly BalanceChanges[]
  flows: readonly ValuedFlow[]
  known: KnownAddresses
  /** Pools with the number of parties that traded against them. */
  poolsFaced: ReadonlyMap<string, number>
  creation: Creation | null
  prices: SolPrices
  failed: number
  /** Number of changes of accounts with an unknown owner. */
  ownerUnknown: number
}

const NO_INDEX = Number.MAX_SAFE_INTEGER

/** Sorts by slot, index in the block, and signature, so that the order of the pages does not matter. */
function inOrder(evidence: readonly Evidence[]): Evidence[] {
  const bySignature = new Map<string, Evidence>()
  for (const item of evidence) {
    const { signature } = item.tx
    const known = bySignature.get(signature)
    if (!known || (known.index === null && item.index !== null)) bySignature.set(signature, item)
  }
  return [...bySignature.entries()]
    .toSorted(([signatureA, a], [signatureB, b]) => {
      const bySlot = a.tx.slot - b.tx.slot
      if (bySlot !== 0) return bySlot
      const byIndex = (a.index ?? NO_INDEX) - (b.index ?? NO_INDEX)
      if (byIndex !== 0) return byIndex
      return signatureA < signatureB ? -1 : 1
    })
    .map(([, item]) => item)
}

type Options = {
  mint: string
  evidence: readonly Evidence[]
  accountPrograms: ReadonlyMap<string, string>
  /** Additional transactions, used only for the price of SOL. */
  priceEvidence?: readonly Evidence[]
  solUsd: number | null
}

export function readWindow(options: Options): Window {
  const { mint, accountPrograms, priceEvidence = [], solUsd } = options
  const evidence = inOrder(options.evidence.filter(({ tx }) => concerns(tx, mint)))
  const signers = new Set<string>()
  const changes: BalanceChanges[] = []
  const orders = new Map<BalanceChanges, number>()
  let failed = 0
  let creation: Creation | null = null
  for (const [order, { tx }] of evidence.entries()) {
    for (const key of signersOf(tx)) signers.add(key)
    if (tx.isFailed) {
      failed++
      continue
    }
    creation ??= creationIn(tx, mint, order)
    const read = readBalances(tx)
    if (!read) continue
    changes.push(read)
    orders.set(read, order)
  }

  const poolsFaced = findPools(changes, mint, signers)
  const known: KnownAddresses = { signers, pools: new Set(poolsFaced.keys()), accountPrograms }
  const priceChanges: BalanceChanges[] = []
  for (const { tx } of inOrder(priceEvidence)) {
    const read = tx.isFailed ? null : readBalances(tx)
    if (read) priceChanges.push(read)
  }
  const prices = solPrices(solPriceTicks([...changes, ...priceChanges]), solUsd)

  const flows: ValuedFlow[] = []
  let ownerUnknown = 0
  for (const change of changes) {
    const order = orders.get(change) ?? 0
    for (const { mint: moved, owner, before, after } of change.accounts) {
      if (moved === mint && owner === null && before !== after) ownerUnknown++
    }
    for (const flow of flowsOfChanges(change, { mint, known })) {
      const valueLamports = lamportsOf(flow.quoteMint, flow.quoteNet, flow.slot, prices)
      const grossLamports = lamportsOf(flow.grossMint, flow.quoteGross, flow.slot, prices)
      const valued = { ...flow, order, valueLamports, grossLamports }
      if (isTrade(flow)) settleValue(valued)
      if (isTrade(flow) && isSeveralSwaps(change, flow)) valued.flags.push('multi')
      flows.push(valued)
    }
  }
  return {
    mint,
    evidence,
    changes,
    flows,
    known,
    poolsFaced,
    creation,
    prices,
    failed,
    ownerUnknown,
  }
}

/** Values a trade by the side that has a price; without one, the trade is `unpriced`. */
function settleValue(flow: ValuedFlow): void {
  flow.valueLamports ??= flow.grossLamports
  if (flow.valueLamports !== null) {
    flow.flags = flow.flags.filter((flag) => flag !== 'unpriced')
  } else if (!flow.flags.includes('unpriced')) {
    flow.flags.push('unpriced')
  }
}

function lamportsOf(
  mint: string | null,
  amount: bigint,
  slot: number,
  prices: SolPrices,
): bigint | null {
  if (mint === null) return null
  if (mint === WSOL_MINT) return amount
  return STABLE_MINTS.has(mint) ? prices.toLamports(amount, slot) : null
}

/** Returns true if the transaction names the mint. Other transactions of an address are not part of the window. */
function concerns({ balances, keys }: TransactionFacts, mint: string): boolean {
  return balances.some((balance) => balance.mint === mint) || keys.includes(mint)
}

/** Returns the transaction that created the mint's account. */
function creationIn(tx: TransactionFacts, mint: string, order: number): Creation | null {
  const index = tx.keys.indexOf(mint)
  if (index < 0) return null
  const { before, delta } = lamportChange(tx, index)
  if (before !== 0 || delta <= 0) return null
  const creators = new Set(signersOf(tx))
  creators.delete(mint)
  return {
    slot: tx.slot,
    order,
    signature: tx.signature,
    payer: tx.keys[0] ?? '',
    creators,
  }
}
