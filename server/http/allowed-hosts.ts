import type { FastifyInstance } from 'fastify'
import { isIP } from 'node:net'
import { AppError } from '#server/errors.ts'
import { sendError } from './error-handler.ts'

/** Monitoring inside the network may use any host name. */
const OPERATORS_PATHS = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Refuses calls for other hosts. Through DNS rebinding, a foreign page could otherwise reach this server as its own
 * origin; not with an IP address or a local name. Refuses two Host headers (RFC 9112, 3.2).
 */
export function registerAllowedHosts(app: FastifyInstance, allowed: readonly string[]): void {
  const names = new Set(['localhost', ...allowed.map((host) => host.toLowerCase())])
  app.addHook('onRequest', (request, reply, done) => {
    const { rawHeaders } = request.raw
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) {
      sendError(new AppError('BAD_REQUEST', 'The request names two hosts'), request, reply)
      return
    }
    const path = request.url.split('?', 1)[0] ?? ''
    if (OPERATORS_PATHS.has(path) || isAllowed(request.headers.host ?? '', names)) {
      done()
      return
    }
    const message = 'This server does not answer under this host name'
    sendError(new AppError('BAD_REQUEST', message), request, reply)
  })
}

function isAllowed(header: string, names: ReadonlySet<string>): boolean {
  const name = readHostName(header)
  return !name.includes('.') || isIP(name) !== 0 || names.has(name)
}

/** Normalizes `Desk.example.com:3000` to `desk.example.com`, `[::1]:3000` to `::1`. */
const readHostName = (host: string): string => {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(host) ?? []
  return (bracketed ?? host.replace(/:\d+$/, '')).toLowerCase().replace(/\.$/, '')
}

/** Warns once about an untrusted proxy: all its users count as one address and share their sign-in attempts. */
export function registerProxyWarning(app: FastifyInstance): void {
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress
    if (
      !hasWarned &&
      request.headers['x-forwarded-for'] !== undefined &&
      // Fastify lists the header's addresses behind the peer's only when it trusts the peer.
      (request.ips?.length ?? 1) < 2
    ) {
      hasWarned = true
      request.log.warn(
        { peer },
        'X-Forwarded-For came from a peer that TRUST_PROXY does not name; all its users share one sign-in limit',
      )
    }
    done()
  })
}
