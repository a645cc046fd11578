import {
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client'
import { findOutboundError } from '#server/clients/outbound/outbound-address.ts'

/** Messages for users. They never contain the service's own text. */
const TEXTS = {
  not_allowed: 'the sign-in leads to an address that is not allowed',
  timeout: 'the sign-in service did not answer in time',
  unreachable: 'the sign-in service cannot be reached',
  unknown: 'the server does not say how to sign in',
  incompatible:
    'the sign-in service does not work the way that is needed (authorization code with PKCE)',
  another_resource: 'the server points to a different sign-in server',
  another_issuer: 'the sign-in answers in the name of another service',
  not_registered: 'the sign-in service takes no new clients',
  refused: 'the sign-in service refused',
} as const
type OauthReason = keyof typeof TEXTS

export class OauthFailure extends Error {
  readonly reason: OauthReason
  /** The service's error code, such as `invalid_grant`, or null. For decisions only, never shown. */
  readonly code: string | null

  constructor(reason: OauthReason, options: ErrorOptions & { code?: string } = {}) {
    super(TEXTS[reason], options)
    this.name = 'OauthFailure'
    this.reason = reason
    this.code = options.code ?? null
  }
}

export const toOauthFailure = (error: unknown): OauthFailure => {
  if (error instanceof OauthFailure) return error
  const outbound = findOutboundError(error)
  if (outbound !== null) {
    const isSlow = outbound.reason === 'timeout'
    const reason = outbound.isRefusal ? 'not_allowed' : isSlow ? 'timeout' : 'unreachable'
    return new OauthFailure(reason, { cause: error })
  }
  if (error instanceof IssuerMismatchError) {
    return new OauthFailure('another_issuer', { cause: error })
  }
  if (error instanceof RegistrationRejectedError) {
    return new OauthFailure('not_registered', { cause: error })
  }
  if (error instanceof OAuthError) {
    // A 5xx or invalid response decides nothing.
    return error.code === 'server_error' || error.code === 'temporarily_unavailable'
      ? new OauthFailure('unreachable', { cause: error, code: error.code })
      : new OauthFailure('refused', { cause: error, code: error.code })
  }
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)) {
    return new OauthFailure('timeout', { cause: error })
  }
  return new OauthFailure('incompatible', { cause: error })
}

/** Returns true if the service no longer knows our registration. */
export const isUnknownClient = ({ code }: OauthFailure): boolean =>
  code === 'invalid_client' || code === 'unauthorized_client'
