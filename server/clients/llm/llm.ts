import { mapAtMost } from '#server/lib/async/map-at-most.ts'
import { LlmError } from './llm-error.ts'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import {
  answerChunks,
  createChatEndpoint,
  createGuardedChatEndpoint,
  type ChunkDeadlines,
} from './llm-stream.ts'
import {
  createAnswerReader,
  buildRequestBody,
  type FinishReason,
  type LlmCall,
  type LlmMessage,
  type LlmTokens,
} from './llm-wire.ts'

export type LlmSettings = {
  baseUrl: string
  apiKey: string | null
  model: string
  deadlines?: Partial<LlmDeadlines>
  /** For an address that a user gave; without it, the address is the operator's. */
  fetch?: GuardedFetch
  /** Called after each request with the tokens that the endpoint reports. */
  onCall?: (call: { outcome: 'ok' | 'error' | 'cancelled'; tokens: LlmTokens | null }) => void
}

type LlmDeadlines = ChunkDeadlines & { totalMs: number }

/** A local model may load before its first chunk. */
const DEADLINES: LlmDeadlines = { firstChunkMs: 90_000, chunkMs: 30_000, totalMs: 600_000 }

const CALLS_AT_ONCE = 3

export type LlmTool = {
  name: string
  description: string
  inputSchema: Readonly<Record<string, unknown>>
  /** Returns the text for the model. Throws only to end the conversation. */
  run(args: unknown): Promise<string>
}

export type Conversation = {
  instructions: string
  messages: readonly LlmMessage[]
  tools: readonly LlmTool[]
  /** Maximum number of requests to the model. */
  maxSteps: number
  /** Called after every step with tool calls; true ends the conversation. */
  isPaused?: () => boolean
  /** Called after every step whose tokens the endpoint reports. */
  onTokens?: (tokens: LlmTokens) => void
  signal: AbortSignal
}

export type LlmEvent =
  | { type: 'text'; delta: string }
  /** A call with an unknown name or invalid JSON arguments. */
  | { type: 'unreadable_call'; tool: string }
  | { type: 'end'; reason: FinishReason }

export type Llm = ReturnType<typeof createLlm>

/** Creates a client for a model with an OpenAI-compatible API. At most 3 tool calls run at once. */
export function createLlm({
  baseUrl,
  apiKey,
  model,
  deadlines: own,
  fetch,
  onCall = () => undefined,
}: LlmSettings) {
  const deadlines = { ...DEADLINES, ...own }
  const endpoint =
    fetch === undefined
      ? createChatEndpoint(baseUrl, apiKey)
      : createGuardedChatEndpoint(baseUrl, { apiKey, fetch, timeoutMs: deadlines.totalMs })
  return {
    name: model,

    /**
     * Yields the model's text and runs its tool calls until it finishes or reaches a limit. Aborting `signal` closes
     * the connection and throws its reason. Throws `LlmError` on failure.
     */
    async *converse(conversation: Conversation): AsyncGenerator<LlmEvent> {
      const { instructions, tools, maxSteps } = conversation
      const { isPaused = () => false, onTokens = () => undefined } = conversation
      const late = AbortSignal.timeout(deadlines.totalMs)
      const signal = AbortSignal.any([conversation.signal, late])
      const messages = [...conversation.messages]
      try {
        for (let step = 1; ; step += 1) {
          const body = buildRequestBody({ model, instructions, messages, tools })
          const answer = createAnswerReader()
          let content = ''
          let end: ReturnType<typeof answer.finish>
          try {
            for await (const chunk of answerChunks(endpoint, body, { signal, deadlines })) {
              const delta = answer.read(chunk)
              if (delta === '') continue
              content += delta
              yield { type: 'text', delta }
            }
            end = answer.finish()
          } catch (error) {
            const outcome = conversation.signal.aborted ? 'cancelled' : 'error'
            onCall({ outcome, tokens: answer.getTokens() })
            throw error
          }
          const tokens = answer.getTokens()
          onCall({ outcome: 'ok', tokens })
          if (tokens !== null) onTokens(tokens)
          const { calls, finish } = end
          if (calls.length > 0) {
            const unreadable = calls.filter((call) => findRunnable(call, tools) === null)
            for (const { name } of unreadable) yield { type: 'unreadable_call', tool: name }
            const results = await runCalls(calls, tools, signal)
            messages.push({ role: 'assistant', content, calls }, ...results)
          }
          if (calls.length === 0 || step >= maxSteps || isPaused()) {
            yield { type: 'end', reason: finish }
            return
          }
        }
      } catch (error) {
        if (conversation.signal.aborted) throw conversation.signal.reason
        if (error instanceof LlmError) throw error
        throw new LlmError(late.aborted ? 'stalled' : 'broken', { cause: error })
      }
    },
  }
}

const findRunnable = (call: LlmCall, tools: readonly LlmTool[]): LlmTool | null =>
  call.arguments === undefined ? null : (tools.find(({ name }) => name === call.name) ?? null)

const runCalls = (
  calls: readonly LlmCall[],
  tools: readonly LlmTool[],
  signal: AbortSignal,
): Promise<LlmMessage[]> =>
  mapAtMost(CALLS_AT_ONCE, calls, async (call) => {
    signal.throwIfAborted()
    const tool = findRunnable(call, tools)
    const content = await (tool?.run(call.arguments) ?? explainUnreadable(call))
    return { role: 'tool', callId: call.id, content }
  })

const explainUnreadable = ({ name, arguments: args }: LlmCall): string =>
  args === undefined
    ? `Failed: the arguments of ${name} are not JSON.`
    : `Failed: there is no tool named ${name}.`
