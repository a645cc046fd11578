import { HttpResponse, http } from 'msw'
import type { Endpoint } from '#contract/endpoint/endpoint.ts'
import { ERROR_STATUS } from '#contract/error.ts'
import type { ErrorCode } from '#contract/error.ts'

/** Where the client of a test without a page sends its calls. */
export const API_BASE = 'http://soldesk.test/api'

type Asked = {
  readonly request: Request
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly query: URLSearchParams
  readonly token: string | null
}

/** A handler for one call of the contract. A plain object must fit the endpoint; a Response is sent as it is. */
export const answer = (endpoint: Endpoint, respond: (asked: Asked) => object | Promise<object>) => {
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  const path = `*/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  return http[method](path, async ({ request, params }) => {
    const text = await request.clone().text()
    const answered = await respond({
      request,
      params,
      body: text === '' ? undefined : JSON.parse(text),
      query: new URL(request.url).searchParams,
      token: request.headers.get('Authorization')?.replace('Bearer ', '') ?? null,
    })
    if (answered instanceof Response) return answered
    return HttpResponse.json(endpoint.response.parse(answered) as object, {
      status: endpoint.status,
    })
  })
}

/** The body every failed call has, with the status that belongs to the code. */
export const failure = (code: ErrorCode, message: string): Response => {
  const status = ERROR_STATUS[code]
  const isAuth = status === 401 || status === 403
  return HttpResponse.json(
    {
      status: 'error',
      success: false,
      code,
      message,
      error: message,
      data: null,
      ...(isAuth ? { detail: message } : {}),
    },
    { status },
  )
}
