import { createServer, type Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { ChainRpcError, RPC_ERROR, toRpcError } from '#localnet/rpc/rpc-error.ts'
import type { Subscriptions } from './subscriptions.ts'

const MAX_MESSAGE_BYTES = 64 * 1024
const METHOD = /^(?<kind>[a-z]+)(?<action>Subscribe|Unsubscribe)$/

export type WebsocketTransport = {
  attach(server: Server): void
  close(): void
}

export function createWebsocketTransport(subscriptions: Subscriptions): WebsocketTransport {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  sockets.on('connection', (socket) => serve(socket, subscriptions))
  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        sockets.handleUpgrade(request, socket, head, (client) => {
          sockets.emit('connection', client, request)
        })
      })
    },
    close() {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}

/** Creates the server of the port next to HTTP, where web3.js expects WebSocket. It answers plain requests with 426. */
export function createWebsocketOnlyServer(): Server {
  return createServer((_request, response) => {
    response
      .writeHead(426, { connection: 'Upgrade', upgrade: 'websocket', 'content-type': 'text/plain' })
      .end('This port speaks WebSocket only')
  })
}

function serve(socket: WebSocket, subscriptions: Subscriptions): void {
  const own = new Set<number>()
  const send = (message: object) => {
    if (socket.readyState === socket.OPEN)
      socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    for (const id of own) subscriptions.unsubscribe(id)
  })
  socket.on('message', (raw: Buffer) => {
    const request = parse(raw)
    // web3.js sends keep-alive notifications, which need no answer.
    if (request === null || request.id === undefined) return
    const { id, method, params } = request
    try {
      send({ result: call(method, params), id })
    } catch (error) {
      const { code, message } = toRpcError(error)
      send({ error: { code, message }, id })
    }
  })

  function call(method: string, params: readonly unknown[]): number | boolean {
    const { kind, action } = METHOD.exec(method)?.groups ?? {}
    if (kind === undefined) throw new ChainRpcError(RPC_ERROR.methodNotFound, 'Method not found')
    if (action === 'Unsubscribe') {
      const id = Number(params[0])
      if (!own.delete(id)) {
        throw new ChainRpcError(RPC_ERROR.invalidParams, 'Invalid subscription id.')
      }
      return subscriptions.unsubscribe(id)
    }
    const id = subscriptions.subscribe(kind, params, ({ method: name, subscription, result }) => {
      send({ method: name, params: { result, subscription } })
    })
    own.add(id)
    return id
  }
}

function parse(raw: Buffer) {
  try {
    const { id, method, params } = JSON.parse(raw.toString()) as Record<string, unknown>
    if (typeof method !== 'string') return null
    return { id, method, params: Array.isArray(params) ? params : [] }
  } catch {
    // The message is not a JSON object, so it has no id to answer.
    return null
  }
}
