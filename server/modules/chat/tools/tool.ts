import type { ClientAction } from '#contract/chat-parts.ts'

/** Where a turn takes place. Both ids are null in a global chat; `agentId` is what follows `agent:` in `app_id`. */
export type ToolScope = { userId: string; appId: string | null; agentId: string | null }

export type ToolContext = {
  userId: string
  chatId: string
  /** Unique per call, and the same when an approved call is tried again: an idempotency key for what it pays. */
  callId: string
  /** Aborted by the user's stop, the turn's end and the call's deadline. */
  signal: AbortSignal
}

export type ToolResult = {
  /** Markdown for people and for the model; cut off at 16,000 characters by the turn. */
  text: string
  /** Plain JSON data behind the text. */
  structured?: unknown
  /** Where it comes from, as shown: `Solana RPC`, a host. */
  source?: string
  /** When it was read, ISO 8601. */
  at?: string
  /** True when the tool itself reports that it failed; `text` says why. */
  isError?: boolean
  clientAction?: ClientAction
}

/** What one turn may call. Every app, agent and part of the product offers its tools in this form. */
export type AssistantTool = {
  /** Unique in the product, `[A-Za-z0-9_-]{1,64}`; an app's tools are `app__tool`. */
  name: string
  app: { id: string; name: string }
  title?: string
  description: string
  /** JSON schema of an object. */
  inputSchema: Readonly<Record<string, unknown>>
  /** Phrases that ask for it, for the assistant without a model. */
  examples?: readonly string[]
  /** Commands beside the name, without the slash. Only tools of the product have them. */
  aliases?: readonly string[]
  /** True when it changes something outside the chat, by the audit record and never by the tool's own word. */
  writes: boolean
  /** False only for the product's own data: other output is wrapped as foreign text, and wakes the approval rule. */
  isTrusted?: boolean
  /** Taken by the tool itself when it runs; the user is asked first. */
  price?: { points: number }
  /** Deadline of one call; 15 s unless told. */
  timeoutMs?: number
  /** Throws, or gives `isError`, when it fails. */
  run(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolResult>
}

export type ToolProvider = {
  /**
   * The tools that a chat of this scope may use; an empty list for what is not the provider's. Answers from what is
   * known already: a provider that takes more than 300 ms is left out of the turn.
   */
  toolsFor(scope: ToolScope): Promise<readonly AssistantTool[]>
  /**
   * What a chat with this `app_id` is about, or null when the app is not the provider's, not the user's, or may not be
   * used. A chat is made, and goes on, only where some provider knows its app.
   */
  describe?(scope: ToolScope): Promise<ScopeDescription | null>
}

export type ScopeDescription = {
  name: string
  /** Of an agent: what its maker wrote, quoted to the model as the user's wish. */
  instructions?: string
}
