import { HttpResponse, http } from 'msw'

/**
 * A handler for one line of SPEC §7, written as there: `POST /auth/login`. It sends the JSON as it is, so that a test
 * can answer what another server would.
 */
export const rawAnswer = (call: string, body: unknown, status = 200) => {
  const [method = '', path = ''] = call.split(' ')
  const respond = () => HttpResponse.json(body as never, { status })
  const url = `*/api${path}`
  return method === 'POST' ? http.post(url, respond) : http.get(url, respond)
}
