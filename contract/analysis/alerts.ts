import * as z from 'zod/mini'
import { namedObject } from '#contract/endpoint/described.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { DELETE_ONE, Id } from '#contract/endpoint/ids.ts'
import { OUTSIDE_CALL } from '#contract/endpoint/limits.ts'
import { GET_PAGE, listOf, statusEnvelope } from '#contract/endpoint/lists.ts'

/** Address of wrapped SOL. An alert on it is on the price of SOL in US dollars. */
export const SOL_MINT = 'So11111111111111111111111111111111111111112'
/** Alerts of one user that wait for their price. */
export const MAX_WAITING_ALERTS = 20
/** An alert is at most this many times above or below the current price. */
export const MAX_ALERT_FACTOR = 1_000_000
const MAX_PRICE = 1e15

const Direction = z.enum(['above', 'below'])
export type AlertDirection = z.infer<typeof Direction>

const Token = {
  contract_address: z.string(),
  /** Null for a token without a symbol. */
  symbol: z.nullable(z.string()),
  /** Unit of the price: SOL for a token, US dollars for SOL itself. */
  unit: z.enum(['SOL', 'USD']),
}

const TokenPrice = namedObject('TokenPrice', {
  ...Token,
  /** Price of one token in its deepest pool. */
  price: z.number(),
})
export type TokenPrice = z.infer<typeof TokenPrice>

const PriceAlert = namedObject('PriceAlert', {
  id: z.string(),
  ...Token,
  /** `above`: when the price rises to `price` or higher. */
  direction: Direction,
  price: z.number(),
  /** ISO 8601. */
  created_at: z.string(),
  /** Null while the alert waits. */
  fired: z.nullable(z.object({ at: z.string(), price: z.number() })),
})
export type PriceAlert = z.infer<typeof PriceAlert>

const PRICE_ERRORS = [
  'INVALID_ADDRESS',
  'ADDRESS_UNKNOWN',
  'NOT_A_MINT',
  'NO_PRICE',
  'CHAIN_UNAVAILABLE',
] as const

export const readTokenPrice = endpoint({
  name: 'readTokenPrice',
  path: '/analysis/price',
  summary: 'Price of a token in its deepest pool now; of SOL in US dollars',
  limits: OUTSIDE_CALL,
  errors: PRICE_ERRORS,
  query: z.object({ address: Id }),
  response: statusEnvelope(TokenPrice),
})

export const listPriceAlerts = endpoint({
  name: 'listPriceAlerts',
  path: '/analysis/alerts',
  summary: 'Price alerts of the caller: those that wait, then those reached in the last 30 days',
  ...GET_PAGE,
  response: listOf(PriceAlert),
})

export const createPriceAlert = endpoint({
  name: 'createPriceAlert',
  method: 'POST',
  path: '/analysis/alerts',
  summary: 'Notify the caller once when a price is reached; returns an equal alert that waits',
  limits: OUTSIDE_CALL,
  errors: [...PRICE_ERRORS, 'CONFLICT'],
  body: z.object({
    /** A token, or `SOL_MINT`. */
    contract_address: Id,
    direction: Direction,
    price: z
      .number()
      .check(z.gt(0, 'Must be more than 0'), z.lte(MAX_PRICE, `Must be at most ${MAX_PRICE}`)),
  }),
  response: statusEnvelope(PriceAlert),
})

export const deletePriceAlert = endpoint({
  name: 'deletePriceAlert',
  path: '/analysis/alerts/{id}',
  summary: 'Delete a price alert',
  ...DELETE_ONE,
  response: z.object({}),
})
