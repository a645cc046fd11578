import type { ChatEvent, EndReason } from '#contract/chat/parts.ts'
import type { MessageRow } from '#server/modules/chat/chat-repository.ts'
import type { AssistantTool, ScopeDescription, ToolScope } from '#server/modules/chat/tools/tool.ts'

type WithoutSeq<Event> = Event extends ChatEvent ? Omit<Event, 'seq'> : never
type EngineEvent = WithoutSeq<
  Extract<ChatEvent, { type: 'text' | 'tool' | 'notice' | 'follow_ups' }>
>
/** Adds an event to the answer. Has no effect after the turn was aborted. */
export type Emit = (event: EngineEvent) => void

export type PathMessage = Pick<MessageRow, 'role' | 'parts'>

export type Decision = {
  callId: string
  tool: string
  arguments: Readonly<Record<string, unknown>>
  isApproved: boolean
}

export type TurnRequest = {
  chatId: string
  scope: ToolScope
  /** The app or agent of the chat; null in a global one. */
  description: ScopeDescription | null
  /** Up to the question, or, after an approval, up to the answer that continues. */
  path: readonly PathMessage[]
  question: string
  /** A tool call from a form; null for a question. */
  call: { tool: string; arguments: Readonly<Record<string, unknown>> } | null
  /** The decision that continues a waiting answer; null for a new one. */
  decision: Decision | null
  /** IANA name. Null if unknown. */
  timeZone: string | null
  tools: readonly AssistantTool[]
}

export type Turn = {
  emit: Emit
  /** Aborted when the user stops the answer or this process loses the turn. */
  signal: AbortSignal
  /** Counts what a call of the operator's model used. */
  addTokens(usage: ModelUsage): void
}

/** Tokens that the model's provider counted. */
export type ModelUsage = { model: string; prompt: number; completion: number }

export type Outcome = {
  reason: Exclude<EndReason, 'stopped' | 'failed'>
  /** False for "I can't". Such an answer is free. */
  isUseful: boolean
}

export type Engine = {
  readonly name: string
  /** Throws `TurnFailed` with a message for the user. */
  answer(request: TurnRequest, turn: Turn): Promise<Outcome>
}

/** An expected failure of an answer. The message is for the user. */
export class TurnFailed extends Error {
  override name = 'TurnFailed'
  readonly code: string

  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.code = code
  }
}
