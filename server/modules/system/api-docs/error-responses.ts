import type { Endpoint } from '#contract/endpoint/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/error.ts'
import { formatNumber } from '#contract/numbers.ts'
import { DEFAULT_LIMITS, type RateLimit } from '#contract/endpoint/limits.ts'
import { AppError, toErrorBody } from '#server/errors.ts'
import type { Components, JsonSchema } from './components.ts'

const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'The request cannot be understood, or does not fit what it asks for',
  VALIDATION_FAILED: 'A value has the wrong form; `fields` names it',
  NETWORK_MISMATCH: 'The server works on another Solana network',
  INVALID_ADDRESS: 'This is not a Solana address',
  INVALID_SIGNATURE: 'The signature has the wrong form',
  INVALID_AMOUNT: 'The amount is not a whole number of lamports within the limits',
  INVALID_NONCE: 'The challenge is unknown, used or expired',
  INVALID_CREDENTIALS: 'Wrong username, password or signature',
  UNAUTHENTICATED: 'The access token is missing or not valid',
  TOKEN_EXPIRED: 'The access token has expired; refresh it',
  SESSION_REVOKED: 'The session has ended; sign in again',
  INSUFFICIENT_BALANCE: 'The balance is too low',
  ACCOUNT_DISABLED: 'The operator has disabled the account',
  FORBIDDEN: 'The caller may not do this',
  REAUTHENTICATION_REQUIRED: 'Confirm with the current password or a linked wallet',
  APP_NOT_APPROVED: 'The app is pending approval or rejected',
  ADDRESS_NOT_ALLOWED: 'The server does not connect to this address',
  NOT_FOUND: 'It does not exist, or belongs to someone else',
  ADDRESS_UNKNOWN: 'The chain has no account at this address',
  PAYMENT_NOT_FOUND: 'The order does not exist, or belongs to someone else',
  METHOD_NOT_ALLOWED: 'The path exists with other methods; see `Allow`',
  CONFLICT: 'It is not in a state that allows this',
  IDEMPOTENCY_CONFLICT: 'The Idempotency-Key was used with another request',
  WALLET_ALREADY_LINKED: 'The wallet belongs to another account',
  USERNAME_TAKEN: 'The username is taken',
  PAYLOAD_TOO_LARGE: 'The body is too large',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not `application/json`',
  NOT_A_MINT: 'The address is not a token',
  NO_PRICE: 'No pool or price source has a price of the token',
  APP_UNREACHABLE: "The app's server did not answer as it should",
  RATE_LIMITED: 'Too many calls; wait for the seconds in `Retry-After`',
  INTERNAL: 'The server failed; its log has the cause under `request_id`',
  CHAIN_UNAVAILABLE: 'The Solana network cannot be reached; try again',
  DATABASE_UNAVAILABLE: 'The database cannot be reached; try again',
  UNAVAILABLE: 'The server is busy; try again',
}

const EXAMPLE_REQUEST_ID = '0b0f7c1e-5d0a-4a43-9a3c-2f0d5c1b7e11'

/** Returns the failures of an endpoint by HTTP status, one response for all codes of a status. */
export function buildErrorResponses(
  { errors, limits, caps }: Endpoint,
  { responses }: Components,
): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(errors, (code) => ERROR_STATUS[code])
  const entries = [...byStatus].map(([status, codes]) => {
    if (status === ERROR_STATUS.RATE_LIMITED) return [status, limitResponse(limits, caps)] as const
    const name = codes.join('.')
    responses[name] = errorResponse(codes, HEADERS[status])
    return [status, { $ref: `#/components/responses/${name}` }] as const
  })
  return Object.fromEntries(entries)
}

const errorResponse = (codes: readonly ErrorCode[], headers?: JsonSchema): JsonSchema => ({
  description: codes.map((code) => `- \`${code}\`: ${MEANINGS[code]}.`).join('\n'),
  ...(headers === undefined ? {} : { headers }),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(
        codes.map((code) => [code, { value: EXAMPLE_BODIES.get(code) }]),
      ),
    },
  },
})

const EXAMPLE_BODIES = new Map(
  (Object.keys(MEANINGS) as ErrorCode[]).map((code) => [
    code,
    toErrorBody(new AppError(code, `${MEANINGS[code]}.`), EXAMPLE_REQUEST_ID),
  ]),
)

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
}
const HEADERS: Readonly<Record<number, JsonSchema>> = {
  [ERROR_STATUS.UNAUTHENTICATED]: {
    'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } },
  },
  [ERROR_STATUS.UNAVAILABLE]: RETRY_AFTER,
}

/** Each endpoint has limits of its own, so its response is no component. */
function limitResponse(limits: Endpoint['limits'], caps: Endpoint['caps']): JsonSchema {
  const response = errorResponse(['RATE_LIMITED'], RETRY_AFTER)
  const lines = [
    ...limits.map((limit) => `- ${limitText(limit)}`),
    ...caps.map((cap) => `- ${formatNumber(DEFAULT_LIMITS[cap])} \`${cap}\` for each user`),
  ]
  return { ...response, description: [response.description, '', 'Limits:', ...lines].join('\n') }
}

const SUBJECTS = {
  user: 'user',
  address: 'IP address',
  session: 'session',
  place: 'session and IP address',
} as const

function limitText({ max, windowSeconds, per, counts }: RateLimit): string {
  const calls =
    typeof max === 'number'
      ? formatNumber(max)
      : `${formatNumber(DEFAULT_LIMITS[max])} (\`${max}\`)`
  const subject = typeof per === 'string' ? SUBJECTS[per] : `IP address and \`${per.field}\``
  const noun = counts === 'failures' ? 'failed calls' : 'calls'
  return `${calls} ${noun} in ${formatNumber(windowSeconds)} seconds for each ${subject}`
}
