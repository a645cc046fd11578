import * as z from 'zod/mini'
import { endpoint } from './endpoint/endpoint.ts'
import { IdText, lenient, lenientNumber } from './endpoint/lenient.ts'
import { GET_PAGE, listOf, PageQuery, wholeNumber } from './endpoint/lists.ts'
import { LAMPORTS_PER_POINT } from './money.ts'
import { BIG_READ, CHAIN_READ, CHANGE, FAUCET, LASTING, READ } from './endpoint/limits.ts'
import { named, namedObject, unchecked } from './endpoint/described.ts'

/** Names of what a charge pays for. A paid tool without an entry uses a general name. */
export const CONSUMPTION_LABELS = {
  WALLET_FINDER: 'Wallet Finder',
  CA_ANALYSIS: 'CA Analysis',
  PREMIUM_FEATURE: 'Premium Feature',
} as const
export type ConsumptionType = keyof typeof CONSUMPTION_LABELS
export const ConsumptionType = named(
  'ConsumptionType',
  z.enum(Object.keys(CONSUMPTION_LABELS) as ConsumptionType[]),
)
export type ConsumptionStatus = 'SUCCESS' | 'FAILED' | 'REFUNDED'
export type RechargeStatus = 'PENDING' | 'PAID' | 'CANCELLED' | 'EXPIRED'
/** `settled`: final on the chain. `missing`: vanished from the chain. `reversed`: lost its credit. */
export type Settlement = 'confirmed' | 'settled' | 'missing' | 'reversed'

const Text = z.string().check(z.maxLength(1024))
const NetworkName = unchecked({
  type: 'string',
  description: 'Must be the network of the server; that one when left out',
})

const TokenPayment = namedObject('TokenPayment', {
  mint: z.string(),
  /** Raw units that the treasury must receive. */
  raw_amount: z.string(),
  /** Raw units to send: more than `raw_amount` if the mint takes a transfer fee. */
  transfer_amount: z.optional(z.string()),
  decimals: z.number(),
  program: z.string(),
  /** Token account of the treasury. */
  destination: z.string(),
})

const PaymentRequest = namedObject('PaymentRequest', {
  payment_id: IdText,
  order_id: IdText,
  /** For people, as in the recharge history. */
  order_number: lenient(z.string()),
  receiver: z.string().check(z.minLength(1)),
  /** For the transaction, valid until `last_valid_block_height`. */
  recentBlockhash: z.string().check(z.minLength(1)),
  amount_lamports: lenient(z.union([z.number(), z.string()])),
  currency: lenient(z.string()),
  /** Key that the transfer lists as an extra account, so that the payment names its order. */
  reference: lenient(z.string()),
  /** ISO 8601. */
  expires_at: lenient(z.string()),
  last_valid_block_height: lenient(z.number()),
  network: lenient(z.string()),
  token: lenient(TokenPayment),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

export const createPayment = endpoint({
  name: 'createPayment',
  method: 'POST',
  path: '/web3/solana/create-payment',
  summary: 'Open a recharge order; the same open order comes back for the same payer and amount',
  idempotent: true,
  limits: LASTING,
  caps: ['openOrders'],
  errors: ['NETWORK_MISMATCH', 'INVALID_ADDRESS', 'INVALID_AMOUNT', 'CHAIN_UNAVAILABLE'],
  body: z.object({
    amount_lamports: unchecked({
      type: 'integer',
      minimum: Number(LAMPORTS_PER_POINT),
      description: 'Whole lamports, at least one POINT',
    }),
    payer_wallet: z.optional(
      unchecked({
        type: 'string',
        description: 'The wallet that will pay; left out with `any_payer`',
      }),
    ),
    /** Any wallet may pay, with the order's reference, as after scanning a code with a phone. */
    any_payer: z.optional(z.boolean()),
    network: z.optional(NetworkName),
    currency: z.optional(
      unchecked({ type: 'string', enum: ['SOL', 'TOKEN'], description: 'SOL when left out' }),
    ),
  }),
  response: z.object({
    success: lenient(z.boolean()),
    message: lenient(z.string()),
    data: lenient(PaymentRequest),
  }),
})

/** Reasons why a transaction does not pay its order. */
export const REJECTION_KEYS = [
  'execution',
  'amount',
  'receiver',
  'payer',
  'reference',
  'time',
  'signature',
  'order',
] as const
export type RejectionKey = (typeof REJECTION_KEYS)[number]

export const verifyPayment = endpoint({
  name: 'verifyPayment',
  method: 'POST',
  path: '/web3/solana/verify-payment',
  summary: 'Ask whether a transaction pays an order; credits it exactly once',
  idempotent: true,
  limits: CHAIN_READ,
  errors: ['NETWORK_MISMATCH', 'INVALID_SIGNATURE', 'PAYMENT_NOT_FOUND'],
  body: z.object({
    payment_id: unchecked({ type: 'string' }),
    transaction_signature: unchecked({ type: 'string', description: '64 bytes in base58' }),
    order_id: unchecked({ type: 'string' }),
    network: z.optional(NetworkName),
  }),
  response: z.object({
    success: lenient(z.boolean()),
    message: lenient(z.string()),
    /** One of `REJECTION_KEYS` if the transaction does not pay the order. */
    errors: lenient(z.record(z.string(), z.unknown())),
    data: lenient(
      z.looseObject({
        verified: lenient(z.boolean()),
        status: lenient(z.string()),
        credited_lamports: lenient(z.string()),
        /** The caller's balance including this credit. */
        balance_lamports: lenient(z.string()),
        /** True when the transaction can no longer land. */
        can_pay_again: lenient(z.boolean()),
      }),
    ),
  }),
})
export type VerificationResult = z.infer<typeof verifyPayment.response>

export const cancelPayment = endpoint({
  name: 'cancelPayment',
  method: 'POST',
  path: '/web3/solana/cancel-payment',
  summary: 'Cancel a pending order; money that still arrives is credited',
  idempotent: true,
  limits: CHANGE,
  errors: ['PAYMENT_NOT_FOUND'],
  body: z.object({ payment_id: Text }),
  response: z.object({
    success: z.boolean(),
    message: z.optional(z.string()),
    data: z.object({ payment_id: z.string(), status: z.string() }),
  }),
})

const Amount = lenient(z.union([z.number(), z.string()]))

export const WalletBalances = named(
  'WalletBalances',
  z.looseObject({
    success: lenient(z.boolean()),
    /** In SOL on the chain; null without `wallet_address` or if the chain does not answer. */
    wallet_balance: Amount,
    /** The caller's balance in the product, in SOL. */
    user_sol_balance: Amount,
    /** `user_sol_balance` in US dollars; null without a price. */
    usdValue: Amount,
    /** US dollars for one SOL; null while no price is known. */
    usd_per_sol: Amount,
    lastUpdated: lenient(z.union([z.string(), z.number()])),
  }),
)
export type WalletBalances = z.infer<typeof WalletBalances>

export const balance = endpoint({
  name: 'balance',
  path: '/web3/solana/balance',
  summary: 'Balance of the account and of a wallet, in SOL',
  limits: READ,
  errors: ['INVALID_ADDRESS'],
  query: z.object({ wallet_address: z.optional(Text) }),
  response: WalletBalances,
})

export const RechargeRecord = named(
  'RechargeRecord',
  z.looseObject({
    order_id: lenient(z.union([z.string(), z.number()])),
    order_number: lenient(z.union([z.string(), z.number()])),
    /** In SOL. */
    amount: Amount,
    currency: lenient(z.string()),
    /** Whole tokens as decimal text, for currency `TOKEN` only. */
    token_amount: lenient(z.string()),
    token_mint: lenient(z.string()),
    status: lenient(z.string()),
    created_at: lenient(z.union([z.string(), z.number()])),
    transaction_signature: lenient(z.string()),
    /** True if the order had expired or was cancelled when it was paid. */
    late: lenient(z.boolean()),
    /** A `Settlement`; null for an order that was never paid. */
    settlement: lenient(z.string()),
    /** When the credit was taken back, because the payment vanished from the chain. */
    reversed_at: lenient(z.string()),
  }),
)
export type RechargeRecord = z.infer<typeof RechargeRecord>

export const rechargeHistory = endpoint({
  name: 'rechargeHistory',
  path: '/web3/solana/recharge-history',
  summary: 'Orders of the account, newest first',
  ...GET_PAGE,
  response: z.extend(listOf(RechargeRecord), {
    /** The free starting balance in SOL, which is not an order; null without one. */
    welcome_bonus: lenient(z.object({ amount: Amount, created_at: z.string() })),
  }),
})
export type WelcomeBonus = NonNullable<z.infer<typeof rechargeHistory.response>['welcome_bonus']>

export const ConsumptionRecord = named(
  'ConsumptionRecord',
  z.looseObject({
    id: lenient(z.union([z.string(), z.number()])),
    /** In SOL. */
    amount: Amount,
    points: lenientNumber,
    status: lenient(z.string()),
    consumption_type: lenient(z.string()),
    created_at: lenient(z.union([z.string(), z.number()])),
    description: lenient(z.string()),
    quantity: lenientNumber,
    feature_id: lenient(z.union([z.string(), z.number()])),
  }),
)
export type ConsumptionRecord = z.infer<typeof ConsumptionRecord>

export const consumptionHistory = endpoint({
  name: 'consumptionHistory',
  path: '/web3/solana/consumption-history',
  summary: 'What was spent, newest first, of one type or all',
  limits: READ,
  query: z.extend(PageQuery, { consumption_type: z.optional(ConsumptionType) }),
  response: listOf(ConsumptionRecord),
})

export const BalanceChange = named(
  'BalanceChange',
  z.looseObject({
    id: z.string(),
    /** `topup`, `charge`, `refund`, `grant`, `operator` or `reversal`. */
    kind: z.string(),
    /** In SOL, negative if it lowers the balance. */
    amount: z.number(),
    points: z.number(),
    /** In SOL, after the change. */
    balance: z.number(),
    created_at: z.string(),
    consumption_type: lenient(z.string()),
    /** Its purpose: an order, a token, or the operator's reason. */
    note: lenient(z.string()),
  }),
)
export type BalanceChange = z.infer<typeof BalanceChange>

export const balanceChanges = endpoint({
  name: 'balanceChanges',
  path: '/web3/solana/balance-changes',
  summary: 'Every change of the balance with the balance after it, newest first',
  ...GET_PAGE,
  response: listOf(BalanceChange),
})

const STATEMENT_KINDS = ['recharge', 'consumption'] as const

export const statementCsv = endpoint({
  name: 'statementCsv',
  path: '/web3/solana/statement.csv',
  summary: 'One of the histories as a table, newest first',
  kind: 'file',
  limits: BIG_READ,
  query: z.object({
    kind: z.enum(STATEMENT_KINDS),
    consumption_type: z.optional(ConsumptionType),
  }),
  response: z.string(),
})

/** Amounts in SOL, `balance` at the end of the step. `refunded` and `granted` (free credit) are parts of `credited`. */
const BalanceStep = namedObject('BalanceStep', {
  at: z.string(),
  balance: z.number(),
  credited: z.number(),
  spent: z.number(),
  refunded: z.optional(z.number()),
  granted: z.optional(z.number()),
})

export const balanceHistory = endpoint({
  name: 'balanceHistory',
  path: '/web3/solana/balance-history',
  summary: 'The balance over the last days from the ledger, oldest first, in equal steps',
  limits: BIG_READ,
  query: z.object({ days: z._default(wholeNumber({ from: 1, to: 366 }), 30) }),
  response: z.object({
    success: z.boolean(),
    data: z.array(BalanceStep),
    meta: z.object({
      days: z.number(),
      step_seconds: z.number(),
      /** In SOL, before the first step. */
      opening_balance: z.number(),
    }),
  }),
})

export const demoTokens = endpoint({
  name: 'demoTokens',
  method: 'POST',
  path: '/web3/solana/demo-tokens',
  summary: 'Fill a wallet up with the demo token; on a local chain only',
  limits: FAUCET,
  errors: ['INVALID_ADDRESS', 'NOT_FOUND', 'CHAIN_UNAVAILABLE'],
  body: z.object({ wallet_address: unchecked({ type: 'string' }) }),
  response: z.object({
    success: z.boolean(),
    message: z.optional(z.string()),
    data: z.object({
      mint: z.string(),
      account: z.string(),
      /** The new token balance in raw units. */
      raw_amount: z.string(),
      /** Null if the wallet already held enough. */
      signature: z.nullable(z.string()),
    }),
  }),
})
