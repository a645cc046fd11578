import { type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLlm } from '#server/clients/llm/llm.ts'
import { serveHttp } from '#tests/support/serve-http.ts'

const closers: (() => Promise<void>)[] = []
afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

async function endpoint(answer: RequestListener, patienceMs = 10_000) {
  const sockets = new Set<Socket>()
  const { url, close } = await serveHttp((request, response) => {
    sockets.add(request.socket)
    request.resume().on('end', () => answer(request, response))
  })
  closers.push(close)
  const llm = createLlm({
    baseUrl: `${url}/v1/`,
    apiKey: null,
    model: 'm',
    deadlines: { firstChunkMs: patienceMs, chunkMs: patienceMs },
  })
  return { llm, sockets }
}

async function said(llm: ReturnType<typeof createLlm>): Promise<string> {
  let text = ''
  const messages = [{ role: 'user', content: 'Hi' }] as const
  const { signal } = new AbortController()
  const conversation = { instructions: '', messages, tools: [], maxSteps: 1, signal }
  for await (const event of llm.converse(conversation)) {
    if (event.type === 'text') text += event.delta
  }
  return text
}

const HELLO = 'data:{"choices":[{"delta":{"content":"Hello"},"finish_reason":"stop"}]}\r\n\r\n'
const STREAM = { 'content-type': 'text/event-stream' }

describe('a model endpoint', () => {
  it('is met again on the same connection, also when it ends its answer late', async () => {
    const { llm, sockets } = await endpoint((_, response) => {
      response.writeHead(200, STREAM).write(`: loading\r\n\r\n${HELLO}data: [DONE]\r\n\r\n`)
      setImmediate(() => response.end())
    })
    for (let asked = 0; asked < 8; asked += 1) expect(await said(llm)).toBe('Hello')
    expect(sockets.size).toBeLessThan(8)
  })

  it('is retried once if it closed a reused connection at that moment', async () => {
    let asked = 0
    const { llm } = await endpoint((request, response) => {
      asked += 1
      if (asked === 2) request.socket.destroy()
      else response.writeHead(200, { ...STREAM, 'content-length': HELLO.length }).end(HELLO)
    })
    expect(await said(llm)).toBe('Hello')
    expect(await said(llm)).toBe('Hello')
    expect(asked).toBe(3)
  })

  it('answers by JSON when it does not stream', async () => {
    const { llm } = await endpoint((_, response) => {
      const body = { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    expect(await said(llm)).toBe('Hello')
  })

  it('follows no redirect, and treats endless comments as no response', async () => {
    const moved = await endpoint((_, response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
    })
    await expect(said(moved.llm)).rejects.toMatchObject({ kind: 'broken' })
    const silent = await endpoint((_, response) => {
      response.writeHead(200, STREAM)
      const timer = setInterval(() => response.write(': keep-alive\n\n'), 20)
      response.on('close', () => clearInterval(timer))
    }, 200)
    await expect(said(silent.llm)).rejects.toMatchObject({ kind: 'stalled' })
  })
})
