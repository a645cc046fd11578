import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  refreshAuthorization,
  registerClient,
  resourceUrlFromServerUrl,
  startAuthorization,
  type FetchLike,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import * as z from 'zod/mini'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { OauthFailure, toOauthFailure } from './oauth-failure.ts'
import {
  assertOutbound,
  formatAuthority,
  OutboundError,
} from '#server/clients/outbound/outbound-address.ts'

/** The stored part of a service's metadata (RFC 8414, OpenID Connect Discovery). */
export const OauthService = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.optional(z.string()),
  revocation_endpoint: z.optional(z.string()),
  response_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
  scopes_supported: z.optional(z.array(z.string())),
  client_id_metadata_document_supported: z.optional(z.boolean()),
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
})
export type OauthService = z.infer<typeof OauthService>

export const OauthClient = z.object({
  client_id: z.string(),
  client_secret: z.optional(z.string()),
  /** Unix seconds. 0: never expires. */
  client_secret_expires_at: z.optional(z.number()),
  token_endpoint_auth_method: z.optional(z.string()),
})
export type OauthClient = z.infer<typeof OauthClient>

export type OauthParty = {
  service: OauthService
  client: OauthClient
  /** The only server that the tokens are for (RFC 8707). */
  resource: string
}

/** `expiresAt`: Unix milliseconds; null if the service does not say. */
export type Tokens = {
  accessToken: string
  refreshToken: string | null
  expiresAt: number | null
}

export type Oauth = ReturnType<typeof createOauth>

export type OauthSettings = {
  fetch: GuardedFetch
  /** `host:port` pairs that the operator exempts, as in the guarded fetch. */
  allow: readonly string[]
  clientName: string
  origin: string
  redirectUri: string
  now: () => number
  /** Time limit of one step with all its requests. Default: 12 s. */
  stepMs?: number
}

const STEP_MS = 12_000
const EXCHANGE_MS = 5_000
const MAX_BYTES = 200_000
const MAX_SCOPE_CHARS = 2_000
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Creates the client side of MCP's authorization: discovery (RFC 9728, RFC 8414), registration (RFC 7591, or a client
 * metadata document), the code with PKCE, tokens for one server, and revocation (RFC 7009). Every third-party URL
 * goes through the outbound guard, without redirects. Throws `OauthFailure`.
 */
export const createOauth = (settings: OauthSettings) => {
  const { clientName, origin, redirectUri, now } = settings
  const within = createStep(settings)
  const assertEndpoint = createEndpointCheck(settings.allow)

  /** A service that supports metadata documents finds ours here; without TLS none can reach it. */
  const documentUrl = origin.startsWith('https:')
    ? `${redirectUri.slice(0, redirectUri.lastIndexOf('/'))}/client.json`
    : null
  const metadata = {
    client_name: clientName,
    client_uri: origin,
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: LOOPBACK.test(new URL(origin).hostname)
      ? ('native' as const)
      : ('web' as const),
  }

  return {
    document: { client_id: documentUrl ?? redirectUri, ...metadata },

    discover: (serverUrl: string) =>
      within((fetchFn) => discover(serverUrl, fetchFn, assertEndpoint)),

    /** Returns our client id: the metadata URL, or a registered id. */
    register: (service: OauthService, scope: string | null) =>
      within(async (fetchFn): Promise<OauthClient> => {
        if (service.client_id_metadata_document_supported === true && documentUrl !== null) {
          return { client_id: documentUrl, token_endpoint_auth_method: 'none' }
        }
        if (service.registration_endpoint === undefined) throw new OauthFailure('not_registered')
        const registered = await registerClient(service.issuer, {
          metadata: service,
          clientMetadata: metadata,
          ...(scope === null ? {} : { scope }),
          fetchFn,
        })
        return z.parse(OauthClient, registered)
      }),

    /** Returns the authorization URL and the PKCE verifier. */
    begin: ({ service, client, resource }: OauthParty, { state, scope }: Asked) =>
      within(async () => {
        const { authorizationUrl, codeVerifier } = await startAuthorization(service.issuer, {
          metadata: service,
          clientInformation: client,
          redirectUrl: redirectUri,
          state,
          resource,
          ...(scope === null ? {} : { scope }),
        })
        return { url: authorizationUrl, codeVerifier }
      }),

    redeem: (party: OauthParty, code: Code) =>
      within(async (fetchFn) =>
        toTokens(await redeemCode(party, { ...code, redirectUri }, fetchFn), null, now()),
      ),

    renew: (party: OauthParty, tokens: Tokens) =>
      within(async (fetchFn) =>
        toTokens(await refresh(party, tokens.refreshToken, fetchFn), tokens, now()),
      ),

    revoke: (party: OauthParty, tokens: Tokens) =>
      within((fetchFn) => revokeTokens(party, tokens, fetchFn)),
  }
}

type Asked = { state: string; scope: string | null }

type Code = { code: string; iss: string | undefined; codeVerifier: string }

/**
 * Creates the check of a service's endpoints. It covers the authorization page too: the browser must not be sent
 * to a private address or without TLS.
 */
const createEndpointCheck = (allow: readonly string[]) => {
  const exempt = new Set(allow.map((pair) => pair.toLowerCase()))
  return (address: string): void => {
    const url = new URL(address)
    const isExempt = exempt.has(formatAuthority(url))
    assertOutbound(url, isExempt)
    if (url.protocol !== 'https:' && !isExempt) throw new OutboundError('scheme', url.protocol)
  }
}

/** Runs one step within its time. Its requests go through the guard, without redirects. */
const createStep =
  ({ fetch, stepMs = STEP_MS }: OauthSettings) =>
  async <T>(work: (fetchFn: FetchLike) => Promise<T>): Promise<T> => {
    const signal = AbortSignal.timeout(stepMs)
    const fetchFn: FetchLike = (url, { method = 'GET', headers, body } = {}) =>
      fetch(url, {
        method,
        ...(headers === undefined ? {} : { headers }),
        ...(typeof body === 'string' || body instanceof URLSearchParams
          ? { body: body.toString() }
          : {}),
        signal,
        timeoutMs: Math.min(EXCHANGE_MS, stepMs),
        maxBytes: MAX_BYTES,
        maxRedirects: 0,
      })
    try {
      return await work(fetchFn)
    } catch (error) {
      throw toOauthFailure(error)
    }
  }

const toTokens = (given: OAuthTokens, before: Tokens | null, nowMs: number): Tokens => {
  const isUsable =
    given.token_type.toLowerCase() === 'bearer' && /^[\x21-\x7e]{1,16384}$/.test(given.access_token)
  if (!isUsable) throw new OauthFailure('incompatible')
  return {
    accessToken: given.access_token,
    refreshToken: given.refresh_token ?? before?.refreshToken ?? null,
    expiresAt: given.expires_in === undefined ? null : nowMs + given.expires_in * 1_000,
  }
}

const redeemCode = (
  { service, client, resource }: OauthParty,
  { code, iss, codeVerifier, redirectUri }: Code & { redirectUri: string },
  fetchFn: FetchLike,
): Promise<OAuthTokens> =>
  exchangeAuthorization(service.issuer, {
    metadata: service,
    clientInformation: client,
    authorizationCode: code,
    ...(iss === undefined ? {} : { iss }),
    codeVerifier,
    redirectUri,
    resource,
    fetchFn,
  })

const refresh = async (
  { service, client, resource }: OauthParty,
  refreshToken: string | null,
  fetchFn: FetchLike,
): Promise<OAuthTokens> => {
  if (refreshToken === null) throw new OauthFailure('refused', { code: 'invalid_grant' })
  return refreshAuthorization(service.issuer, {
    metadata: service,
    clientInformation: client,
    refreshToken,
    resource,
    fetchFn,
  })
}

const revokeTokens = async (
  { service, client }: OauthParty,
  { accessToken, refreshToken }: Tokens,
  fetchFn: FetchLike,
): Promise<void> => {
  if (service.revocation_endpoint === undefined) return
  const answer = await fetchFn(service.revocation_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      token: refreshToken ?? accessToken,
      token_type_hint: refreshToken === null ? 'access_token' : 'refresh_token',
      client_id: client.client_id,
      ...(client.client_secret === undefined ? {} : { client_secret: client.client_secret }),
    }),
  })
  await answer.body?.cancel()
}

const discover = async (
  serverUrl: string,
  fetchFn: FetchLike,
  assertEndpoint: (address: string) => void,
): Promise<{ service: OauthService; resource: string; scope: string | null }> => {
  const challenge = await fetchChallenge(serverUrl, fetchFn)
  const own = resourceUrlFromServerUrl(serverUrl)
  const described = await readProtectedResource(serverUrl, challenge.metadataUrl, fetchFn)
  const resource = described?.resource ?? own.href
  if (!checkResourceAllowed({ requestedResource: own, configuredResource: resource })) {
    throw new OauthFailure('another_resource')
  }
  const issuer = described?.authorization_servers?.[0] ?? own.origin
  const found = await discoverAuthorizationServerMetadata(issuer, { fetchFn })
  if (found === undefined) throw new OauthFailure('unknown')
  const parsed = z.safeParse(OauthService, found)
  if (!parsed.success || !parsed.data.code_challenge_methods_supported.includes('S256')) {
    throw new OauthFailure('incompatible')
  }
  const service = parsed.data
  for (const each of [
    service.authorization_endpoint,
    service.token_endpoint,
    service.registration_endpoint,
    service.revocation_endpoint,
  ]) {
    if (each !== undefined) assertEndpoint(each)
  }
  const wanted = challenge.scope ?? described?.scopes_supported?.join(' ') ?? null
  return { service, resource, scope: withOffline(wanted, service) }
}

/** Returns the server's challenge to an unauthenticated request. */
const fetchChallenge = async (serverUrl: string, fetchFn: FetchLike) => {
  const answer = await fetchFn(serverUrl, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  })
  await answer.body?.cancel()
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer)
  return { metadataUrl: resourceMetadataUrl, scope: scope?.slice(0, MAX_SCOPE_CHARS) }
}

/** Returns the metadata of the protected server. Undefined for servers older than this part of the protocol. */
const readProtectedResource = async (
  serverUrl: string,
  metadataUrl: URL | undefined,
  fetchFn: FetchLike,
) => {
  try {
    return await discoverOAuthProtectedResourceMetadata(
      serverUrl,
      metadataUrl === undefined ? {} : { resourceMetadataUrl: metadataUrl },
      fetchFn,
    )
  } catch (error) {
    const { reason } = toOauthFailure(error)
    if (metadataUrl !== undefined || reason !== 'incompatible') throw error
    return undefined
  }
}

/** Adds the scope for refresh tokens, without which many services issue none. */
const withOffline = (scope: string | null, { scopes_supported: known }: OauthService) =>
  scope === null
    ? null
    : known?.includes('offline_access') === true && !scope.split(' ').includes('offline_access')
      ? `${scope} offline_access`.slice(0, MAX_SCOPE_CHARS)
      : scope.slice(0, MAX_SCOPE_CHARS)
