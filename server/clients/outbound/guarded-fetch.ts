import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, fetch as undiciFetch } from 'undici'
import {
  assertOutbound,
  formatAuthority,
  isPublicAddress,
  findOutboundError,
  OutboundError,
} from './outbound-address.ts'

export type GuardedRequest = {
  method?: string
  headers?: HeadersInit
  body?: string | Uint8Array
  signal?: AbortSignal
  /** Max bytes of the decoded body; reading past it throws. */
  maxBytes?: number
  /** Timeout of the whole exchange: DNS, connection, redirects, headers and body. */
  timeoutMs?: number
  /** 0: a redirect throws. */
  maxRedirects?: number
}

/** A `Response` whose `url` is the last one fetched. Throws `OutboundError`. */
export type GuardedFetch = (url: string | URL, request?: GuardedRequest) => Promise<Response>

type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

type GuardSettings = {
  /** `host:port` pairs that the operator exempts from the rules for addresses and ports. */
  allow: readonly string[]
  resolve?: Resolve
}

const MAX_BYTES = 2_000_000
const TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000
const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const BODILESS = new Set([101, 204, 205, 304])
/** The only headers that are sent to another origin. */
const PORTABLE_HEADERS = ['accept', 'accept-language', 'user-agent']
const OWN_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade']

/**
 * Creates a fetch for URLs from a user, a server or a model. It allows only http and https on web ports of public
 * addresses, and checks the address on connecting, which prevents DNS rebinding. Each redirect is checked again: only
 * for GET and HEAD, never from https to http, and headers stay with their origin.
 */
export const createGuardedFetch = ({
  allow,
  resolve = systemLookup,
}: GuardSettings): GuardedFetch => {
  const exempt = new Set(allow.map((pair) => pair.toLowerCase()))
  const timeouts = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 4_000 }
  const guarded = new Agent({
    ...timeouts,
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: resolvePublicOnly(resolve) },
  })
  const open = new Agent({ ...timeouts, connect: { timeout: CONNECT_TIMEOUT_MS } })

  return async (target, request = {}) => {
    const { maxBytes = MAX_BYTES, maxRedirects = MAX_REDIRECTS } = request
    const deadline = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS)
    const signal =
      request.signal === undefined ? deadline : AbortSignal.any([request.signal, deadline])
    const method = (request.method ?? 'GET').toUpperCase()
    const first = parseUrl(target)
    let headers = pickOwnHeaders(request.headers)
    let url = first
    const explain = (error: unknown) => translate(error, url, { deadline, request })
    try {
      for (let hop = 0; ; hop += 1) {
        const isExempt = exempt.has(formatAuthority(url))
        assertOutbound(url, isExempt)
        const response = await undiciFetch(url, {
          method,
          headers: [...headers],
          ...(request.body === undefined ? {} : { body: request.body }),
          redirect: 'manual',
          dispatcher: isExempt ? open : guarded,
          signal,
        })
        const location = response.headers.get('location')
        if (!REDIRECTS.has(response.status) || location === null) {
          return limitBody(response, { url, maxBytes, explain })
        }
        await response.body?.cancel()
        const next = URL.parse(location, url)
        const isFollowed =
          next !== null &&
          hop < maxRedirects &&
          (method === 'GET' || method === 'HEAD') &&
          !(url.protocol === 'https:' && next.protocol === 'http:')
        if (!isFollowed) throw new OutboundError('redirect', formatAuthority(url))
        if (next.origin !== url.origin) headers = pickPortableHeaders(headers)
        url = next
      }
    } catch (error) {
      throw explain(error)
    }
  }
}

/** Requires that every address of a name is public; a private one indicates rebinding. */
const resolvePublicOnly =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) {
        done(error ?? new OutboundError('unreachable', hostname), [])
      } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        done(new OutboundError('address', hostname), [])
      } else if (options.all === true) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }

const parseUrl = (target: string | URL): URL => {
  const url = URL.parse(String(target))
  if (url === null) throw new OutboundError('url', '')
  return url
}

const pickOwnHeaders = (given: HeadersInit | undefined): Headers => {
  const headers = new Headers(given)
  for (const name of OWN_HEADERS) headers.delete(name)
  return headers
}

const pickPortableHeaders = (headers: Headers): Headers =>
  new Headers([...headers].filter(([name]) => PORTABLE_HEADERS.includes(name)))

type Bounds = { url: URL; maxBytes: number; explain: (error: unknown) => unknown }

/** Returns the response with a body that fails above the cap and reports late failures like early ones. */
const limitBody = async (
  answer: Awaited<ReturnType<typeof undiciFetch>>,
  { url, maxBytes, explain }: Bounds,
): Promise<Response> => {
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
    await answer.body?.cancel()
    throw new OutboundError('too_large', formatAuthority(url))
  }
  const headers = new Headers([...answer.headers])
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const body =
    answer.body === null || BODILESS.has(answer.status)
      ? null
      : createBoundedStream(answer.body.getReader() as Reader, { url, maxBytes, explain })
  const response = new Response(body, { status: answer.status, headers })
  Object.defineProperty(response, 'url', { value: url.href })
  return response
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>

const createBoundedStream = (reader: Reader, { url, maxBytes, explain }: Bounds) => {
  let total = 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) {
          controller.close()
          return
        }
        total += value.byteLength
        if (total > maxBytes) throw new OutboundError('too_large', formatAuthority(url))
        controller.enqueue(value)
      } catch (error) {
        controller.error(explain(error))
        await reader.cancel().catch(() => undefined)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

type Circumstances = { deadline: AbortSignal; request: GuardedRequest }

/** Returns the guard's error from the cause chain, or the caller's abort reason unchanged. */
const translate = (error: unknown, url: URL, { deadline, request }: Circumstances): unknown => {
  const own = findOutboundError(error)
  if (own !== null) return own
  if (request.signal?.aborted === true) return request.signal.reason
  const reason = deadline.aborted || isConnectTimeout(error) ? 'timeout' : 'unreachable'
  return new OutboundError(reason, formatAuthority(url), { cause: error })
}

const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'UND_ERR_CONNECT_TIMEOUT'
