import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  isHttpMethod,
  methodNotFound,
  PROXY_ERROR,
  readBody,
  toRefusalBody,
  type RpcCall,
  type RpcRefusal,
} from './rpc-proxy-methods.ts'
import type { RpcMeter } from './rpc-proxy-meter.ts'
import { callNode } from './rpc-proxy-upstream.ts'
import { AppError } from '#server/errors.ts'
import { toAddressKey } from '#server/http/call-limits.ts'

export type HttpProxySettings = {
  httpUrl: string
  allowAirdrop: boolean
  timeoutMs: number
  meter: RpcMeter
}

/** Sends the allowed calls of a POST to the node in one request, and refuses the others one by one. */
export async function proxyHttp(
  request: FastifyRequest,
  reply: FastifyReply,
  { httpUrl, allowAirdrop, timeoutMs, meter }: HttpProxySettings,
): Promise<FastifyReply> {
  const body = readBody(request.body)
  if (!body.ok) return send(reply.code(400), toRefusalBody(body.refusal))
  const { batch, readings } = body
  const waitSeconds = meter.take(toAddressKey(request.ip), readings.length)
  if (waitSeconds !== null) {
    return refuseAll(reply.code(429).header('retry-after', waitSeconds), {
      batch,
      calls: [],
      code: PROXY_ERROR.tooMany,
      message: 'Too many requests',
    })
  }
  const allowed: RpcCall[] = []
  const refused: RpcRefusal[] = []
  for (const reading of readings) {
    if (!reading.ok) refused.push(reading.refusal)
    else if (isHttpMethod(reading.call.method, { allowAirdrop })) allowed.push(reading.call)
    else refused.push(methodNotFound(reading.call.id))
  }
  const [only] = allowed
  if (only === undefined) {
    const answers = refused.map(toRefusalBody)
    return send(reply, batch ? answers : answers[0])
  }
  // The request's own signal already fires when its body is read.
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const answer = await callNode(httpUrl, batch ? allowed : only, {
    timeoutMs,
    signal: gone.signal,
  })
  if (!answer.ok) {
    if (answer.retryAfter !== null) reply.header('retry-after', answer.retryAfter)
    return refuseAll(reply.code(answer.status), {
      batch,
      calls: allowed,
      code: answer.status === 429 ? PROXY_ERROR.tooMany : PROXY_ERROR.upstream,
      message: answer.message,
    })
  }
  if (refused.length === 0) return sendText(reply, answer.text)
  return sendText(reply, joinAnswers(answer.text, refused))
}

/** Answers an unreadable body in the form of JSON-RPC. */
export function refuseUnreadableBody(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const status = error instanceof AppError ? error.status : (error.statusCode ?? 500)
  if (status >= 500) request.log.error({ err: error }, 'rpc proxy failed')
  const { code, message } = describeFailure(error, status)
  void send(reply.code(status), toRefusalBody({ id: null, code, message }))
}

function describeFailure(
  error: FastifyError | AppError,
  status: number,
): { code: number; message: string } {
  if (status >= 500) return { code: PROXY_ERROR.upstream, message: 'Internal error' }
  if (status === 413) return { code: PROXY_ERROR.invalidRequest, message: 'Request too large' }
  return error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError
    ? { code: PROXY_ERROR.parse, message: 'Parse error' }
    : { code: PROXY_ERROR.invalidRequest, message: 'Invalid request' }
}

function refuseAll(
  reply: FastifyReply,
  {
    batch,
    calls,
    code,
    message,
  }: {
    batch: boolean
    calls: readonly RpcCall[]
    code: number
    message: string
  },
): FastifyReply {
  const bodies = calls.map(({ id }) => toRefusalBody({ id, code, message }))
  const lone = bodies[0] ?? toRefusalBody({ id: null, code, message })
  return send(reply, batch && bodies.length > 0 ? bodies : lone)
}

/** Joins the answers as text, so that no number is rounded. */
function joinAnswers(text: string, refused: readonly RpcRefusal[]): string {
  const list = text.trim()
  const refusals = refused.map((refusal) => JSON.stringify(toRefusalBody(refusal))).join(',')
  const inner = list.startsWith('[') && list.endsWith(']') ? list.slice(1, -1).trim() : list
  return `[${inner}${inner === '' ? '' : ','}${refusals}]`
}

const send = (reply: FastifyReply, body: unknown) => sendText(reply, JSON.stringify(body))

const sendText = (reply: FastifyReply, text: string) =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text)
