import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'

/** Access to a server that needs sign-in. `token` is called before each request, `renew` once after a 401. */
export type McpAccess = { token(): Promise<string | undefined>; renew(): Promise<void> }

type HttpSettings = {
  url: string
  headers: Readonly<Record<string, string>>
  fetch: GuardedFetch
  access: McpAccess | null
  maxBytes: number
  timeoutMs: number
  /** Called when a body can't be read to its end. Without it the call would wait for its timeout. */
  onBroken: (error: unknown) => void
}

/**
 * Creates a streamable HTTP transport through the outbound guard. It sends only our POSTs and the end of a session,
 * and opens no stream for server messages.
 */
export const createHttpTransport = (settings: HttpSettings): StreamableHTTPClientTransport => {
  const { url, headers, fetch, access, maxBytes, timeoutMs, onBroken } = settings
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    ...(access === null
      ? {}
      : { authProvider: { token: () => access.token(), onUnauthorized: () => access.renew() } }),
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 1_000,
      reconnectionDelayGrowFactor: 1,
    },
    fetch: async (target, init = {}) => {
      const method = init.method ?? 'GET'
      if (method === 'GET') return new Response(null, { status: 405 })
      const response = await fetch(target, {
        method,
        ...(init.headers === undefined ? {} : { headers: init.headers }),
        ...(typeof init.body === 'string' ? { body: init.body } : {}),
        ...(init.signal ? { signal: init.signal } : {}),
        maxBytes,
        timeoutMs,
        maxRedirects: 0,
      })
      return watchBody(response, (error) => {
        if (init.signal?.aborted !== true) onBroken(error)
      })
    },
  })
}

const watchBody = (response: Response, onBroken: (error: unknown) => void): Response => {
  if (response.body === null) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        controller.error(error)
        onBroken(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
