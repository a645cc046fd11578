import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from './route.ts'

type Settings = {
  /** Where people open the product. */
  origin: string
  /** The one foreign page that may call the API from a browser; null for none. */
  allowedOrigin: string | null
  /** True: TLS becomes a rule for every subdomain, which other services may not be ready for. */
  isHstsForSubdomains: boolean
}

const PREFLIGHT_SECONDS = 600
const ASSETS_PREFIX = '/assets/'
/**
 * What a browser heeds on scripts, styles, fonts and pictures. The rest is about documents, and on forty small files it
 * would weigh as much as a third of their bytes.
 */
const ASSET_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * Headers of every answer. The content policy allows nothing inline and nothing foreign: a page that holds tokens in
 * local storage must not run a line that is not ours. React sets style attributes through the CSSOM, which the policy
 * does not concern. CORS is for one configured origin; any other gets no header, and so no answer it could read.
 */
export function registerSecurityHeaders(app: FastifyInstance, settings: Settings): void {
  const headers = securityHeaders(settings)
  const apiHeaders = {
    ...headers,
    // Answers of the API are never rendered; the few that are pages set a policy of their own.
    'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(ASSETS_PREFIX)) {
      reply.headers(ASSET_HEADERS)
    } else {
      reply.headers(request.url.startsWith(API_PREFIX) ? apiHeaders : headers)
      reply.header('x-request-id', request.id)
    }
    done()
  })

  const { allowedOrigin } = settings
  if (allowedOrigin === null) return
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(API_PREFIX)) reply.header('vary', 'Origin')
    if (request.headers.origin === allowedOrigin) {
      reply.header('access-control-allow-origin', allowedOrigin)
      reply.header('access-control-expose-headers', 'Retry-After, X-Request-Id')
    }
    done()
  })
  app.options(`${API_PREFIX}/*`, async (request, reply) => {
    if (request.headers.origin === allowedOrigin) {
      reply.headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, Last-Event-ID',
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
    }
    return reply.code(204).send()
  })
}

function securityHeaders({ origin, isHstsForSubdomains }: Settings): Record<string, string> {
  const { host, protocol } = new URL(origin)
  const isSecure = protocol === 'https:'
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    // Some browsers do not take 'self' to mean the WebSocket of the same host.
    `connect-src 'self' ${isSecure ? 'wss' : 'ws'}://${host}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ]
  const hsts = `max-age=31536000${isHstsForSubdomains ? '; includeSubDomains' : ''}`
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(isSecure ? { 'strict-transport-security': hsts } : {}),
  }
}
