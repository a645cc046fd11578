import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ChatEvent } from '#contract/chat/parts.ts'
import type { Chat, ChatMessage } from '#contract/chat/chat.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { createLlm } from '#server/clients/llm/llm.ts'
import type { Engine } from '#server/modules/chat/model/engine.ts'
import { createModelEngine } from '#server/modules/chat/model/model-engine.ts'
import type { AssistantTool, ToolProvider } from '#server/modules/chat/tools/tool.ts'
import type { KnownToken } from '#server/modules/chat/assistant/token-names.ts'
import { type Turns } from '#server/modules/chat/turns/turns.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import type { ScriptedLlm } from '#tests/support/scripted-llm.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'
import { openChats } from '#tests/support/chats.ts'

export type ChatDeskOptions = {
  model?: (db: Database) => Engine
  providers?: (parts: { db: Database; rpc: SolanaRpc; ledger: Ledger }) => readonly ToolProvider[]
  /** Adds routes to those of the chats, once the providers exist. */
  routes?: (app: FastifyInstance) => void
  rpcUrl?: string
  pointsPerTurn?: number
  settleMs?: number
  db?: Database
  /** Tokens that every user knows by symbol. */
  tokens?: readonly KnownToken[]
}

export type ChatDesk = {
  server: TestServer
  turns: Turns
  errors: unknown[]
}

/** A server with chats and nothing else. */
export async function chatDesk(options: ChatDeskOptions = {}): Promise<ChatDesk> {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const held: { turns?: Turns } = {}
  const server = await testServer({
    ...(options.db === undefined ? {} : { db: options.db }),
    ...(options.rpcUrl === undefined ? {} : { rpcUrl: options.rpcUrl }),
    modules: ({ db, ledger, rpc }) => {
      const chats = openChats(
        { db, ledger },
        {
          providers: options.providers?.({ db, rpc, ledger }) ?? [],
          assistant: { listTokens: async () => options.tokens ?? [] },
          model: options.model?.(db) ?? null,
          pointsPerTurn: options.pointsPerTurn ?? 0,
          ...(options.settleMs === undefined ? {} : { settleMs: options.settleMs }),
          onError,
        },
      )
      held.turns = chats.turns
      return [chats.routes, (app) => options.routes?.(app)]
    },
  })
  if (held.turns === undefined) throw new Error('no turns')
  return { server, turns: held.turns, errors }
}

export async function newChat(user: SignedIn, body: object = {}): Promise<string> {
  const answer = await user.call<{ data: { id: string } }>('POST', '/chats', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.id
}

/** A model at the scripted endpoint, with little patience. */
export const modelOf =
  (llm: Pick<ScriptedLlm, 'url'>) =>
  (db: Database): Engine =>
    createModelEngine({
      db,
      now: Date.now,
      appName: 'SolDesk',
      maxSteps: 4,
      llm: createLlm({
        baseUrl: llm.url,
        apiKey: 'sk-the-key-of-the-tests',
        model: 'scripted',
        deadlines: { firstChunkMs: 1_500, chunkMs: 1_000, totalMs: 20_000 },
      }),
    })

/** A tool of an app that is not the product's own. */
export const noteTool = (
  tool: Pick<AssistantTool, 'name' | 'run'> & Partial<AssistantTool>,
): AssistantTool => ({
  app: { id: 'notes', name: 'Notes' },
  description: 'Reads and writes notes',
  inputSchema: { type: 'object', properties: { topic: { type: 'string' } } },
  writes: false,
  ...tool,
})

/** Waits for what another task does. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it never came to be')
    await sleep(5)
  }
}

/** The events of a stream's text. */
export const eventsOf = (text: string): ChatEvent[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => ChatEvent.parse(JSON.parse(line.slice(6))))

export async function send(
  user: SignedIn,
  chatId: string,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<{ status: number; events: ChatEvent[]; text: string }> {
  const { status, text } = await user.call('POST', `/chats/${chatId}/messages`, {
    body: typeof body === 'string' ? { content: body } : body,
    headers,
  })
  return { status, text, events: status === 200 ? eventsOf(text) : [] }
}

export type Thread = Chat & { messages: ChatMessage[] }

export async function thread(user: SignedIn, chatId: string): Promise<Thread> {
  const answer = await user.call<{ data: Thread }>('GET', `/chats/${chatId}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}

export const textOf = (events: readonly ChatEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.delta : '')).join('')

export const endOf = (events: readonly ChatEvent[]) => {
  const last = events.at(-1)
  if (last?.type !== 'end') throw new Error(`the stream ends with ${JSON.stringify(last)}`)
  return last
}
