import type { Label } from '#contract/analysis-report.ts'

import type { ValuedFlow } from './accounting.ts'
import { label, type LabelContext } from './label.ts'
import { abs } from './pools.ts'
import type { Trader } from './trader.ts'
import { isTrade } from './trades.ts'

const MATCH_SLOTS = 3
/** Amounts within one per cent count as the same. */
const MATCH_DIVISOR = 100n
const MATCHED_SHARE = 60n
/** The position changed by less than a twentieth of the volume. */
const NET_DIVISOR = 20n
const LEAST_TRADES = 4

/** Most of its volume comes back within three slots, from itself or from a wallet linked to it. */
export function washLabel(trader: Trader, context: LabelContext): Label[] {
  if (trader.position.buys === 0 && trader.position.sells === 0) return []
  const linked = linkedTo(trader.address, context)
  const partners = context.traders.filter(({ address }) => linked.has(address))
  const own = trader.flows.filter(isTrade)
  const theirs = partners.flatMap(({ flows }) => flows.filter(isTrade))
  const all = [...own, ...theirs]
  if (all.length < LEAST_TRADES) return []

  let volume = 0n
  let net = 0n
  for (const { kind, tokens } of all) {
    volume += tokens
    net += kind === 'BUY' ? tokens : -tokens
  }
  if (abs(net) * NET_DIVISOR >= volume) return []

  const used = new Set<ValuedFlow>()
  let ownVolume = 0n
  let matched = 0n
  const proof: string[] = []
  for (const flow of own) {
    ownVolume += flow.tokens
    if (used.has(flow)) {
      matched += flow.tokens
      continue
    }
    const match = all.find((other) => !used.has(other) && other !== flow && isMatch(flow, other))
    if (!match) continue
    used.add(flow)
    used.add(match)
    matched += flow.tokens
    proof.push(flow.signature, match.signature)
  }
  if (ownVolume === 0n || matched * 100n < ownVolume * MATCHED_SHARE) return []
  const share = Number((matched * 100n) / ownVolume)
  const reason = `${share} % of its volume came back within ${MATCH_SLOTS} slots, ending where it began`
  return [label('wash', true, reason, proof)]
}

function isMatch(a: ValuedFlow, b: ValuedFlow): boolean {
  return (
    a.kind !== b.kind &&
    Math.abs(a.slot - b.slot) <= MATCH_SLOTS &&
    abs(a.tokens - b.tokens) * MATCH_DIVISOR <= (a.tokens > b.tokens ? a.tokens : b.tokens)
  )
}

function linkedTo(address: string, { clusters, links, funders }: LabelContext): Set<string> {
  const linked = new Set<string>()
  for (const { members } of clusters) {
    if (members.includes(address)) for (const member of members) linked.add(member)
  }
  for (const { from, to } of links) {
    if (from === address) linked.add(to)
    if (to === address) linked.add(from)
  }
  const funder = funders.get(address)?.address
  if (funder !== undefined) {
    for (const [other, { address: theirs }] of funders) if (theirs === funder) linked.add(other)
    linked.add(funder)
  }
  linked.delete(address)
  return linked
}
