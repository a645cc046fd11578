import type { Label } from '#contract/analysis/report.ts'

import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import type { Funder, TransferLink } from './clusters.ts'
import { makeLabel } from './label-table.ts'
import type { Trader } from '#engine/books/trader.ts'
import type { Creation, Window } from '#engine/window/dataset.ts'
import { WEIGHTS } from './weights.ts'

export type LaunchContext = {
  window: Window
  traders: readonly Trader[]
  links: readonly TransferLink[]
  funders: ReadonlyMap<string, Funder>
  /** null when the supply is fixed. */
  mintAuthority: string | null
}

/** Returns labels for the launch: creator, wallets it supplied, bundles, snipers. Empty if the window lacks it. */
export function labelLaunch(context: LaunchContext): Map<string, Label[]> {
  const { window, traders, mintAuthority } = context
  const found = new Map<string, Label[]>()
  const add = (address: string, added: Label): void => {
    found.set(address, [...(found.get(address) ?? []), added])
  }
  const { creation } = window
  if (mintAuthority !== null && !creation?.creators.has(mintAuthority)) {
    add(mintAuthority, makeLabel('creator', 'May mint more of this token', []))
  }
  if (!creation) return found
  const insiders = findInsiders(context, creation)
  for (const [address, added] of insiders) add(address, added)
  const isOutsider = ({ address }: Trader): boolean => !insiders.has(address)
  const outsiders = traders.filter(isOutsider)
  for (const [address, added] of findBundles(window, outsiders, creation)) add(address, added)
  for (const { address, firstBuy } of outsiders) {
    if (!firstBuy || found.has(address)) continue
    const slotsAfter = firstBuy.slot - creation.slot
    if (slotsAfter > WEIGHTS.launch.sniperSlots) continue
    const reason =
      slotsAfter === 0
        ? 'Bought in the slot of the creation'
        : `Bought ${slotsAfter} slot(s) after the creation`
    const name = slotsAfter === 0 ? 'bundle' : 'sniper'
    add(address, makeLabel(name, reason, [creation.signature, firstBuy.signature]))
  }
  return found
}

/** Returns the creator, buyers in its transaction, and wallets with tokens or first SOL from the creator. */
function findInsiders(
  { window, traders, links, funders }: LaunchContext,
  creation: Creation,
): Map<string, Label> {
  const found = new Map<string, Label>()
  for (const address of creation.creators) {
    found.set(
      address,
      makeLabel('creator', 'Signed the creation of this token', [creation.signature]),
    )
  }
  for (const { owner, kind, signature } of window.flows) {
    if (kind !== 'BUY' || signature !== creation.signature || found.has(owner)) continue
    found.set(owner, makeLabel('creator', 'Bought in the creating transaction', [signature]))
  }
  const creators = new Set(found.keys())
  for (const { from, to, signature } of links) {
    if (!creators.has(from) || found.has(to)) continue
    found.set(to, makeLabel('creator', `Got tokens from the creator ${from}`, [signature]))
  }
  for (const { address, firstBuy } of traders) {
    const funder = funders.get(address)
    if (!funder || !firstBuy || found.has(address) || !creators.has(funder.address)) continue
    const reason = `Got its first SOL from the creator ${funder.address}`
    found.set(address, makeLabel('creator', reason, funder.signature ? [funder.signature] : []))
  }
  return found
}

/**
 * Returns labels for at least three first buyers whose fees the creator paid, or whose tips one wallet paid or that are
 * side by side in a block, both within a few slots of the creation.
 */
function findBundles(
  window: Window,
  outsiders: readonly Trader[],
  creation: Creation,
): Map<string, Label> {
  const found = new Map<string, Label>()
  const first: ValuedFlow[] = outsiders.flatMap(({ firstBuy }) => firstBuy ?? [])
  const mark = (group: readonly ValuedFlow[], reason: string): void => {
    if (new Set(group.map(({ owner }) => owner)).size < WEIGHTS.launch.bundleBuyers) return
    const proof = [creation.signature, ...group.map(({ signature }) => signature)]
    for (const { owner } of group) {
      if (!found.has(owner)) found.set(owner, makeLabel('bundle', reason, proof))
    }
  }

  mark(
    first.filter(({ payer, owner }) => payer === creation.payer && payer !== owner),
    'Several buyers whose fees the creator paid',
  )
  const byTipper = new Map<string, ValuedFlow[]>()
  for (const flow of first) {
    if (flow.slot - creation.slot > WEIGHTS.launch.bundleSlots) continue
    for (const tipper of window.tippers.get(flow.signature) ?? []) {
      if (tipper !== flow.owner) byTipper.set(tipper, [...(byTipper.get(tipper) ?? []), flow])
    }
  }
  for (const [tipper, group] of byTipper) mark(group, `Several buyers whose tips ${tipper} paid`)

  let run: ValuedFlow[] = []
  const early = first
    .filter(({ slot }) => slot - creation.slot <= WEIGHTS.launch.bundleSlots)
    .toSorted((a, b) => a.order - b.order)
  for (const flow of early) {
    const previous = run.at(-1)
    const isNext = previous && previous.slot === flow.slot && isNextInBlock(window, previous, flow)
    if (!isNext) {
      mark(run, 'Several first purchases side by side in one block at the launch')
      run = []
    }
    run.push(flow)
  }
  mark(run, 'Several first purchases side by side in one block at the launch')
  return found
}

function isNextInBlock({ entries }: Window, a: ValuedFlow, b: ValuedFlow): boolean {
  const indexA = entries[a.order]?.index ?? null
  const indexB = entries[b.order]?.index ?? null
  return indexA !== null && indexB !== null && indexB - indexA <= 1
}
