import * as z from 'zod/mini'
import { withFallback } from '#contract/endpoint/lenient.ts'
import { uuidv7 } from '#server/lib/ids.ts'

export type LlmMessage =
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; calls?: readonly LlmCall[] }
  | { role: 'tool'; callId: string; content: string }

export type LlmCall = {
  id: string
  name: string
  /** Parsed; undefined if the model wrote invalid JSON. */
  arguments: unknown
}

export type LlmTokens = { prompt: number; completion: number }

export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other'

/** The members of a chunk that we read. Endpoints add others and omit some. */
const Delta = z.object({
  content: z.optional(z.unknown()),
  tool_calls: z.nullish(
    z.array(
      z.object({
        index: z.nullish(z.number()),
        id: z.nullish(z.string()),
        function: z.nullish(
          z.object({ name: z.nullish(z.string()), arguments: z.optional(z.unknown()) }),
        ),
      }),
    ),
  ),
})
const TokenCount = z.int().check(z.gte(0))
const Chunk = z.object({
  choices: z.nullish(
    z.array(
      z.object({
        delta: z.nullish(Delta),
        /** For endpoints that don't stream. */
        message: z.nullish(Delta),
        finish_reason: z.nullish(z.string()),
      }),
    ),
  ),
  error: z.optional(z.unknown()),
  /** Optional, so a wrong shape is ignored. */
  usage: withFallback(
    z.nullable(z.object({ prompt_tokens: TokenCount, completion_tokens: TokenCount })),
    null,
  ),
})

export const buildRequestBody = ({
  model,
  instructions,
  messages,
  tools,
}: {
  model: string
  instructions: string
  messages: readonly LlmMessage[]
  tools: readonly {
    name: string
    description: string
    inputSchema: Readonly<Record<string, unknown>>
  }[]
}): string =>
  JSON.stringify({
    model,
    messages: [{ role: 'system', content: instructions }, ...messages.map(toWireMessage)],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema: parameters }) => ({
            type: 'function',
            function: { name, description, parameters },
          })),
        }),
    stream: true,
  })

function toWireMessage(message: LlmMessage): object {
  switch (message.role) {
    case 'user':
      return message
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content }
    case 'assistant': {
      const { content, calls = [] } = message
      if (calls.length === 0) return { role: 'assistant', content }
      return {
        role: 'assistant',
        content: content === '' ? null : content,
        tool_calls: calls.map((call) => ({
          id: call.id,
          type: 'function',
          // Endpoints parse the arguments of earlier calls as JSON and fail on anything else.
          function: { name: call.name, arguments: JSON.stringify(call.arguments ?? {}) },
        })),
      }
    }
  }
}

type OpenCall = { index: number | null; id: string | null; name: string; text: string }

/**
 * Builds text and tool calls from the chunks of one response. Endpoints send calls in pieces or whole, with or
 * without an id, an index and a matching finish reason.
 */
export function createAnswerReader() {
  const open: OpenCall[] = []
  const state: { finish: string | null; tokens: LlmTokens | null } = { finish: null, tokens: null }

  /** Returns the call of a piece: the open one at its index, or the newest, unless the ids differ; then a new one. */
  const findOrOpenCall = (index: number | null, id: string | null, name: string): OpenCall => {
    const known = index === null ? open.at(-1) : open.findLast((call) => call.index === index)
    const isNew =
      known === undefined ||
      (id !== null && id !== '' && known.id !== null && known.id !== id) ||
      (index === null && name !== '')
    if (!isNew) return known
    const call = { index, id, name: '', text: '' }
    open.push(call)
    return call
  }

  return {
    /** Returns the chunk's text. Throws if the chunk is an error or invalid. */
    read(data: unknown): string {
      const chunk = Chunk.parse(data)
      if (chunk.error !== undefined && chunk.error !== null) {
        throw new Error(`the endpoint reports ${JSON.stringify(chunk.error)}`)
      }
      if (chunk.usage) {
        const { prompt_tokens: prompt, completion_tokens: completion } = chunk.usage
        state.tokens = { prompt, completion }
      }
      const choice = chunk.choices?.[0]
      if (choice === undefined) return ''
      if (typeof choice.finish_reason === 'string') state.finish = choice.finish_reason
      const said = choice.delta ?? choice.message
      for (const piece of said?.tool_calls ?? []) {
        const name = piece.function?.name ?? ''
        const call = findOrOpenCall(piece.index ?? null, piece.id ?? null, name)
        call.id ??= piece.id ?? null
        if (call.name === '') call.name = name
        const text = piece.function?.arguments
        if (typeof text === 'string') call.text += text
        else if (typeof text === 'object' && text !== null) call.text = JSON.stringify(text)
      }
      return joinText(said?.content)
    },

    getTokens: () => state.tokens,

    /** Returns the tool calls and the finish reason. Throws if the response broke off. */
    finish(): { calls: LlmCall[]; finish: FinishReason } {
      if (state.finish === null) throw new Error('the answer has no finish reason')
      const calls = open.map(({ id, name, text }) => ({
        id: id === null || id === '' ? uuidv7() : id,
        name,
        arguments: parseArguments(text),
      }))
      return { calls, finish: calls.length > 0 ? 'tool-calls' : toFinishReason(state.finish) }
    },
  }
}

function joinText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? part.text
        : '',
    )
    .join('')
}

function parseArguments(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toFinishReason(reason: string): FinishReason {
  switch (reason) {
    case 'stop':
    case 'length':
      return reason
    case 'content_filter':
      return 'content-filter'
    default:
      return 'other'
  }
}
