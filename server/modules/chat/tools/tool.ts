import type { ClientAction, ToolPart } from '#contract/chat/parts.ts'
import type { Phrase } from '#server/modules/chat/assistant/phrase.ts'

/** Both ids are null in a global chat. `agentId` is the part after `agent:` in `appId`. */
export type ToolScope = {
  userId: string
  appId: string | null
  agentId: string | null
  /** In a global chat, what the user wrote after `@`: see `isMentioned`. */
  mentions?: readonly string[]
}

export type ToolContext = {
  userId: string
  chatId: string
  /** Unique per call and stable across retries of an approved call: an idempotency key for payments. */
  callId: string
  /** IANA name of the browser's time zone. Null if unknown. */
  timeZone?: string | null
  signal: AbortSignal
}

export type ToolResult = {
  /** Markdown for people and the model; the turn cuts it at 16,000 characters. */
  text: string
  /** The same as JSON data. */
  structured?: unknown
  /** As shown, such as `Solana RPC` or a host. */
  source?: string
  /** Time of the data, ISO 8601. */
  at?: string
  isError?: boolean
  /** Action of the browser on the result, such as opening a window. */
  clientAction?: ClientAction
}

type EarlierResult = NonNullable<ToolPart['earlier']>

/** A tool that a chat may call. Apps, agents and parts of the product all provide this form. */
export type AssistantTool = {
  /** Unique, `[A-Za-z0-9_-]{1,64}`; an app's tools are `app__tool`. */
  name: string
  app: { id: string; name: string }
  title?: string
  description: string
  inputSchema: Readonly<Record<string, unknown>>
  /** Phrases for the assistant without a model. */
  examples?: readonly string[]
  /** Reads the arguments from a phrase, where the schema's names and types are not enough. */
  fill?: (phrase: Phrase) => Record<string, unknown>
  /** A question for the user, by missing argument. */
  asks?: Readonly<Record<string, string>>
  /** Further command names, without the slash. Only for tools of the product. */
  aliases?: readonly string[]
  /** True if the tool changes something outside the chat. */
  writes: boolean
  /** True if the user wants to be asked before each run. */
  asksFirst?: boolean
  /** Returns true for a call that changes so much that even the user's own command asks first. */
  isSweeping?: (args: Readonly<Record<string, unknown>>) => boolean
  /** False by default for apps: their output is wrapped as data and can require approvals. */
  isTrusted?: boolean
  /** The tool itself charges it, after the user's approval. */
  price?: { points: number }
  /** Returns the user's newest result for the same arguments, which is free to reopen; null without one. */
  findEarlier?: (
    userId: string,
    args: Readonly<Record<string, unknown>>,
  ) => Promise<EarlierResult | null>
  /** Time limit of a call. Default: 15 s. */
  timeoutMs?: number
  /** Returns what it can quote on a phrase that matches no tool, as Markdown; null if nothing. */
  quote?: (phrase: string) => Promise<string | null>
  /** Throws or returns `isError` on failure. */
  run(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolResult>
}

export type ToolProvider = {
  /** Returns the tools for chats of this scope from memory: a provider slower than 300 ms is skipped for the turn. */
  listTools(scope: ToolScope): Promise<readonly AssistantTool[]>
  /**
   * Returns the subject of a chat, or null if this app is not the provider's or not the user's. Chats exist only
   * where a provider knows their app.
   */
  describe?(scope: ToolScope): Promise<ScopeDescription | null>
}

export type ScopeDescription = {
  name: string
  /** The agent's instructions, quoted to the model as the user's wish. */
  instructions?: string
}
