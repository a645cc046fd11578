import { type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { json as readJson } from 'node:stream/consumers'
import { serveHttp } from './serve-http.ts'

type ToolCallScript = { name: string; args: object | string; id?: string | null }

/** Steps of the endpoint for one request, in order. */
export type LlmStep =
  | { say: string | readonly string[]; gapMs?: number }
  | { think: string }
  /** `whole`: each call in one piece. */
  | { call: readonly ToolCallScript[]; whole?: boolean }
  | { finish: string }
  | { status: number; body: object }
  | { event: object }
  /** Ends without another word: the socket breaks, or stays open and silent, or closes without [DONE]. */
  | 'drop'
  | 'stall'
  | 'close'
  | 'done'

type RequestBody = {
  model: string
  messages: { role: string; content: unknown; tool_calls?: unknown[]; tool_call_id?: string }[]
  tools?: { function: { name: string; description: string } }[]
}

export type ScriptedLlm = {
  /** `http://127.0.0.1:port/v1` */
  url: string
  requests: RequestBody[]
  /** The Authorization header of each request. */
  authorizations: (string | undefined)[]
  /** Text pieces written so far, over all requests. */
  said(): number
  /** Requests whose connection the caller closed before the end, and when (`performance.now()`). */
  closed: number[]
  /** Scripts of the next requests; the last one serves all that follow. */
  script(...scripts: LlmStep[][]): void
  /** Or a script by request. */
  answer(choose: (body: RequestBody) => LlmStep[]): void
  close(): Promise<void>
}

/** A plain answer in pieces. */
export const saying = (text: string, gapMs = 0): LlmStep[] => [
  { say: text.split(/(?<= )/), gapMs },
  { finish: 'stop' },
  'done',
]

/** An OpenAI-compatible endpoint that follows a script, quirks included. */
export async function scriptedLlm(): Promise<ScriptedLlm> {
  const requests: RequestBody[] = []
  const authorizations: (string | undefined)[] = []
  const closed: number[] = []
  const greet: (body: RequestBody) => LlmStep[] = () => saying('Hello.')
  const state = { said: 0, choose: greet }
  const server = await serveHttp(async (request, response) => {
    const body = (await readJson(request)) as RequestBody
    requests.push(body)
    authorizations.push(request.headers.authorization)
    response.on('close', () => {
      if (!response.writableEnded) closed.push(performance.now())
    })
    await play(state.choose(body), response, () => {
      state.said += 1
    })
  })
  return {
    url: `${server.url}/v1`,
    requests,
    authorizations,
    closed,
    said: () => state.said,
    script: (...scripts) => {
      let next = 0
      state.choose = () => scripts[Math.min(next++, scripts.length - 1)] ?? []
    },
    answer: (choose) => {
      state.choose = choose
    },
    close: server.close,
  }
}

async function play(
  steps: readonly LlmStep[],
  response: ServerResponse,
  onSaid: () => void,
): Promise<void> {
  const begin = () => {
    if (response.headersSent) return
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.socket?.setNoDelay(true)
  }
  const write = (data: object) => {
    begin()
    if (!response.destroyed) response.write(`data: ${JSON.stringify(data)}\n\n`)
  }
  const send = (delta: object, finish: string | null = null) =>
    write({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  for (const step of steps) {
    if (response.destroyed) return
    if (step === 'drop') {
      begin()
      response.socket?.destroy()
    } else if (step === 'stall') begin()
    else if (step === 'close') response.end()
    else if (step === 'done') {
      begin()
      response.write('data: [DONE]\n\n')
      response.end()
    } else if ('status' in step) {
      response.writeHead(step.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(step.body))
    } else if ('event' in step) write(step.event)
    else if ('think' in step) send({ role: 'assistant', reasoning_content: step.think })
    else if ('finish' in step) send({}, step.finish)
    else if ('call' in step) sendCalls(step, send)
    else {
      for (const piece of typeof step.say === 'string' ? [step.say] : step.say) {
        if (response.destroyed) return
        send({ content: piece })
        onSaid()
        if (step.gapMs !== undefined && step.gapMs > 0) await sleep(step.gapMs)
      }
    }
  }
}

function sendCalls(
  { call, whole }: { call: readonly ToolCallScript[]; whole?: boolean },
  send: (delta: object) => void,
): void {
  send({ role: 'assistant', content: null })
  call.forEach(({ name, args, id = `call_${name}` }, index) => {
    const text = typeof args === 'string' ? args : JSON.stringify(args)
    const named = id === null ? {} : { id }
    if (whole === true) {
      send({
        tool_calls: [{ index, ...named, type: 'function', function: { name, arguments: text } }],
      })
      return
    }
    send({ tool_calls: [{ index, ...named, type: 'function', function: { name, arguments: '' } }] })
    for (let at = 0; at < text.length; at += 4) {
      send({ tool_calls: [{ index, function: { arguments: text.slice(at, at + 4) } }] })
    }
  })
}
