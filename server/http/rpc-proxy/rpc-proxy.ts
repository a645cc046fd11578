import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAddressKey } from '#server/http/call-limits.ts'
import { proxyHttp, refuseUnreadableBody } from './rpc-proxy-http.ts'
import { createRpcMeter, type RpcRateLimit } from './rpc-proxy-meter.ts'
import { PROXY_ERROR, toRefusalBody } from './rpc-proxy-methods.ts'
import { proxySocket } from './rpc-proxy-socket.ts'

export type RpcProxyOptions = {
  /** The address may hold a secret and must not reach a client. */
  httpUrl: string
  wsUrl: string
  /** For localnet only. */
  allowAirdrop: boolean
  /** Per address; every call of a batch and every socket message counts. */
  rateLimit: RpcRateLimit
  /** A foreign page that may use it beside our own. */
  allowedOrigin?: string | null
  timeoutMs?: number
  now?: () => number
}

const PATH = '/rpc'
const BODY_LIMIT_BYTES = 64 * 1024
/** A subscription names an address or a signature and two options. */
const SOCKET_MESSAGE_BYTES = 4 * 1024
const SOCKETS_PER_ADDRESS = 20
const TIMEOUT_MS = 15_000

/** Serves the chain at `/rpc`, so that browsers need no other host. Only methods for wallets and our pages pass. */
export async function registerRpcProxy(
  app: FastifyInstance,
  {
    httpUrl,
    wsUrl,
    allowAirdrop,
    rateLimit,
    allowedOrigin = null,
    timeoutMs = TIMEOUT_MS,
    now = Date.now,
  }: RpcProxyOptions,
): Promise<void> {
  const meter = createRpcMeter(rateLimit, now)
  const socketCounts = new Map<string, number>()

  await app.register(websocket, {
    options: { maxPayload: SOCKET_MESSAGE_BYTES, perMessageDeflate: false },
    // A polite close waits for clients that may never answer.
    preClose(done) {
      for (const client of app.websocketServer.clients) client.terminate()
      app.websocketServer.close()
      done()
    },
  })

  app.post(
    PATH,
    { bodyLimit: BODY_LIMIT_BYTES, errorHandler: refuseUnreadableBody, onRequest: refuseForeign },
    (request, reply) => {
      if (typeof request.body === 'string') {
        return reply.code(415).send(refusal(PROXY_ERROR.invalidRequest, 'Send application/json'))
      }
      return proxyHttp(request, reply, { httpUrl, allowAirdrop, timeoutMs, meter })
    },
  )

  app.route({
    method: 'GET',
    url: PATH,
    exposeHeadRoute: false,
    onRequest: [refuseForeign, countSocket],
    handler: (_request, reply) =>
      reply
        .code(405)
        .header('allow', 'POST')
        .send(refusal(PROXY_ERROR.invalidRequest, 'Send POST')),
    wsHandler: (socket, request) => {
      const address = toAddressKey(request.ip)
      socketCounts.set(address, (socketCounts.get(address) ?? 0) + 1)
      socket.once('close', () => {
        const left = (socketCounts.get(address) ?? 1) - 1
        if (left > 0) socketCounts.set(address, left)
        else socketCounts.delete(address)
      })
      proxySocket(socket, { wsUrl, mayCall: () => meter.take(address, 1) === null })
    },
  })

  /** Foreign pages would spend the node's quota through their visitors, and CORS does not cover WebSockets. */
  async function refuseForeign(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { origin, host } = request.headers
    if (origin === undefined || origin === allowedOrigin || parseHost(origin) === host) return
    await reply.code(403).send(refusal(PROXY_ERROR.invalidRequest, 'Not from this origin'))
  }

  async function countSocket(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!request.ws) return
    const address = toAddressKey(request.ip)
    const waitSeconds =
      (socketCounts.get(address) ?? 0) >= SOCKETS_PER_ADDRESS
        ? rateLimit.windowSeconds
        : meter.take(address, 1)
    if (waitSeconds === null) return
    await reply
      .code(429)
      .header('retry-after', waitSeconds)
      .send(refusal(PROXY_ERROR.tooMany, 'Too many requests'))
  }
}

const refusal = (code: number, message: string) => toRefusalBody({ id: null, code, message })

const parseHost = (origin: string): string | null =>
  URL.canParse(origin) ? new URL(origin).host : null
