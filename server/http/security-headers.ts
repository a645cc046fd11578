import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from './route.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Allows style elements with this nonce on the page of this reply. */
    styleNonce: string
  }
}

type Settings = {
  origin: string
  /** The only foreign page that may call the API from a browser. */
  allowedOrigin: string | null
  /** Extends HSTS to every subdomain. Other services there may not support TLS yet. */
  isHstsForSubdomains: boolean
}

const PREFLIGHT_SECONDS = 600
const NONCE_BYTES = 16
const ASSETS_PREFIX = '/assets/'
/** Browsers ignore the other headers on assets, where they would be a third of small files. */
const ASSET_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
const API_HEADERS = {
  // API responses are never rendered. The few pages set their own policy.
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
}
const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/**
 * Sets the security headers of every response. The content policy allows no inline scripts and no other origins,
 * because pages keep tokens in local storage. Style elements need the nonce of their response. Only the configured
 * origin gets CORS headers.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  settings: Settings,
): Promise<void> {
  const options = buildHelmetOptions(settings)
  await app.register(helmet, { global: false })
  app.decorateReply('styleNonce', '')
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(ASSETS_PREFIX)) {
      reply.headers(ASSET_HEADERS)
      return
    }
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', PERMISSIONS_POLICY)
    if (request.url.startsWith(API_PREFIX)) {
      reply.helmet({ ...options, contentSecurityPolicy: false })
      reply.headers(API_HEADERS)
      return
    }
    reply.styleNonce = randomBytes(NONCE_BYTES).toString('base64url')
    reply.helmet({
      ...options,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: buildContentPolicy(reply.styleNonce),
      },
    })
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

function buildHelmetOptions({ origin, isHstsForSubdomains }: Settings): FastifyHelmetOptions {
  const hsts = { maxAge: 31_536_000, includeSubDomains: isHstsForSubdomains }
  return {
    frameguard: { action: 'deny' },
    strictTransportSecurity: new URL(origin).protocol === 'https:' ? hsts : false,
  }
}

function buildContentPolicy(styleNonce: string): Record<string, string[]> {
  return {
    defaultSrc: [`'none'`],
    scriptSrc: [`'self'`],
    styleSrc: [`'self'`, `'nonce-${styleNonce}'`],
    imgSrc: [`'self'`, 'data:', 'blob:'],
    fontSrc: [`'self'`],
    connectSrc: [`'self'`],
    manifestSrc: [`'self'`],
    workerSrc: [`'self'`],
    baseUri: [`'none'`],
    formAction: [`'self'`],
    frameAncestors: [`'none'`],
  }
}
