import { request } from 'node:http'
import { serveHttp } from '#tests/support/serve-http.ts'

/** Forwards every call to the endpoint and its answer back, byte by byte. No product can be faster. */
export function passThrough(targetUrl: string) {
  const target = new URL(targetUrl)
  return serveHttp((incoming, outgoing) => {
    const upstream = request(
      {
        host: target.hostname,
        port: target.port,
        path: `${target.pathname}/chat/completions`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(upstream)
  })
}

export type Timing = {
  eventMs: number
  wordMs: number
}

export async function timed(
  url: string,
  init: { body: object; headers?: Record<string, string> },
  isWord: (text: string) => boolean,
): Promise<Timing> {
  const startedAt = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...init.headers },
    body: JSON.stringify(init.body),
  })
  if (!response.ok || response.body === null) throw new Error(await response.text())
  const timing: Timing = { eventMs: 0, wordMs: 0 }
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    if (timing.wordMs > 0) continue
    text += chunk
    if (timing.eventMs === 0 && text.includes('data: '))
      timing.eventMs = performance.now() - startedAt
    if (isWord(text)) timing.wordMs = performance.now() - startedAt
  }
  return timing
}
