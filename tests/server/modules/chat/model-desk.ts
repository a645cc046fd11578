import type { ChatEvent } from '#contract/chat/parts.ts'
import type { ChatMessage } from '#contract/chat/chat.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import { scriptedLlm, type LlmStep, type ScriptedLlm } from '#tests/support/scripted-llm.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { chatDesk, modelOf, newChat, noteTool, send, thread, type ChatDesk } from './chat-desk.ts'

export const POINT = 10_000_000n

type Answered = { id: string; events: ChatEvent[]; spent: bigint; messages: ChatMessage[] }

export type ModelDesk = {
  llm: ScriptedLlm
  desk: ChatDesk
  /** Has 500 POINTS. */
  user: SignedIn
  /** Calls of the tools that read, write and hang. */
  ran: { args: unknown; signal: AbortSignal }[]
  /** One question to the scripted model. */
  answered(...scripts: LlmStep[][]): Promise<Answered>
  close(): Promise<void>
}

/** Chats with a scripted model, an app's tools, and a price of one POINT. */
export async function modelDesk(): Promise<ModelDesk> {
  const llm = await scriptedLlm()
  const ran: ModelDesk['ran'] = []
  const desk = await chatDesk({
    model: modelOf(llm),
    pointsPerTurn: 1,
    providers: () => [{ listTools: async () => toolsOfNotes(ran) }],
  })
  const user = await desk.server.signIn()
  const { db, ledger } = desk.server
  const { userId } = user
  const lamports = 500n * POINT
  await ledger.credit(db, { userId, kind: 'topup', lamports, idempotencyKey: 'pocket money' })
  return {
    llm,
    desk,
    user,
    ran,
    answered: async (...scripts) => {
      llm.script(...scripts)
      const before = await ledger.getBalance(userId)
      const id = await newChat(user)
      const { events } = await send(user, id, 'What do my notes say?')
      const spent = before - (await ledger.getBalance(userId))
      return { id, events, spent, messages: (await thread(user, id)).messages }
    },
    close: async () => {
      await desk.server.close()
      await llm.close()
    },
  }
}

const toolsOfNotes = (ran: ModelDesk['ran']): AssistantTool[] => [
  noteTool({
    name: 'notes__read',
    run: async (args, { signal }) => {
      ran.push({ args, signal })
      return { text: 'three notes' }
    },
  }),
  noteTool({
    name: 'notes__write',
    writes: true,
    run: async (args, { signal }) => {
      ran.push({ args, signal })
      return { text: 'written' }
    },
  }),
  noteTool({
    name: 'notes__crash',
    run: async () => {
      throw new Error('boom, key sk-THISisAveryLongSecret123')
    },
  }),
  noteTool({
    name: 'notes__hang',
    timeoutMs: 150,
    run: async (args, { signal }) => {
      ran.push({ args, signal })
      return new Promise(() => undefined)
    },
  }),
  noteTool({ name: 'notes__huge', run: async () => ({ text: 'x'.repeat(200_000) }) }),
]

export const toolEvents = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.type === 'tool' ? [event] : []))

/** The model calls one tool. */
export const calling = (name: string, args: object | string = {}): LlmStep[] => [
  { call: [{ name, args }] },
  { finish: 'tool_calls' },
  'done',
]
