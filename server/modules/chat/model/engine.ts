import type { ChatEvent, EndReason } from '#contract/chat-parts.ts'
import type { MessageRow } from '#server/modules/chat/chat-repository.ts'
import type { AssistantTool, ScopeDescription, ToolScope } from '#server/modules/chat/tools/tool.ts'

type WithoutSeq<Event> = Event extends ChatEvent ? Omit<Event, 'seq'> : never
/** What an engine says; the answer numbers it. */
type EngineEvent = WithoutSeq<
  Extract<ChatEvent, { type: 'text' | 'tool' | 'notice' | 'follow_ups' }>
>
export type Emit = (event: EngineEvent) => void

export type PathMessage = Pick<MessageRow, 'role' | 'parts'>

/** A call that waited for its user, who has now decided. */
export type Decision = {
  callId: string
  tool: string
  arguments: Readonly<Record<string, unknown>>
  isApproved: boolean
}

export type TurnRequest = {
  chatId: string
  scope: ToolScope
  description: ScopeDescription | null
  /** From the beginning to the question; after an approval, to the answer that goes on. */
  path: readonly PathMessage[]
  question: string
  /** A tool with its arguments, from a form. */
  call: { tool: string; arguments: Readonly<Record<string, unknown>> } | null
  decision: Decision | null
  /** Of the user, known to `Intl`; null when nobody has said. */
  timeZone: string | null
  tools: readonly AssistantTool[]
}

export type Turn = {
  emit: Emit
  /** Aborted when the user stops the answer, or nobody may write it any more. */
  signal: AbortSignal
}

export type Outcome = {
  reason: Exclude<EndReason, 'stopped' | 'failed'>
  /** False for "I can't": nothing is charged for it. */
  isUseful: boolean
}

export type Engine = {
  /** As shown: `commands and tools`, or the model's name. */
  readonly name: string
  /** Throws `TurnFailed` for what its user is told. */
  answer(request: TurnRequest, turn: Turn): Promise<Outcome>
}

/** An answer that could not be given; `message` is for the user. */
export class TurnFailed extends Error {
  override name = 'TurnFailed'
  readonly code: string

  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.code = code
  }
}
