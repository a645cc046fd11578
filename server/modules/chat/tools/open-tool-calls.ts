import type { Database } from '#server/db/database.ts'
import { keepToolResult } from '#server/modules/chat/chat-repository.ts'
import type { Turn, TurnRequest } from '#server/modules/chat/model/engine.ts'
import { createToolCalls } from './tool-calls.ts'

export type ToolCallServices = {
  db: Database
  /** Unix milliseconds. */
  clock: () => number
}

/** The tool calls of one turn. */
export const openToolCalls = (
  { db, clock }: ToolCallServices,
  { chatId, scope, tools, path }: TurnRequest,
  { emit, signal }: Turn,
) =>
  createToolCalls({
    chatId,
    scope,
    tools,
    path,
    emit,
    signal,
    clock,
    keepResult: (callId, text) => keepToolResult(db, { callId, chatId, text }),
  })
