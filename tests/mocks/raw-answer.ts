import { HttpResponse, http } from 'msw'

/** A handler for a line of SPEC §7, such as `POST /auth/login`. Sends the JSON as it is, as another server could. */
export const rawAnswer = (call: string, body: unknown, status = 200) => {
  const [method = '', path = ''] = call.split(' ')
  const respond = () => HttpResponse.json(body as never, { status })
  const url = `*/api${path}`
  return method === 'POST' ? http.post(url, respond) : http.get(url, respond)
}
