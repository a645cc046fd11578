import type { FastifyInstance } from 'fastify'
import { DEFAULT_LIMITS, type LimitSettings } from '#contract/endpoint/limits.ts'
import {
  balance,
  balanceChanges as balanceChangesEndpoint,
  balanceHistory as balanceHistoryEndpoint,
  cancelPayment as cancelPaymentEndpoint,
  consumptionHistory as consumptionHistoryEndpoint,
  createPayment,
  demoTokens,
  rechargeHistory as rechargeHistoryEndpoint,
  statementCsv,
  verifyPayment,
} from '#contract/payments.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { fileRoute, route } from '#server/http/route.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { giveDemoTokens, type TokenFaucet } from '#server/modules/payments/deposits/demo-tokens.ts'
import { createSettlement } from '#server/modules/payments/deposits/settle-deposit.ts'
import { cancelPayment } from '#server/modules/payments/orders/cancel-payment.ts'
import {
  createPaymentOpener,
  type PaymentToken,
} from '#server/modules/payments/orders/create-payment.ts'
import {
  readBalanceChanges,
  readConsumptionHistory,
  readRechargeHistory,
} from '#server/modules/payments/orders/payment-history.ts'
import type { PaymentLimits } from '#server/modules/payments/orders/payment-input.ts'
import {
  writeConsumptionStatement,
  writeRechargeStatement,
} from '#server/modules/payments/orders/statement.ts'
import { createPaymentVerifier } from '#server/modules/payments/orders/verify-payment.ts'
import { readBalanceSeries, readBalances } from './wallet-balance.ts'

export type PaymentServices = {
  db: Database
  ledger: Pick<
    Ledger,
    | 'getBalance'
    | 'credit'
    | 'listConsumption'
    | 'readConsumptionBatches'
    | 'findWelcomeGrant'
    | 'getBalanceHistory'
    | 'listBalanceChanges'
  >
  rpc: SolanaRpc
  receiver: string
  network: string
  now: () => number
  limits: PaymentLimits
  dustBelowLamports: bigint
  caps?: LimitSettings
  /** The product's token. Without one, only SOL is accepted. */
  token?: PaymentToken | null
  /** Null: the balance has no value in dollars. */
  price?: SolPrice | null
  /** Only on localnet. */
  faucet?: TokenFaucet | null
}

export function registerPaymentRoutes(app: FastifyInstance, services: PaymentServices): void {
  registerOrderRoutes(app, services)
  registerHistoryRoutes(app, services)
  const { rpc, token = null, faucet = null } = services
  route(app, demoTokens, async ({ body }) => {
    const data = await giveDemoTokens({ rpc, token, faucet }, body.wallet_address)
    return { success: true, message: 'The wallet holds demo tokens', data }
  })
}

function registerOrderRoutes(app: FastifyInstance, services: PaymentServices): void {
  const { db, ledger, rpc, receiver, network, now, limits, dustBelowLamports } = services
  const { token = null, caps = DEFAULT_LIMITS } = services
  const settlement = createSettlement({ db, ledger, network, dustBelowLamports, now })
  const open = createPaymentOpener({
    db,
    rpc,
    receiver,
    network,
    limits,
    maxOpenOrders: caps.openOrders,
    token,
    now,
  })
  const verify = createPaymentVerifier({ db, rpc, settlement, ledger, network })

  route(app, createPayment, async (context) => ({
    success: true,
    message: 'Payment request created',
    data: await context.withIdempotencyKey(() => open(context)),
  }))

  route(app, verifyPayment, (context) =>
    verify({
      user: context.user,
      body: context.body,
      bindKey: () => context.withIdempotencyKey(bound),
    }),
  )

  route(app, cancelPaymentEndpoint, async (context) => {
    const { paymentId, status } = await cancelPayment(db, {
      userId: context.user.id,
      paymentId: context.body.payment_id,
      bindKey: () => context.withIdempotencyKey(bound),
    })
    return { success: true, message: 'Order cancelled', data: { payment_id: paymentId, status } }
  })
}

function registerHistoryRoutes(app: FastifyInstance, services: PaymentServices): void {
  const { db, ledger, rpc, price = null, now } = services
  route(app, balance, ({ user, query }) =>
    readBalances(
      { rpc, ledger, price, now },
      { userId: user.id, walletAddress: query.wallet_address },
    ),
  )

  route(app, rechargeHistoryEndpoint, ({ user, query }) =>
    readRechargeHistory({ db, ledger }, { userId: user.id, ...query }),
  )

  route(app, consumptionHistoryEndpoint, ({ user, query }) =>
    readConsumptionHistory(ledger, {
      userId: user.id,
      offset: query.offset,
      limit: query.limit,
      type: query.consumption_type,
    }),
  )

  route(app, balanceChangesEndpoint, ({ user, query }) =>
    readBalanceChanges(ledger, { userId: user.id, ...query }),
  )

  route(app, balanceHistoryEndpoint, ({ user, query }) =>
    readBalanceSeries(ledger, { userId: user.id, days: query.days }),
  )

  fileRoute(app, statementCsv, async ({ user, query: { kind, consumption_type: type } }) => ({
    content:
      kind === 'recharge'
        ? writeRechargeStatement(db.slowReads, { userId: user.id })
        : writeConsumptionStatement(
            ledger.readConsumptionBatches({
              userId: user.id,
              ...(type === undefined ? {} : { type }),
            }),
          ),
    contentType: 'text/csv; charset=utf-8',
    fileName: `${kind}-statement.csv`,
  }))
}

const bound = async () => null
