import type { ChatEvent } from '#contract/chat/parts.ts'
import { applyEvent, hasClientAction, isLocal } from '#src/features/chat/thread/thread.ts'
import { HttpError } from '#src/lib/api/api-error.ts'
import type { AnswerRun } from './answer-run.ts'
import type { ConversationContext } from './conversation-context.ts'
import type { Messages } from './messages.ts'
import { toProblem } from './problem.ts'

/** The messages that an answer's events apply to. The server's ids replace local ones. */
type Target = { answerId: string; questionId: string | null }

type Delivery = { messages: Messages; run: AnswerRun; onNewAction: (callId: string) => void }

export const createDelivery = (
  context: ConversationContext,
  { messages, run, onNewAction }: Delivery,
) => {
  const { port, outbox, flushMs, state, set } = context

  const begin = (event: ChatEvent & { type: 'start' }, target: Target) => {
    const { user_message_id: questionId, message_id: answerId, user_content: text } = event
    if (questionId !== null && target.questionId !== null) {
      const change = text === undefined ? {} : { parts: [{ type: 'text' as const, text }] }
      messages.rename(target.questionId, questionId, change)
      target.questionId = questionId
    }
    messages.rename(target.answerId, answerId)
    target.answerId = answerId
    if (questionId !== null) outbox.keep(state().chatId, '')
    set({ title: event.title, unsent: null })
    context.announce()
  }

  /** Applies events to the answer. Returns true when the last one was there. */
  const follow = async (
    events: AsyncIterable<ChatEvent>,
    target: Target,
    onAction?: (callId: string) => void,
  ): Promise<boolean> => {
    const drawing = drawAtIntervals(messages, flushMs)
    drawing.restart(target.answerId)
    try {
      for await (const event of events) {
        if (event.type === 'start') {
          begin(event, target)
          drawing.restart(target.answerId)
        }
        if (event.type === 'tool' && hasClientAction(event)) onAction?.(event.call_id)
        if (drawing.apply(event) && event.type === 'end') return true
      }
      return false
    } finally {
      drawing.draw()
    }
  }

  /** Follows a running answer to its end, over broken connections. */
  const resume = async (target: Target, signal: AbortSignal): Promise<void> => {
    const { chatId } = state()
    if (chatId === null) return
    const from = messages.find(target.answerId)?.last_seq ?? 0
    await follow(port.resume(chatId, { messageId: target.answerId, from, signal }), target)
  }

  /**
   * Sends a request and follows its answer. If it fails before the answer began, it can be retried as the same request.
   */
  const post = (
    target: Target,
    open: (chatId: string, signal: AbortSignal) => AsyncIterable<ChatEvent>,
  ): Promise<void> =>
    run.start(async (signal) => {
      set({ unsent: null })
      let hasEnded = false
      try {
        hasEnded = await follow(open(await context.ensureChat(), signal), target, onNewAction)
      } catch (error) {
        if (signal.aborted) throw error
        if (isLocal(target.answerId) || error instanceof HttpError) {
          set({ unsent: { problem: toProblem(error), retry: () => void post(target, open) } })
          return
        }
      }
      if (!hasEnded && !isLocal(target.answerId)) await resume(target, signal)
    })

  return { post, resume }
}

/** Collects the events of one message. Applies text at intervals and everything else at once. */
const drawAtIntervals = ({ find, put }: Messages, intervalMs: number) => {
  let drawn: ReturnType<typeof find>
  let working: typeof drawn
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = () => {
    clearTimeout(timer)
    timer = undefined
    if (working !== undefined && working !== drawn) put(working)
    drawn = working
  }
  return {
    draw,
    restart: (id: string) => {
      working = find(id)
      drawn = working
    },
    /** Returns false when the message is gone. */
    apply: (event: ChatEvent): boolean => {
      if (working === undefined) return false
      working = applyEvent(working, event)
      if (event.type === 'text') timer ??= setTimeout(draw, intervalMs)
      else draw()
      return true
    },
  }
}
