import type { Label } from '#contract/analysis/report.ts'

import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import type { Funder, TransferLink } from './clusters.ts'
import type { WalletCluster } from './wallet-cluster.ts'
import { makeLabel } from './label-table.ts'
import { abs } from '#engine/trades/pools.ts'
import type { Trader } from '#engine/books/trader.ts'
import { isTrade } from '#engine/trades/trades.ts'
import { WEIGHTS } from './weights.ts'

type Book = { trader: Trader; trades: ValuedFlow[]; volume: bigint; isFlat: boolean }

/** The clusters and links that each wallet is in, and who funded it. */
type Relations = {
  clustersOf: ReadonlyMap<string, readonly WalletCluster[]>
  linksOf: ReadonlyMap<string, readonly TransferLink[]>
  funders: ReadonlyMap<string, Funder>
}

export type WashTrades = {
  books: ReadonlyMap<string, Book>
  /** Labels of wallets that trade with themselves. */
  alone: ReadonlyMap<string, Label>
  /** Labels of wallets that repeatedly traded with the same other one. */
  meetings: ReadonlyMap<string, Label>
}

/** Computes the findings that do not depend on which wallets are linked. */
export function readWashTrades(
  flows: readonly ValuedFlow[],
  traders: readonly Trader[],
): WashTrades {
  const books = new Map<string, Book>()
  for (const trader of traders) {
    const trades = trader.flows.filter(isTrade)
    if (trades.length > 0) books.set(trader.address, makeBook(trader, trades))
  }
  const meetings = new Map<string, Label>()
  for (const [a, b, proof] of findMeetings(flows, books)) {
    for (const [address, partner] of [
      [a, b],
      [b, a],
    ] as const) {
      if (meetings.has(address)) continue
      const reason = `Most of its volume met ${partner} the other way within ${WEIGHTS.wash.matchSlots} slots, ending where it began`
      meetings.set(address, makeLabel('wash', reason, proof))
    }
  }
  const alone = new Map<string, Label>()
  for (const [address, book] of books) {
    const added = findWashAmongLinked(book, [])
    if (added) alone.set(address, added)
  }
  return { books, alone, meetings }
}

/**
 * Labels wallets whose position ends where it began and whose volume mostly returns within three slots: from
 * themselves, from a linked wallet, or repeatedly from the same other wallet.
 */
export function findWashes(
  { books, alone, meetings }: WashTrades,
  relations: Relations,
): Map<string, Label> {
  const found = new Map<string, Label>(meetings)
  for (const [address, book] of books) {
    const partners = [...findLinked(address, relations)].flatMap((other) => books.get(other) ?? [])
    const among = partners.length > 0 ? findWashAmongLinked(book, partners) : null
    const added = among ?? alone.get(address)
    if (added) found.set(address, added)
  }
  return found
}

function makeBook(trader: Trader, trades: ValuedFlow[]): Book {
  const { volume, net } = sumTrades(trades)
  return { trader, trades, volume, isFlat: abs(net) * WEIGHTS.wash.netDivisor < volume }
}

function sumTrades(trades: readonly ValuedFlow[]): { volume: bigint; net: bigint } {
  let volume = 0n
  let net = 0n
  for (const { kind, tokens } of trades) {
    volume += tokens
    net += kind === 'BUY' ? tokens : -tokens
  }
  return { volume, net }
}

function findWashAmongLinked(own: Book, partners: readonly Book[]): Label | null {
  const all = [...own.trades, ...partners.flatMap(({ trades }) => trades)]
  if (all.length < WEIGHTS.wash.trades) return null
  const { volume, net } = sumTrades(all)
  if (abs(net) * WEIGHTS.wash.netDivisor >= volume) return null

  const sorted = all.toSorted((a, b) => a.order - b.order)
  const used = new Set<ValuedFlow>()
  const proof: string[] = []
  let matched = 0n
  for (const [at, flow] of sorted.entries()) {
    if (used.has(flow)) continue
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next]
      if (!other || other.slot - flow.slot > WEIGHTS.wash.matchSlots) break
      if (used.has(other) || !isMatch(flow, other, WEIGHTS.wash.linkedDivisor)) continue
      used.add(flow).add(other)
      proof.push(flow.signature, other.signature)
      break
    }
  }
  for (const flow of own.trades) if (used.has(flow)) matched += flow.tokens
  if (matched * 100n < own.volume * WEIGHTS.wash.matchedPercent) return null
  const percent = Number((matched * 100n) / own.volume)
  const reason = `${percent} % of its volume came back within ${WEIGHTS.wash.matchSlots} slots, ending where it began`
  return makeLabel('wash', reason, proof)
}

function isMatch(a: ValuedFlow, b: ValuedFlow, divisor: bigint): boolean {
  const larger = a.tokens > b.tokens ? a.tokens : b.tokens
  return a.kind !== b.kind && abs(a.tokens - b.tokens) * divisor <= larger
}

/** Returns pairs of flat wallets that repeatedly trade against each other, with the signatures that prove it. */
function findMeetings(
  flows: readonly ValuedFlow[],
  books: ReadonlyMap<string, Book>,
): [string, string, string[]][] {
  const trades = flows.filter((flow) => isTrade(flow) && books.get(flow.owner)?.isFlat === true)
  const meetings = new Map<string, { a: string; b: string; flows: Set<ValuedFlow> }>()
  for (const [at, flow] of trades.entries()) {
    for (let next = at + 1; next < Math.min(trades.length, at + WEIGHTS.wash.neighbors); next++) {
      const other = trades[next]
      if (!other || other.slot - flow.slot > WEIGHTS.wash.matchSlots) break
      if (other.owner === flow.owner || !isMatch(flow, other, WEIGHTS.wash.strangerDivisor))
        continue
      const [a = '', b = ''] = [flow.owner, other.owner].toSorted()
      const meeting = meetings.get(`${a} ${b}`) ?? { a, b, flows: new Set<ValuedFlow>() }
      meeting.flows.add(flow).add(other)
      meetings.set(`${a} ${b}`, meeting)
    }
  }
  const pairs: [string, string, string[]][] = []
  for (const { a, b, flows: met } of meetings.values()) {
    if (met.size < WEIGHTS.wash.meetings * 2) continue
    const isMost = [a, b].every((address) => {
      const own = [...met].filter(({ owner }) => owner === address)
      const volume = sumTrades(own).volume
      return volume * 100n >= (books.get(address)?.volume ?? 0n) * WEIGHTS.wash.matchedPercent
    })
    if (isMost) pairs.push([a, b, [...met].map(({ signature }) => signature)])
  }
  return pairs
}

function findLinked(address: string, { clustersOf, linksOf, funders }: Relations): Set<string> {
  const linked = new Set<string>()
  for (const { members } of clustersOf.get(address) ?? []) {
    for (const member of members) linked.add(member)
  }
  for (const { from, to } of linksOf.get(address) ?? []) {
    if (from === address) linked.add(to)
    if (to === address) linked.add(from)
  }
  const funder = funders.get(address)?.address
  if (funder !== undefined) {
    const siblings = [...funders].filter(([, { address: theirs }]) => theirs === funder)
    // A funder of many wallets is a public service, so it links no wallets.
    if (siblings.length <= WEIGHTS.wash.siblings) for (const [other] of siblings) linked.add(other)
    linked.add(funder)
  }
  linked.delete(address)
  return linked
}
