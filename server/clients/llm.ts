import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  dynamicTool,
  isStepCount,
  jsonSchema,
  streamText,
  type FinishReason,
  type ModelMessage,
} from 'ai'

export type LlmSettings = {
  /** Of an OpenAI-compatible endpoint, `/v1` included. */
  baseUrl: string
  apiKey: string | null
  model: string
  deadlines?: Partial<LlmDeadlines>
}

type LlmDeadlines = {
  /** A local model may have to be loaded first. */
  firstChunkMs: number
  chunkMs: number
  totalMs: number
}

const DEADLINES: LlmDeadlines = { firstChunkMs: 90_000, chunkMs: 30_000, totalMs: 600_000 }

export type LlmTool = {
  name: string
  description: string
  inputSchema: Readonly<Record<string, unknown>>
  /** The text that the model reads; throws only when the conversation has to end. */
  run(args: unknown): Promise<string>
}

export type Conversation = {
  instructions: string
  messages: ModelMessage[]
  tools: readonly LlmTool[]
  maxSteps: number
  /** Asked after every step with tool calls: true ends the conversation there. */
  isPaused?: () => boolean
  signal: AbortSignal
}

export type LlmEvent =
  | { type: 'text'; delta: string }
  /** A call that never reached its tool: unknown name, or arguments that are no JSON. */
  | { type: 'unreadable_call'; tool: string }
  | { type: 'end'; reason: FinishReason }

/** Why a model did not answer. What the endpoint itself says stays in `cause`: it may hold keys. */
export class LlmError extends Error {
  override name = 'LlmError'
  readonly kind: 'refused' | 'rate_limited' | 'stalled' | 'broken'

  constructor(kind: LlmError['kind'], options: { cause?: unknown } = {}) {
    super(`the model endpoint ${kind}`, options)
    this.kind = kind
  }
}

export type Llm = ReturnType<typeof createLlm>

/** A model behind any OpenAI-compatible endpoint. */
export function createLlm({ baseUrl, apiKey, model, deadlines }: LlmSettings) {
  const timeout = { ...DEADLINES, ...deadlines }
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: baseUrl.replace(/\/+$/, ''),
    includeUsage: true,
    ...(apiKey === null ? {} : { apiKey }),
    fetch: fetchWithin(timeout.firstChunkMs),
  })
  return {
    name: model,

    /**
     * What the model says, tools called in between, until it has no more to say or a limit is reached. An aborted
     * `signal` closes the connection and throws its reason; a failure throws `LlmError`.
     */
    async *converse(conversation: Conversation): AsyncGenerator<LlmEvent> {
      const { signal, isPaused = () => false } = conversation
      const reached = new Set<string>()
      const result = streamText({
        model: provider(model),
        instructions: conversation.instructions,
        messages: conversation.messages,
        tools: toolSet(conversation.tools, reached),
        stopWhen: [isStepCount(conversation.maxSteps), isPaused],
        abortSignal: signal,
        timeout,
        maxRetries: 0,
        toolCallConcurrency: 3,
        // The default prints to the console; what failed comes as a part of the stream.
        onError: () => undefined,
      })
      try {
        for await (const part of result.stream) {
          if (signal.aborted) throw signal.reason
          if (part.type === 'text-delta') yield { type: 'text', delta: part.text }
          else if (part.type === 'tool-error' && !reached.has(part.toolCallId)) {
            yield { type: 'unreadable_call', tool: part.toolName }
          } else if (part.type === 'error') throw failureOf(part.error)
          else if (part.type === 'abort') throw new LlmError('stalled')
          else if (part.type === 'finish') yield { type: 'end', reason: part.finishReason }
        }
      } catch (error) {
        throw signal.aborted ? signal.reason : failureOf(error)
      }
    },
  }
}

/** The library's own deadlines begin with the response; an endpoint may also never begin one. */
const fetchWithin =
  (headersMs: number): typeof globalThis.fetch =>
  async (input, init = {}) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new LlmError('stalled')), headersMs)
    const { signal } = init
    try {
      return await fetch(input, {
        ...init,
        // The provider's endpoint only: an answer from elsewhere would get the conversation, and the key.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      })
    } finally {
      clearTimeout(timer)
    }
  }

function toolSet(tools: readonly LlmTool[], reached: Set<string>) {
  return Object.fromEntries(
    tools.map((tool) => [
      tool.name,
      dynamicTool({
        description: tool.description,
        inputSchema: jsonSchema(tool.inputSchema),
        execute: (input, { toolCallId }) => {
          reached.add(toolCallId)
          return tool.run(input)
        },
      }),
    ]),
  )
}

function failureOf(error: unknown): LlmError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof LlmError) return cause
  }
  const options = { cause: error }
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  if (status === 401 || status === 403) return new LlmError('refused', options)
  if (status === 429) return new LlmError('rate_limited', options)
  const isTimeout =
    error instanceof Error && /time(?:d )?-?out/i.test(`${error.name} ${error.message}`)
  return new LlmError(isTimeout ? 'stalled' : 'broken', options)
}
