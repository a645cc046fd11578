import type { ChatEvent, EndReason, MessageStatus, ToolPart } from '#contract/chat/parts.ts'
import type { ChatMessage } from '#contract/chat/chat.ts'
import type { ChatPort } from '#src/features/chat/conversation/chat-port.ts'

/** A stream of events that a test feeds by hand. */
export const script = () => {
  const queue: (ChatEvent | Error | 'closed')[] = []
  let signal: AbortSignal | undefined
  let seq = 0
  let wake: () => void = () => undefined
  const events = async function* (): AsyncGenerator<ChatEvent> {
    for (;;) {
      if (signal?.aborted === true) throw new DOMException('Aborted', 'AbortError')
      const next = queue.shift()
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
          signal?.addEventListener('abort', () => resolve(), { once: true })
        })
        continue
      }
      if (next === 'closed') return
      if (next instanceof Error) throw next
      yield next
    }
  }
  const push = (item: ChatEvent | Error | 'closed') => {
    queue.push(item)
    wake()
  }
  const numbered = () => {
    seq += 1
    return seq
  }
  const hand = {
    open: (given: AbortSignal) => {
      signal = given
      return events()
    },
    isAborted: () => signal?.aborted === true,
    /** Numbers of the following events go on after this one. */
    after: (last: number) => {
      seq = last
      return hand
    },
    start: (ids: { answer: string; question?: string | null; content?: string }) => {
      push({
        type: 'start',
        seq: numbered(),
        message_id: ids.answer,
        user_message_id: ids.question ?? null,
        ...(ids.content === undefined ? {} : { user_content: ids.content }),
        engine: 'commands and tools',
        title: 'A title',
      })
      return hand
    },
    text: (delta: string) => {
      push({ type: 'text', seq: numbered(), delta })
      return hand
    },
    tool: (part: Omit<ToolPart, 'type'>) => {
      push({ ...part, type: 'tool', seq: numbered() })
      return hand
    },
    end: (reason: EndReason = 'complete', status: MessageStatus = 'complete') => {
      push({ type: 'end', seq: numbered(), reason, status, points: 0, is_refunded: false })
      return hand
    },
    fail: (error: Error) => push(error),
    drop: () => push('closed'),
  }
  return hand
}

export type Script = ReturnType<typeof script>

export const message = (
  id: string,
  parent: string | null,
  text: string,
  rest: Partial<ChatMessage> = {},
): ChatMessage => ({
  id,
  role: 'user',
  parent_id: parent,
  status: 'complete',
  parts: [{ type: 'text', text }],
  last_seq: 3,
  created_at: '2026-11-20T10:00:00Z',
  ...rest,
})

/** A server whose streams are the given scripts, in their order; what it was asked is kept. */
export const scriptedPort = (
  scripts: Script[],
  stored: readonly ChatMessage[] = [],
): ChatPort & { asked: { call: string; body?: unknown; key?: string }[] } => {
  const asked: { call: string; body?: unknown; key?: string }[] = []
  const next = (signal: AbortSignal) => {
    const found = scripts.shift()
    if (found === undefined) throw new Error('No script is left')
    return found.open(signal)
  }
  const chat = {
    id: 'c1',
    title: 'Stored title',
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
  }
  return {
    asked,
    create: (appId) => {
      asked.push({ call: 'create', body: appId })
      return Promise.resolve(chat)
    },
    read: () => {
      asked.push({ call: 'read' })
      return Promise.resolve({ ...chat, messages: stored })
    },
    send: (_, body, { signal, idempotencyKey }) => {
      asked.push({ call: 'send', body, key: idempotencyKey })
      return next(signal)
    },
    approve: (_, body, { signal, idempotencyKey }) => {
      asked.push({ call: 'approve', body, key: idempotencyKey })
      return next(signal)
    },
    resume: (_, { messageId, from, signal }) => {
      asked.push({ call: 'resume', body: { messageId, from } })
      return next(signal)
    },
    stop: () => {
      asked.push({ call: 'stop' })
      return Promise.resolve()
    },
  }
}
