import * as z from 'zod/mini'
import { namedObject } from './endpoint/described.ts'

/** All error codes of the API with their HTTP status. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  VALIDATION_FAILED: 400,
  NETWORK_MISMATCH: 400,
  INVALID_ADDRESS: 400,
  INVALID_SIGNATURE: 400,
  INVALID_AMOUNT: 400,
  INVALID_NONCE: 401,
  INVALID_CREDENTIALS: 401,
  UNAUTHENTICATED: 401,
  TOKEN_EXPIRED: 401,
  SESSION_REVOKED: 401,
  INSUFFICIENT_BALANCE: 402,
  ACCOUNT_DISABLED: 403,
  FORBIDDEN: 403,
  REAUTHENTICATION_REQUIRED: 403,
  APP_NOT_APPROVED: 403,
  ADDRESS_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  ADDRESS_UNKNOWN: 404,
  PAYMENT_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  IDEMPOTENCY_CONFLICT: 409,
  WALLET_ALREADY_LINKED: 409,
  USERNAME_TAKEN: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  NOT_A_MINT: 422,
  NO_PRICE: 422,
  APP_UNREACHABLE: 424,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  CHAIN_UNAVAILABLE: 503,
  DATABASE_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The body of every failed call. 401 and 403 add `detail`. From 500 on, `message` has a request id but no cause. */
export const ErrorBody = namedObject('Error', {
  status: z.literal('error'),
  success: z.literal(false),
  code: z.string(),
  /** For people. `error` is the same text. */
  message: z.string(),
  error: z.string(),
  data: z.null(),
  detail: z.optional(z.string()),
  /** Reasons by field path. */
  fields: z.optional(z.record(z.string(), z.string())),
  request_id: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof ErrorBody>
