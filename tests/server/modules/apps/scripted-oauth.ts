import { createHash, randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { serveHttp } from '#tests/support/serve-http.ts'

type Grant = { clientId: string; challenge: string; redirectUri: string; resource: string }

export type ScriptedOauth = {
  issuer: string
  authority: string
  /** Fields that replace those of its metadata. */
  described: Record<string, unknown>
  /** Requests in order, with what forms and JSON bodies held. */
  seen: { path: string; params: Record<string, string> }[]
  /** Valid access tokens, with the server that each is for. */
  valid: Map<string, string>
  /** Refresh tokens that were not used yet. */
  renewable: Map<string, string>
  /** Lifetime of a token in seconds, as the server states it. */
  expiresIn: number
  /** Takes a request over, in place of the protocol, when it gives true. */
  intercept: (path: string, response: ServerResponse) => boolean
  /** How often a path was asked. */
  asked(path: string): number
  close(): Promise<void>
}

/** An authorization server that demands what the protocol demands: PKCE, exact addresses, each code and token once. */
export const scriptedOauth = async (): Promise<ScriptedOauth> => {
  const server = await serveHttp((request, response) => serve(request, response))
  const issuer = server.url
  const clients = new Map<string, string[]>()
  const codes = new Map<string, Grant>()
  const oauth: ScriptedOauth = {
    issuer,
    authority: server.authority,
    described: {},
    seen: [],
    valid: new Map(),
    renewable: new Map(),
    expiresIn: 3_600,
    intercept: () => false,
    asked: (path) => oauth.seen.filter((each) => each.path === path).length,
    close: server.close,
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readText(request)
    const url = new URL(request.url ?? '', issuer)
    const isJson = request.headers['content-type'] === 'application/json'
    const params = isJson
      ? (JSON.parse(body) as Record<string, string>)
      : Object.fromEntries(request.method === 'GET' ? url.searchParams : new URLSearchParams(body))
    oauth.seen.push({ path: url.pathname, params })
    if (oauth.intercept(url.pathname, response)) return
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server':
        json(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          registration_endpoint: `${issuer}/register`,
          revocation_endpoint: `${issuer}/revoke`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
          authorization_response_iss_parameter_supported: true,
          ...oauth.described,
        })
        return
      case '/register': {
        const clientId = randomUUID()
        const given = JSON.parse(body) as { redirect_uris: string[] }
        clients.set(clientId, given.redirect_uris)
        json(201, { client_id: clientId, ...given })
        return
      }
      case '/authorize': {
        const { client_id: clientId = '', redirect_uri: redirectUri = '', state = '' } = params
        const isKnown = clients.get(clientId)?.includes(redirectUri) === true
        if (!isKnown || params['code_challenge_method'] !== 'S256') {
          json(400, { error: 'invalid_request' })
          return
        }
        const code = randomUUID()
        const { code_challenge: challenge = '', resource = '' } = params
        codes.set(code, { clientId, challenge, redirectUri, resource })
        const back = new URL(redirectUri)
        back.search = String(new URLSearchParams({ code, state, iss: issuer }))
        response.writeHead(302, { location: back.href }).end()
        return
      }
      case '/token':
        json(...findAnswer(params))
        return
      case '/revoke':
        oauth.renewable.delete(params['token'] ?? '')
        response.writeHead(200).end()
        return
      default:
        response.writeHead(404).end()
    }
  }

  const issue = (resource: string): [number, object] => {
    const [accessToken, refreshToken] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
    oauth.valid.set(accessToken, resource)
    oauth.renewable.set(refreshToken, resource)
    return [
      200,
      {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: oauth.expiresIn,
        refresh_token: refreshToken,
      },
    ]
  }

  const findAnswer = (params: Record<string, string>): [number, object] => {
    const refused: [number, object] = [
      400,
      { error: 'invalid_grant', error_description: 'no sk-1' },
    ]
    if (params['grant_type'] === 'refresh_token') {
      const token = params['refresh_token'] ?? ''
      const resource = oauth.renewable.get(token)
      oauth.renewable.delete(token)
      return resource === undefined || resource !== params['resource'] ? refused : issue(resource)
    }
    const code = params['code'] ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const proof = createHash('sha256')
      .update(params['code_verifier'] ?? '')
      .digest('base64url')
    const isOurs =
      grant?.challenge === proof &&
      grant.clientId === params['client_id'] &&
      grant.redirectUri === params['redirect_uri'] &&
      grant.resource === params['resource']
    return isOurs ? issue(grant.resource) : refused
  }
  return oauth
}
