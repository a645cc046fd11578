import { WebSocket, type RawData } from 'ws'
import { isRecord } from '#server/lib/is-record.ts'
import { createRpcMeter } from './rpc-proxy-meter.ts'
import {
  methodNotFound,
  PROXY_ERROR,
  readCall,
  toRefusalBody,
  classifySocketMethod,
  type RpcId,
  type RpcRefusal,
} from './rpc-proxy-methods.ts'

export type SocketProxySettings = {
  wsUrl: string
  /** Returns false if the address has reached its limit. */
  mayCall: () => boolean
}

/** `ended`: the subscription that an unsubscribe ends. */
type PendingCall = { id: RpcId; kind: 'subscribe' | 'unsubscribe'; ended: unknown }

const MAX_SUBSCRIPTIONS = 20
/** Messages that wait for the connection to the node. */
const MAX_WAITING = 32
/** Refused messages of one socket in a minute, each of which costs an answer. */
const MAX_REFUSED = 100
const HANDSHAKE_MS = 10_000
/** An account of 10 MB in base64 is the largest notification. */
const MAX_NOTIFICATION_BYTES = 16 * 1024 * 1024
/** Unsent bytes at which the faster side pauses. */
const HIGH_WATER_BYTES = 1024 * 1024
const LOW_WATER_BYTES = 256 * 1024
const PING_MS = 30_000

/** WebSocket close codes (RFC 6455 §7.4.1 and the IANA registry). */
const CLOSE = { unsupported: 1003, restart: 1012, tryLater: 1013 } as const

/**
 * Connects a client's socket to its own socket to the node. Only a bounded number of account and signature
 * subscriptions pass. When one side closes, so does the other.
 */
export function proxySocket(client: WebSocket, { wsUrl, mayCall }: SocketProxySettings): void {
  const upstream = connectTo(wsUrl)
  const waiting: string[] = []
  const pending = new Map<number, PendingCall>()
  const subscriptions = new Set<number>()
  let lastId = 0
  const refuse = createRefuser(client)

  function toUpstream(text: string): void {
    if (upstream.readyState === WebSocket.OPEN) passOn(text, client, upstream)
    else if (waiting.length < MAX_WAITING) waiting.push(text)
    else client.close(CLOSE.tryLater, 'Too many messages')
  }

  const subscriptionCount = (): number =>
    subscriptions.size + [...pending.values()].filter(({ kind }) => kind === 'subscribe').length

  function fromClient(raw: RawData, isBinary: boolean): void {
    if (isBinary) client.close(CLOSE.unsupported, 'Text only')
    // One packet can hold thousands of messages, which follow the one that ended the connection.
    if (client.readyState !== WebSocket.OPEN) return
    const parsed = parse(decode(raw))
    const given = readCall(parsed)
    const isAllowed = mayCall()
    if (isPing(parsed)) return
    if (!isAllowed) {
      const { id } = given.ok ? given.call : given.refusal
      refuse({ id, code: PROXY_ERROR.tooMany, message: 'Too many requests' })
      return
    }
    if (!given.ok) {
      const code = parsed === undefined ? PROXY_ERROR.parse : given.refusal.code
      refuse({ ...given.refusal, code })
      return
    }
    const { id, method, params } = given.call
    const kind = classifySocketMethod(method)
    if (kind === null) refuse(methodNotFound(id))
    else if (kind === 'subscribe' && subscriptionCount() >= MAX_SUBSCRIPTIONS) {
      refuse({ id, code: PROXY_ERROR.tooMany, message: 'Too many subscriptions' })
    } else {
      lastId += 1
      pending.set(lastId, { id, kind, ended: kind === 'unsubscribe' ? params?.[0] : null })
      toUpstream(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }))
    }
  }

  function fromUpstream(raw: RawData): void {
    const text = decode(raw)
    const message = parse(text)
    if (!isRecord(message)) return
    const call = typeof message.id === 'number' ? pending.get(message.id) : undefined
    if (call === undefined) {
      const finished = findFinishedSubscription(message)
      if (finished !== null) subscriptions.delete(finished)
      if (typeof message.method === 'string') passOn(text, upstream, client)
      return
    }
    pending.delete(Number(message.id))
    if (call.kind === 'subscribe' && typeof message.result === 'number') {
      subscriptions.add(message.result)
    }
    if (message.result === true) subscriptions.delete(Number(call.ended))
    passOn(JSON.stringify({ ...message, id: call.id }), upstream, client)
  }

  const stopHeartbeat = startHeartbeat(client, upstream)
  client.on('message', fromClient)
  client.on('error', () => client.terminate())
  client.on('close', () => {
    stopHeartbeat()
    upstream.terminate()
  })
  upstream.on('open', () => {
    for (const text of waiting.splice(0)) upstream.send(text)
  })
  upstream.on('message', fromUpstream)
  upstream.on('error', () => client.close(CLOSE.tryLater, 'The Solana node does not answer'))
  upstream.on('close', () => client.close(CLOSE.restart, 'The Solana node closed the connection'))
}

/** True for the notification with which web3.js keeps the connection alive. */
const isPing = (message: unknown): boolean =>
  isRecord(message) && message.id === undefined && message.method === 'ping'

/** Returns a function that answers a refused message, and cuts off a client that goes on. */
function createRefuser(client: WebSocket): (refusal: RpcRefusal) => void {
  const meter = createRpcMeter({ calls: MAX_REFUSED, windowSeconds: 60 }, () => Date.now())
  return (refusal) => {
    const isTooOften = meter.take('this socket', 1) !== null
    if (isTooOften) client.terminate()
    else client.send(JSON.stringify(toRefusalBody(refusal)))
  }
}

const connectTo = (wsUrl: string): WebSocket =>
  new WebSocket(wsUrl, {
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_NOTIFICATION_BYTES,
    perMessageDeflate: false,
  })

/** Pings both sides, and ends the connection of a client that stopped to answer. Returns a function that stops it. */
function startHeartbeat(client: WebSocket, upstream: WebSocket): () => void {
  let isAlive = true
  const heartbeat = setInterval(() => {
    if (!isAlive) {
      client.terminate()
      return
    }
    isAlive = false
    client.ping()
    if (upstream.readyState === WebSocket.OPEN) upstream.ping()
  }, PING_MS)
  heartbeat.unref()
  client.on('pong', () => {
    isAlive = true
  })
  return () => clearInterval(heartbeat)
}

/** Returns the subscription that a notification ends, or null. `receivedSignature` only announces a signature. */
function findFinishedSubscription({ method, params }: Record<string, unknown>): number | null {
  if (method !== 'signatureNotification' || !isRecord(params)) return null
  const { subscription, result } = params
  const value = isRecord(result) ? result.value : undefined
  return typeof subscription === 'number' && value !== 'receivedSignature' ? subscription : null
}

/** Sends to the slower side, and pauses the faster one while too much is unsent. */
function passOn(text: string, from: WebSocket, to: WebSocket): void {
  if (to.readyState !== WebSocket.OPEN) return
  to.send(text, () => {
    if (from.isPaused && to.bufferedAmount < LOW_WATER_BYTES) from.resume()
  })
  if (to.bufferedAmount > HIGH_WATER_BYTES) from.pause()
}

function decode(raw: RawData): string {
  if (Array.isArray(raw)) return Buffer.concat(raw).toString()
  return Buffer.from(raw as Buffer).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON value is undefined.
    return undefined
  }
}
