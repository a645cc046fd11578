import { formatPoints, LAMPORTS_PER_POINT, POINTS_PER_SOL } from '#contract/money.ts'
import type { ShortAnswer } from './short-answer.ts'
import type { Phrase } from '#server/modules/chat/assistant/phrase.ts'

/** Units of a balance as the shape of a phrase names them, in lamports. No market moves their rates. */
const LAMPORTS_IN = {
  ticker: Number(LAMPORTS_PER_POINT) * POINTS_PER_SOL,
  points: Number(LAMPORTS_PER_POINT),
  lamports: 1,
} as const
type Unit = keyof typeof LAMPORTS_IN

/** These do something with the amount. */
const MOVES = /\b(?:top up|add|pay|send|spend|refund|airdrop)\b/
const UNIT = /\b(?:ticker|points|lamports)\b/g
const GIVEN = /\b(?:amount (?:a )?|one |an? )(ticker|points|lamports)\b/
const ASKS_FOR_RATE = /\b(?:how (?:much|many)|to|per|one)\b/
/** Queries cost 1 POINT each. */
const ASKS_FOR_POINTS = /\b(?:query|analyze|research)\b/

/** Converts between SOL, POINTS and lamports: `40 points in SOL`, `how many queries for 1 SOL`, `2 SOL to lamports`. */
export function convertUnits({ shape: given, entities }: Phrase): ShortAnswer | null {
  const shape = given.replace(/\b(amount|one|an?) solana\b/, '$1 ticker')
  const { numbers, tickers } = entities
  const isOtherToken = tickers.some((ticker) => ticker !== 'SOL')
  if (isOtherToken || numbers.length > 1 || MOVES.test(shape)) return null
  const named = new Set((shape.match(UNIT) ?? []) as Unit[])
  if (named.size === 1 && named.has('ticker') && ASKS_FOR_POINTS.test(shape)) named.add('points')
  if (named.size !== 2) return null
  const [amount] = numbers
  if (amount === undefined && !(named.has('lamports') && ASKS_FOR_RATE.test(shape))) return null
  const source = GIVEN.exec(shape)?.[1] as Unit | undefined
  const from = source ?? (amount === undefined ? findLarger(named) : undefined)
  const to = [...named].find((unit) => unit !== from)
  if (from === undefined || to === undefined) return null
  return { id: 'points', text: describe(amount ?? 1, from, to), offers: ['balance', 'recharge'] }
}

const findLarger = (units: ReadonlySet<Unit>): Unit | undefined =>
  [...units].toSorted((a, b) => LAMPORTS_IN[b] - LAMPORTS_IN[a])[0]

function describe(amount: number, from: Unit, to: Unit): string {
  const result = (amount * LAMPORTS_IN[from]) / LAMPORTS_IN[to]
  if (from === 'lamports' || to === 'lamports') {
    return `${format(amount, from)} ${amount === 1 ? 'is' : 'are'} ${format(result, to)}. A lamport is the smallest unit of SOL.`
  }
  const points = from === 'points' ? Math.round(amount) : Math.floor(result + ROUNDING)
  return `${formatPoints(points)} ${points === 1 ? 'is' : 'are'} ${points / POINTS_PER_SOL} SOL: 1 POINT is 0.01 SOL and pays for one query.`
}

/** 0.29 SOL are 28.999999999999996 POINTS in binary fractions. */
const ROUNDING = 1e-6

function format(amount: number, unit: Unit): string {
  const digits = amount.toLocaleString('en-US', { maximumFractionDigits: 9 })
  if (unit === 'ticker') return `${digits} SOL`
  const name = unit === 'points' ? 'POINT' : 'lamport'
  return `${digits} ${amount === 1 ? name : unit === 'points' ? 'POINTS' : 'lamports'}`
}
