import { formatNumber } from '#contract/numbers.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { PaymentRequest } from '#contract/payments.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { encodeBase58 } from '#solana/base58.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import { countOpenOrders, insertBlockhash, openOrder, type NewOrder } from './orders-repository.ts'
import {
  checkNetwork,
  parseAmountLamports,
  parseCurrency,
  parsePayer,
  type PaymentLimits,
} from './payment-input.ts'
import { ANY_PAYER, type Currency, type OrderToken, type PaymentOrder } from './payment-order.ts'
import {
  computeAmountBeforeFees,
  readTransferFees,
  type TransferFee,
} from '#solana/transfer-fee.ts'

/** Order lifetime. Late payments are still credited. */
const ORDER_TTL_MS = 15 * 60 * 1000
const NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The product's token as a means of payment; amounts in raw units. */
export type PaymentToken = {
  readonly mint: string
  readonly program: string
  readonly decimals: number
  /** Raw token units per POINT. */
  readonly rawPerPoint: bigint
  /** The treasury's token account. */
  readonly destination: string
  readonly hasTransferFee: boolean
}

export type CreatePaymentInput = {
  readonly user: { readonly id: string; readonly walletAddresses: readonly string[] }
  readonly body: {
    readonly amount_lamports?: unknown
    readonly payer_wallet?: unknown
    readonly any_payer?: boolean | undefined
    readonly network?: unknown
    readonly currency?: unknown
  }
}

type Dependencies = {
  db: Database
  rpc: Pick<SolanaRpc, 'getLatestBlockhash' | 'getAccountInfo'>
  receiver: string
  network: string
  limits: PaymentLimits
  maxOpenOrders: number
  token: PaymentToken | null
  now: () => number
}

/**
 * Creates a top-up order, or returns the open one for the same payer, amount and currency with a fresh blockhash.
 * Throws `AppError` for bad input before any chain request.
 */
export function createPaymentOpener(dependencies: Dependencies) {
  const { db, rpc, receiver, network, limits, maxOpenOrders, token, now } = dependencies

  async function openFor(
    user: CreatePaymentInput['user'],
    wanted: { amountLamports: bigint; payerWallet: string; currency: Currency },
  ): Promise<PaymentRequest> {
    const { amountLamports, payerWallet, currency } = wanted
    const latest = await rpc.getLatestBlockhash({ commitment: 'confirmed' })
    const fees = currency === 'TOKEN' ? await readFees() : []
    const createdAt = new Date(now())
    const fresh: NewOrder = {
      paymentId: uuidv7(),
      orderId: uuidv7(),
      orderNumber: createOrderNumber(createdAt),
      userId: user.id,
      network,
      receiver,
      payerWallet,
      isPayerLinked: user.walletAddresses.includes(payerWallet),
      currency,
      amountLamports,
      token: currency === 'TOKEN' && token !== null ? priceInToken(amountLamports, token) : null,
      reference: encodeBase58(randomBytes(32)),
      createdSlot: latest.slot,
      lastValidBlockHeight: latest.lastValidBlockHeight,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + ORDER_TTL_MS),
    }
    const order = await db.transaction(async (tx) => {
      await lockUser(tx, user.id)
      const opened = await openOrder(tx, fresh)
      const { paymentId } = opened
      if (paymentId === fresh.paymentId) await checkOpenOrders(tx, user.id)
      await insertBlockhash(tx, { paymentId, blockhash: latest.blockhash, issuedAt: createdAt })
      return opened
    })
    return paymentRequest(order, latest, fees)
  }

  /** Counts the new order as well; a refusal rolls it back. */
  async function checkOpenOrders(tx: Queryable, userId: string): Promise<void> {
    const { count, firstEndsAt } = await countOpenOrders(tx, userId)
    if (count <= maxOpenOrders) return
    throw createCapError(
      `You have ${formatNumber(maxOpenOrders)} unpaid orders. Pay or cancel one`,
      (firstEndsAt.getTime() - now()) / 1000,
    )
  }

  /** Read for every order, because a mint's authority may change its fee. */
  async function readFees(): Promise<TransferFee[]> {
    if (token === null || !token.hasTransferFee) return []
    const mint = await rpc.getAccountInfo(token.mint)
    return mint === null ? [] : readTransferFees(mint)
  }

  return async ({ user, body }: CreatePaymentInput): Promise<PaymentRequest> => {
    checkNetwork(body.network, network)
    const amountLamports = parseAmountLamports(body.amount_lamports, limits)
    const payerWallet =
      body.any_payer === true ? ANY_PAYER : parsePayer(body.payer_wallet, receiver)
    const currency = parseCurrency(body.currency, token !== null)
    return openFor(user, { amountLamports, payerWallet, currency })
  }
}

/** Rounds up, so an exact payment is never worth less than its credit. */
function priceInToken(
  amountLamports: bigint,
  { mint, program, destination, decimals, rawPerPoint }: PaymentToken,
): OrderToken {
  const rawAmount = (amountLamports * rawPerPoint + LAMPORTS_PER_POINT - 1n) / LAMPORTS_PER_POINT
  return { mint, program, destination, decimals, rawAmount }
}

/** Returns for example `R261120-7K3M9QXA`: the day and eight random characters, short enough to read out. */
export function createOrderNumber(at: Date): string {
  const day = at.toISOString().slice(2, 10).replaceAll('-', '')
  const characters = Array.from(
    { length: 8 },
    () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)],
  )
  return `R${day}-${characters.join('')}`
}

const paymentRequest = (
  order: PaymentOrder,
  latest: { blockhash: string; lastValidBlockHeight: number },
  fees: readonly TransferFee[],
): PaymentRequest => ({
  payment_id: order.paymentId,
  order_id: order.orderId,
  order_number: order.orderNumber,
  receiver: order.receiver,
  recentBlockhash: latest.blockhash,
  reference: order.reference,
  amount_lamports: Number(order.amountLamports),
  currency: order.currency,
  expires_at: order.expiresAt.toISOString(),
  last_valid_block_height: latest.lastValidBlockHeight,
  network: order.network,
  ...(order.token === null
    ? {}
    : {
        token: {
          mint: order.token.mint,
          raw_amount: order.token.rawAmount.toString(),
          ...(fees.length === 0
            ? {}
            : { transfer_amount: computeAmountBeforeFees(order.token.rawAmount, fees).toString() }),
          decimals: order.token.decimals,
          program: order.token.program,
          destination: order.token.destination,
        },
      }),
})
