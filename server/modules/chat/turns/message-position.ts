import type { AnsweredBy } from '#contract/chat/chat-model.ts'
import type { MessagePart } from '#contract/chat/parts.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { isUuid } from '#server/lib/ids.ts'
import { findMessage, readPathTo, type MessageRow } from '#server/modules/chat/chat-repository.ts'
import type { Decision, TurnRequest } from '#server/modules/chat/model/engine.ts'
import { redactSecrets } from '#server/modules/sharing/redact.ts'
import { toStorableText } from '#server/lib/text/storable.ts'

export type NewMessage = {
  content: string | undefined
  /** undefined: after the newest message. null: at the start. */
  parentId: string | null | undefined
  /** The answer to write again; its question stays. */
  regenerateOf: string | undefined
  call: TurnRequest['call']
  timeZone: string | null
  /** The choice of a user who connected a model. */
  answeredBy?: AnsweredBy | undefined
  idempotencyKey: string | undefined
}

export type MessagePosition = {
  chatId: string
  /** undefined: after the newest message. The parent of a regenerated answer is its question. */
  parentId: string | null | undefined
  /** Null if the question is already stored. */
  question: string | null
  /** Kinds of secrets that were removed from the question. */
  removed: readonly string[]
}

/** Removes secrets from the question and finds where it goes. Throws `NOT_FOUND`, `BAD_REQUEST` or `VALIDATION_FAILED`. */
export async function findMessagePosition(
  db: Queryable,
  chatId: string,
  message: NewMessage,
): Promise<MessagePosition> {
  if (message.regenerateOf !== undefined) {
    const old = await getMessage(db, chatId, message.regenerateOf)
    if (old.role !== 'assistant' || old.parentId === null) {
      throw new AppError('BAD_REQUEST', 'Only an answer can be written again')
    }
    return { chatId, parentId: old.parentId, question: null, removed: [] }
  }
  const { text, kinds } = redactSecrets(toStorableText(message.content ?? ''))
  const question = text.trim()
  if (question === '') throw new AppError('VALIDATION_FAILED', 'content: must not be empty')
  return { chatId, parentId: message.parentId, question, removed: kinds }
}

/** Returns the messages up to the parent, oldest first; at most the last `limit`. Throws `NOT_FOUND` for an unknown parent. */
export async function readPath(
  db: Queryable,
  { chatId, parentId }: MessagePosition,
  limit: number,
): Promise<Awaited<ReturnType<typeof readPathTo>>> {
  if (parentId === null) return []
  if (parentId !== undefined && !isUuid(parentId)) throw createMessageNotFound()
  const path = await readPathTo(db, chatId, parentId ?? null, limit)
  if (parentId !== undefined && path.length === 0) throw createMessageNotFound()
  return path
}

/** Throws `NOT_FOUND` unless the chat has the message. */
export async function getMessage(db: Queryable, chatId: string, id: string): Promise<MessageRow> {
  const row = isUuid(id) ? await findMessage(db, chatId, id) : undefined
  if (row === undefined) throw createMessageNotFound()
  return row
}

export const createMessageNotFound = () => new AppError('NOT_FOUND', 'There is no such message')

/** Redacts secrets in forms too. */
export function redactCall(
  call: NonNullable<TurnRequest['call']>,
): NonNullable<TurnRequest['call']> {
  const { text } = redactSecrets(toStorableText(JSON.stringify(call.arguments)))
  try {
    return { tool: call.tool, arguments: JSON.parse(text) as Record<string, unknown> }
  } catch {
    throw new AppError('VALIDATION_FAILED', 'call.arguments: hold a private key')
  }
}

/** Returns the decision with the stored arguments of the call, so that the user approves what they saw. */
export function toDecision(message: MessageRow, callId: string, isApproved: boolean): Decision {
  const part = message.parts.find((part) => part.type === 'tool' && part.call_id === callId)
  if (part?.type !== 'tool') throw new Error(`call ${callId} is not in message ${message.id}`)
  const args = part.arguments as Record<string, unknown> | undefined
  return { callId, tool: part.tool, arguments: args ?? {}, isApproved }
}

export const createUserMessage = (text: string) => ({
  role: 'user' as const,
  parts: [{ type: 'text', text }] satisfies MessagePart[],
})

/** Returns the text parts of a message, without its tools. */
export const joinMessageText = (message: Pick<MessageRow, 'parts'> | undefined): string =>
  (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
