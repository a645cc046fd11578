import { LRUCache } from 'lru-cache'
import {
  MAX_ALERT_FACTOR,
  MAX_WAITING_ALERTS,
  SOL_MINT,
  type AlertDirection,
  type PriceAlert,
  type TokenPrice,
} from '#contract/analysis/alerts.ts'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { Database } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { shortenAddress } from '#server/lib/text/shorten-address.ts'
import { lookUpMint, readAddress, readTexts } from '#server/modules/analysis/analysis-request.ts'
import { isUnavailable } from '#server/modules/analysis/watched/trade-reader.ts'
import { deleteAlert, listAlerts, saveAlert, type AlertRow } from './alert-repository.ts'
import { readPoolPrice, type PoolPrice, type PriceParts } from './token-price.ts'

const TIMEOUT_MS = 12_000
/** Maximum number of cached prices. A token without a new transaction is not read again. */
const MAX_KNOWN = 1_000
/** A price may also change with that of SOL. */
const KNOWN_MS = 300_000

export type PriceAlerts = ReturnType<typeof createPriceAlerts>

/** Creates the service for the alerts that users set on prices. */
export function createPriceAlerts({ db, ...prices }: PriceParts & { db: Database }) {
  const known = new LRUCache<string, PoolPrice>({ max: MAX_KNOWN, ttl: KNOWN_MS })
  const parts = { ...prices, known }
  return {
    readPrice: (address: string) => readTokenPrice(parts, address),

    async list(userId: string, page: { offset: number; limit: number }): Promise<Page<PriceAlert>> {
      const found = await listAlerts(db, { userId, ...page })
      return { ...found, rows: found.rows.map(toAlert) }
    },

    /**
     * Throws the errors of `readTokenPrice`, `CONFLICT` for a price that is reached already, and `RATE_LIMITED` when too
     * many alerts of the user wait. `now` is the current price. Without a direction, it follows from that price.
     * Deletes the alert `replacedId`, if any, once nothing refuses the new one.
     */
    async create(
      userId: string,
      given: {
        contract_address: string
        direction: AlertDirection | undefined
        price: number
        replacedId?: string | undefined
      },
    ): Promise<{ alert: PriceAlert; now: number }> {
      const { price } = given
      const token = await readTokenPrice(parts, given.contract_address)
      const direction = given.direction ?? (price > token.price ? 'above' : 'below')
      refuseAbsurd(token, price)
      refuseReached(token, direction, price)
      const { contract_address, symbol } = token
      const alert = { id: uuidv7(), userId, contract_address, symbol, direction, price }
      const saved = await db.transaction(async (tx) => {
        await lockUser(tx, userId)
        if (given.replacedId !== undefined) await deleteAlert(tx, userId, given.replacedId)
        const row = await saveAlert(tx, alert, MAX_WAITING_ALERTS)
        if (row !== undefined) return row
        throw createCapError(`You have ${MAX_WAITING_ALERTS} price alerts. Delete one first`)
      })
      return { alert: toAlert(saved), now: token.price }
    },

    /** Throws `NOT_FOUND` if the user has no such alert. */
    async remove(userId: string, id: string): Promise<void> {
      if (isUuid(id) && (await deleteAlert(db, userId, id))) return
      throw new AppError('NOT_FOUND', 'You have no such price alert')
    },
  }
}

type Known = LRUCache<string, PoolPrice>

/** Throws `INVALID_ADDRESS`, `ADDRESS_UNKNOWN`, `NOT_A_MINT`, `NO_PRICE` and `CHAIN_UNAVAILABLE`. */
async function readTokenPrice(
  parts: PriceParts & { known: Known },
  given: string,
): Promise<TokenPrice> {
  const address = readAddress(given, 'contract_address')
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  if (address === SOL_MINT) {
    const usd = (await parts.price?.({ signal })) ?? null
    if (usd === null) throw new AppError('NO_PRICE', 'No price of SOL in dollars is known here.')
    return { contract_address: address, symbol: 'SOL', unit: 'USD', price: usd }
  }
  try {
    const mint = await lookUpMint(parts.rpc, address, signal)
    const last = parts.known.get(address)
    const [{ symbol }, found = last] = await Promise.all([
      readTexts(parts.rpc, mint, signal),
      readPoolPrice(parts, { mint: address, since: last?.newest, signal }),
    ])
    if (found !== undefined && found !== last) parts.known.set(address, found)
    if (found === undefined || found.price === null) {
      throw new AppError('NO_PRICE', 'This token has no pool with a price.')
    }
    return { contract_address: address, symbol, unit: 'SOL', price: found.price }
  } catch (error) {
    if (isUnavailable(error) || error instanceof RpcError || signal.aborted) {
      throw new AppError('CHAIN_UNAVAILABLE', 'The chain did not return the price. Try again.')
    }
    throw error
  }
}

function refuseAbsurd({ price: now }: TokenPrice, price: number): void {
  const factor = price / now
  if (factor <= MAX_ALERT_FACTOR && factor >= 1 / MAX_ALERT_FACTOR) return
  throw new AppError(
    'VALIDATION_FAILED',
    'Choose a price at most a million times above or below the present one.',
  )
}

function refuseReached(token: TokenPrice, direction: AlertDirection, price: number): void {
  const isReached = direction === 'above' ? token.price >= price : token.price <= price
  if (!isReached) return
  const now = formatAlertPrice(token.price, token.unit)
  const wanted = formatAlertPrice(price, token.unit)
  const other = direction === 'above' ? 'falls' : 'rises'
  throw new AppError(
    'CONFLICT',
    `${nameAlertToken(token)} is at ${now}, already ${direction} ${wanted}. You can set an alert for when it ${other} to ${wanted}.`,
  )
}

export const nameAlertToken = ({
  symbol,
  contract_address: address,
}: Pick<TokenPrice, 'symbol' | 'contract_address'>): string => symbol ?? shortenAddress(address)

/** `0.0000123 SOL` or `$150.5`. */
export function formatAlertPrice(price: number, unit: TokenPrice['unit']): string {
  const text = price.toLocaleString('en-US', { maximumSignificantDigits: 5 })
  return unit === 'USD' ? `$${text}` : `${text} SOL`
}

const toAlert = ({
  created_at: createdAt,
  fired_at: at,
  fired_price: price,
  ...alert
}: AlertRow): PriceAlert => ({
  ...alert,
  unit: alert.contract_address === SOL_MINT ? 'USD' : 'SOL',
  created_at: createdAt.toISOString(),
  fired: at === null || price === null ? null : { at: at.toISOString(), price },
})
